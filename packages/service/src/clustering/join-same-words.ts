import type { SparseRows } from './nearest-rows.ts';

export interface JoinInput {
  rows: SparseRows;
  /** A group number for each row. */
  groups: Int32Array;
  /** Posts of each row. */
  documents: readonly number[];
  /** Rows of signals that an operator keeps apart. */
  isAlone: (row: number) => boolean;
  words: TermReader;
}

/** What the number of a term stands for. */
export interface TermReader {
  termOf(term: number): string;
  /** Its inverse document frequency. */
  rarityOf(term: number): number;
  /** Whether it says what goes wrong or is wanted. */
  saysPain(term: number): boolean;
}

const LEAST_POSTS = 3;
/** Share of a word's weight in the title from which it counts as one: in the body alone it has a third. */
const IN_TITLE = 0.7;
/** Share of the posts of each group whose titles hold a word that both are about. */
const HELD = 0.4;
/** Cosine of two groups, by all of their words, from which they may be one. */
const ALIKE = 0.55;
/**
 * Words that titles of both hold: a component's name has fewer. One less where one of them is a trouble or a need, or where
 * titles of one hold no other.
 */
const SHARED = 4;

/** Some rows that are a group, and the words of their titles. */
interface Group {
  members: readonly number[];
  posts: number;
  heads: readonly number[];
}

/**
 * Joins groups whose titles say the same in the same words ("Plan shows changes nobody made", "… on an untouched stack"). Each post has
 * only so many neighbors, so that a pain with many posts falls into parts that are each as large as a neighborhood.
 */
export function joinSameWords(input: JoinInput): Int32Array {
  const { groups, documents } = input;
  const joined = groups.slice();
  const describe = describer(input);
  let all = [...Map.groupBy(groups.keys(), (row) => groups[row] ?? 0).values()]
    .filter((members) => postsOf(members, documents) >= LEAST_POSTS && !members.some(input.isAlone))
    .map(describe);
  const cosine = cosines(input);
  for (;;) {
    const pairs = pairsWithSharedWords(all)
      .filter(([one, other]) => sharesStatement(one, other, input.words))
      .map(([one, other]) => ({ one, other, similarity: cosine(one, other) }))
      .filter(({ similarity }) => similarity >= ALIKE)
      .sort((a, b) => b.similarity - a.similarity || order(a.one, b.one) || order(a.other, b.other));
    if (pairs.length === 0) return joined;
    const taken = new Set<Group>();
    const made: Group[] = [];
    for (const { one, other } of pairs) {
      if (taken.has(one) || taken.has(other)) continue;
      taken.add(one).add(other);
      const members = [...one.members, ...other.members].sort((a, b) => a - b);
      for (const row of members) joined[row] = groups[members[0] ?? 0] ?? 0;
      made.push(describe(members));
    }
    all = [...all.filter((group) => !taken.has(group)), ...made];
  }
}

const order = (one: Group, other: Group): number => (one.members[0] ?? 0) - (other.members[0] ?? 0);

/** How many posts the rows have together. */
export const postsOf = (rows: readonly number[], documents: readonly number[]): number =>
  rows.reduce((sum, row) => sum + (documents[row] ?? 0), 0);

/** Reads the words that many titles of some rows hold. */
function describer({ rows: { start, terms, weights, termCount }, documents, words }: JoinInput) {
  const held = new Float64Array(termCount);
  return (members: readonly number[]): Group => {
    const posts = postsOf(members, documents);
    const found: number[] = [];
    for (const row of members) {
      const [from, to] = [start[row] ?? 0, start[row + 1] ?? 0];
      const countOf = (entry: number) => (weights[entry] ?? 0) / (words.rarityOf(terms[entry] ?? 0) || 1);
      let most = 0;
      for (let entry = from; entry < to; entry++) most = Math.max(most, countOf(entry));
      for (let entry = from; entry < to; entry++) {
        const term = terms[entry] ?? 0;
        if (countOf(entry) < IN_TITLE * most) continue;
        if (held[term] === 0) found.push(term);
        held[term] = (held[term] ?? 0) + (documents[row] ?? 0);
      }
    }
    const heads = found.filter((term) => (held[term] ?? 0) >= HELD * posts);
    for (const term of found) held[term] = 0;
    return { members, posts, heads };
  };
}

/**
 * Pairs of groups with SHARED - 1 words or more in common, each once. Two such groups meet in a word even where each leaves out the
 * SHARED - 2 most frequent of its own, so "error" and "fails" are never looked up.
 */
function pairsWithSharedWords(groups: readonly Group[]): [Group, Group][] {
  const frequencies = new Map<number, number>();
  for (const { heads } of groups) for (const term of heads) frequencies.set(term, (frequencies.get(term) ?? 0) + 1);
  const byTerm = new Map<number, number[]>();
  const pairs: [Group, Group][] = [];
  for (const [at, group] of groups.entries()) {
    const rarest = group.heads
      .toSorted((one, other) => (frequencies.get(one) ?? 0) - (frequencies.get(other) ?? 0) || one - other)
      .slice(0, Math.max(0, group.heads.length - (SHARED - 2)));
    const met = new Set(rarest.flatMap((term) => byTerm.get(term) ?? []));
    for (const other of met) if (groups[other]) pairs.push([groups[other], group]);
    for (const term of rarest) {
      const own = byTerm.get(term);
      if (own === undefined) byTerm.set(term, [at]);
      else own.push(at);
    }
  }
  return pairs;
}

/** A compound and its parts are one word: "powertoi", "power" and "toy". Stems may end in another letter. */
const isPartOf = (word: string, compound: string): boolean =>
  compound.length > word.length && compound.includes(word.slice(0, Math.max(2, word.length - 1)));

function sharesStatement(one: Group, other: Group, { termOf, saysPain }: TermReader): boolean {
  const both = new Set(other.heads);
  const shared = one.heads.filter((term) => both.has(term));
  const names = shared.map(termOf);
  const words = names.filter((name) => !names.some((compound) => isPartOf(name, compound))).length;
  const isWhole = shared.length === Math.min(one.heads.length, other.heads.length);
  return words >= SHARED || (words === SHARED - 1 && (isWhole || shared.some(saysPain)));
}

/** The cosine of two groups by the words of all their posts. */
function cosines({ rows: { start, terms, weights }, documents }: JoinInput): (one: Group, other: Group) => number {
  const sums = new Map<Group, { sums: ReadonlyMap<number, number>; length: number }>();
  const vectorOf = (group: Group) => {
    const known = sums.get(group);
    if (known !== undefined) return known;
    const own = new Map<number, number>();
    for (const row of group.members)
      for (let entry = start[row] ?? 0; entry < (start[row + 1] ?? 0); entry++) {
        const term = terms[entry] ?? 0;
        own.set(term, (own.get(term) ?? 0) + (weights[entry] ?? 0) * (documents[row] ?? 0));
      }
    const vector = { sums: own, length: Math.sqrt(own.values().reduce((square, sum) => square + sum * sum, 0)) };
    sums.set(group, vector);
    return vector;
  };
  return (one, other) => {
    const [a, b] = [vectorOf(one), vectorOf(other)];
    const product = a.sums.entries().reduce((sum, [term, weight]) => sum + weight * (b.sums.get(term) ?? 0), 0);
    return product / (a.length * b.length || 1);
  };
}
