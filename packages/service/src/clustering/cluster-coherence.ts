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

/** A post leaves a group that it has this much less in common with than the others have, and little enough with. */
const STRANGER = { ofMean: 0.7, most: 0.2 } as const;
/** One that was with some of the group before leaves below this share of that, so that it doesn't come and go by turns. */
const AT_HOME = 0.9;

export interface GroupedRows {
  rows: SparseRows;
  groups: Int32Array;
  /** Groups of today. */
  before: Int32Array;
  /** Posts of each row. */
  documents: readonly number[];
  /** A number that rows share which must not be parted. */
  together: Int32Array;
}

/**
 * Makes each cluster that has little in common with its group a group of its own: around the posts about a pain are some that only
 * share a word with them.
 */
export function partStrangers({ rows, groups, before, documents, together }: GroupedRows): Int32Array {
  const fits = clusterCoherences(rows, groups, documents);
  const bound = new Set(together.filter((number, row) => number !== row));
  let next = groups.reduce((most, group) => Math.max(most, group), -1) + 1;
  const parted = groups.slice();
  for (const members of Map.groupBy(groups.keys(), (row) => groups[row] ?? 0).values()) {
    const posts = members.reduce((sum, row) => sum + (documents[row] ?? 0), 0);
    const mean = members.reduce((sum, row) => sum + (documents[row] ?? 0) * (fits[row] ?? 0), 0) / posts;
    const limit = Math.min(STRANGER.most, STRANGER.ofMean * mean);
    const homes = Map.groupBy(members, (row) => before[row] ?? 0);
    for (const row of members) {
      const isAtHome = (homes.get(before[row] ?? 0)?.length ?? 0) > 1;
      const isStranger = (fits[row] ?? 1) < limit * (isAtHome ? AT_HOME : 1);
      if (isStranger && !bound.has(together[row] ?? row)) parted[row] = next++;
    }
  }
  return parted;
}
