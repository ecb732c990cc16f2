/** Items by label and group. */
function countCells(labels: readonly string[], groups: readonly string[]): number[][] {
  const [rows, columns] = [[...new Set(labels)], [...new Set(groups)]];
  const size = Math.max(rows.length, columns.length);
  const cells = Array.from({ length: size }, () => new Array<number>(size).fill(0));
  const row = new Map(rows.map((label, index) => [label, index]));
  const column = new Map(columns.map((group, index) => [group, index]));
  labels.forEach((label, item) => {
    const counts = cells[row.get(label) ?? 0] ?? [];
    const at = column.get(groups[item] ?? '') ?? 0;
    counts[at] = (counts[at] ?? 0) + 1;
  });
  return cells;
}

/**
 * The share of items that are right when each group stands for one label and each label for one group, matched as well as can
 * be (ACC; Kuhn-Munkres by shortest augmenting paths).
 */
export function matchedShare(labels: readonly string[], groups: readonly string[]): number {
  const cells = countCells(labels, groups);
  const size = cells.length;
  const gain = (row: number, column: number) => cells[row - 1]?.[column - 1] ?? 0;
  // Numbered from 1; 0 stands for the row that is being matched.
  const rowPrice = new Float64Array(size + 1);
  const columnPrice = new Float64Array(size + 1);
  const rowOf = new Int32Array(size + 1);
  for (let row = 1; row <= size; row++) {
    const slack = new Float64Array(size + 1).fill(Number.POSITIVE_INFINITY);
    const from = new Int32Array(size + 1);
    const isDone = new Uint8Array(size + 1);
    rowOf[0] = row;
    let column = 0;
    while ((rowOf[column] ?? 0) !== 0) {
      isDone[column] = 1;
      const here = rowOf[column] ?? 0;
      let next = 0;
      let least = Number.POSITIVE_INFINITY;
      for (let other = 1; other <= size; other++) {
        if (isDone[other]) continue;
        const cost = -gain(here, other) - (rowPrice[here] ?? 0) - (columnPrice[other] ?? 0);
        if (cost < (slack[other] ?? 0)) [slack[other], from[other]] = [cost, column];
        if ((slack[other] ?? 0) < least) [least, next] = [slack[other] ?? 0, other];
      }
      for (let other = 0; other <= size; other++) {
        const matched = rowOf[other] ?? 0;
        if (isDone[other]) {
          rowPrice[matched] = (rowPrice[matched] ?? 0) + least;
          columnPrice[other] = (columnPrice[other] ?? 0) - least;
        } else slack[other] = (slack[other] ?? 0) - least;
      }
      column = next;
    }
    while (column !== 0) {
      const before = from[column] ?? 0;
      rowOf[column] = rowOf[before] ?? 0;
      column = before;
    }
  }
  let right = 0;
  for (let column = 1; column <= size; column++) right += gain(rowOf[column] ?? 0, column);
  return right / Math.max(1, labels.length);
}
