import { rowCount, type SparseRows } from './nearest-rows.ts';
import { SAME_WORDS } from './online-clustering.ts';

/**
 * How well each cluster fits its group: mean cosine of one of its posts to all others of the group, 0-1, by the words that they
 * wrote, not by borrowed ones. Posts of one cluster count as alike as it takes to join one. 1 for a post that is alone.
 */
export function clusterCoherences(rows: SparseRows, groups: Int32Array, documents: readonly number[]): Float64Array {
  const { start, terms, weights } = rows;
  const coherences = new Float64Array(rowCount(rows)).fill(1);
  const sums = new Float64Array(rows.termCount);
  const eachTerm = (row: number, visit: (term: number, weight: number) => void) => {
    for (let entry = start[row] ?? 0; entry < (start[row + 1] ?? 0); entry++)
      visit(terms[entry] ?? 0, weights[entry] ?? 0);
  };
  for (const members of Map.groupBy(groups.keys(), (row) => groups[row] ?? 0).values()) {
    const posts = members.reduce((sum, row) => sum + (documents[row] ?? 0), 0);
    if (posts < 2) continue;
    for (const row of members)
      eachTerm(row, (term, weight) => {
        sums[term] = (sums[term] ?? 0) + weight * (documents[row] ?? 0);
      });
    for (const row of members) {
      const own = documents[row] ?? 0;
      let toAll = 0;
      let toSelf = 0;
      eachTerm(row, (term, weight) => {
        toAll += weight * (sums[term] ?? 0);
        toSelf += weight * weight * own;
      });
      coherences[row] = Math.min(1, (toAll - toSelf + SAME_WORDS * (own - 1)) / (posts - 1));
    }
    for (const row of members)
      eachTerm(row, (term) => {
        sums[term] = 0;
      });
  }
  return coherences;
}
