const SWEEPS = 20;
const NEGLIGIBLE = 1e-9;

/** Turns rows/columns p and q of the symmetric `matrix` so that their common entry becomes 0, and the basis along with them. */
function rotate(matrix: readonly Float64Array[], basis: readonly Float64Array[], p: number, q: number): void {
  const rowP = matrix[p] ?? new Float64Array();
  const rowQ = matrix[q] ?? new Float64Array();
  const slope = ((rowQ[q] ?? 0) - (rowP[p] ?? 0)) / (2 * (rowP[q] ?? 1));
  const tangent = (slope < 0 ? -1 : 1) / (Math.abs(slope) + Math.sqrt(slope * slope + 1));
  const cosine = 1 / Math.sqrt(tangent * tangent + 1);
  const sine = tangent * cosine;
  const turn = (row: Float64Array) => {
    const atP = row[p] ?? 0;
    const atQ = row[q] ?? 0;
    row[p] = cosine * atP - sine * atQ;
    row[q] = sine * atP + cosine * atQ;
  };
  matrix.forEach(turn);
  for (let column = 0; column < rowP.length; column++) {
    const atP = rowP[column] ?? 0;
    const atQ = rowQ[column] ?? 0;
    rowP[column] = cosine * atP - sine * atQ;
    rowQ[column] = sine * atP + cosine * atQ;
  }
  basis.forEach(turn);
}

/** Eigenvalues of a small symmetric matrix, greatest first, each with its unit vector (Jacobi's method). The matrix is left alone. */
export function symmetricEigen(symmetric: readonly Float64Array[]): { value: number; vector: Float64Array }[] {
  const matrix = symmetric.map((row) => row.slice());
  const size = matrix.length;
  const basis = matrix.map((_, row) => Float64Array.from({ length: size }, (_, column) => (row === column ? 1 : 0)));
  const scale = Math.max(...matrix.map((row, index) => Math.abs(row[index] ?? 0)), Number.MIN_VALUE);
  for (let sweep = 0, turned = true; sweep < SWEEPS && turned; sweep++) {
    turned = false;
    for (let p = 0; p < size; p++) {
      for (let q = p + 1; q < size; q++) {
        if (Math.abs(matrix[p]?.[q] ?? 0) <= NEGLIGIBLE * scale) continue;
        rotate(matrix, basis, p, q);
        turned = true;
      }
    }
  }
  return matrix
    .map((row, index) => ({ value: row[index] ?? 0, vector: Float64Array.from(basis, (values) => values[index] ?? 0) }))
    .sort((one, other) => other.value - one.value);
}
