import { borrowTerms } from './borrow-terms.ts';
import { coherentGroups } from './coherent-groups.ts';
import { graphOf } from './graph.ts';
import { postsOf } from './join-same-words.ts';
import { nearestRows, RowBuilder, type SparseRows } from './nearest-rows.ts';

export interface SplitInput {
  rows: SparseRows;
  /** A group number for each row. */
  groups: Int32Array;
  /** Posts of each row. */
  documents: readonly number[];
  /** A number that rows share which must not be parted. */
  together: Int32Array;
  /** Whether a term, by its number, says what goes wrong or is wanted. */
  saysPain: (term: number) => boolean;
  /** Neighbours of a row that are looked at. */
  neighbours: number;
  /** Least mean similarity within a part. */
  coherence: number;
}

/** Posts from which on a group is looked at, and that make a part a pain of its own: so many at least, and so many for each neighbour. */
const GROUP = { least: 20, perNeighbour: 1.5 } as const;
const PART = { least: 5, perNeighbour: 1 / 3 } as const;
/** Share of the posts that hold a word that all of them are about. */
const COMMON = 0.5;
/** Cosine of two parts, by all of their words, from which they are one. */
const ALIKE = 0.6;

/**
 * Parts groups whose posts share a subject ("Keyboard Manager") and no trouble: within the group, a word counts the less the more
 * posts hold it, and what is alike in the rest becomes a group. Posts that are like few others stay together.
 */
export function splitSubjects(input: SplitInput): Int32Array {
  const { rows, groups, documents, together, neighbours } = input;
  const enough = ({ least, perNeighbour }: typeof GROUP | typeof PART) => Math.max(least, perNeighbour * neighbours);
  const split = groups.slice();
  let next = groups.reduce((most, group) => Math.max(most, group), -1) + 1;
  const shares = new Float64Array(rows.termCount);
  for (const members of Map.groupBy(groups.keys(), (row) => groups[row] ?? 0).values()) {
    const posts = postsOf(members, documents);
    if (members.length < 2 || posts < enough(GROUP)) continue;
    const terms = countShares(members, posts, input, shares);
    if (!terms.some((term) => (shares[term] ?? 0) >= COMMON && input.saysPain(term))) {
      const graph = graphOf(
        nearestRows(borrowTerms(withoutCommon(members, rows, shares)), neighbours),
        Float64Array.from(members, (row) => Math.sqrt(documents[row] ?? 0)),
        (_one, _other, similarity) => similarity,
      );
      const parts = coherentGroups(
        graph,
        input.coherence,
        Int32Array.from(members, (row) => together[row] ?? row),
      );
      const large = [...Map.groupBy(members.keys(), (place) => parts[place] ?? 0).values()]
        .map((places) => places.map((place) => members[place] ?? 0))
        .filter((part) => postsOf(part, documents) >= enough(PART));
      const pains = joinAlike(large, input);
      if (pains.length > 1)
        for (const part of pains) {
          for (const row of part) split[row] = next;
          next += 1;
        }
    }
    for (const term of terms) shares[term] = 0;
  }
  return split;
}

/** Parts in nearly the same words are one pain, told in several versions. */
function joinAlike(parts: readonly (readonly number[])[], { rows, documents }: SplitInput): number[][] {
  const joined: { members: number[]; sums: Map<number, number> }[] = [];
  for (const part of parts) {
    const sums = new Map<number, number>();
    for (const row of part)
      for (let entry = rows.start[row] ?? 0; entry < (rows.start[row + 1] ?? 0); entry++) {
        const term = rows.terms[entry] ?? 0;
        sums.set(term, (sums.get(term) ?? 0) + (rows.weights[entry] ?? 0) * (documents[row] ?? 0));
      }
    const same = joined.find((other) => cosine(other.sums, sums) >= ALIKE);
    if (same === undefined) joined.push({ members: [...part], sums });
    else {
      same.members.push(...part);
      for (const [term, sum] of sums) same.sums.set(term, (same.sums.get(term) ?? 0) + sum);
    }
  }
  return joined.map(({ members }) => members);
}

const squareOf = (sums: ReadonlyMap<number, number>) => sums.values().reduce((square, sum) => square + sum * sum, 0);

function cosine(one: ReadonlyMap<number, number>, other: ReadonlyMap<number, number>): number {
  const product = one.entries().reduce((sum, [term, weight]) => sum + weight * (other.get(term) ?? 0), 0);
  return product / Math.sqrt(squareOf(one) * squareOf(other) || 1);
}

/** Fills `shares` with the share of the group's posts that hold each term, and returns the terms. */
function countShares(members: readonly number[], posts: number, { rows, documents }: SplitInput, shares: Float64Array) {
  const { start, terms } = rows;
  const found: number[] = [];
  for (const row of members)
    for (const term of terms.subarray(start[row] ?? 0, start[row + 1] ?? 0)) {
      if (shares[term] === 0) found.push(term);
      shares[term] = (shares[term] ?? 0) + (documents[row] ?? 0) / posts;
    }
  return found;
}

/** The rows of a group, with what all share left out, and what many share counting less. */
function withoutCommon(
  members: readonly number[],
  { start, terms, weights, termCount }: SparseRows,
  shares: Float64Array,
) {
  const builder = new RowBuilder();
  const rest = new Float64Array(termCount);
  for (const row of members) {
    const own = [...terms.subarray(start[row] ?? 0, start[row + 1] ?? 0)];
    own.forEach((term, place) => {
      rest[term] = (weights[(start[row] ?? 0) + place] ?? 0) * Math.max(0, 1 - (shares[term] ?? 0));
    });
    builder.add(own, rest, own.length);
  }
  return builder.build(termCount);
}
