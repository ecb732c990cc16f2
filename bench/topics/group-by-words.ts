import type { ClusterCentroid } from '../../packages/service/src/model/cluster.ts';

/** Posts imagined to hold a term in each group: a term that a group has not met yet must not decide alone. */
const IMAGINED = 0.4;
const ROUNDS = 10;

interface CountedTerms {
  ids: Int32Array;
  /** Posts that hold each term. */
  counts: Float64Array;
  documents: number;
}

/** A cluster keeps weights, not counts: its heaviest term is taken to be in all its posts, and the others by their share of it. */
function countTermsOf({ terms, documents }: ClusterCentroid, numberOf: (term: string) => number): CountedTerms {
  const heaviest = terms.reduce((most, [, weight]) => Math.max(most, weight), 0) || 1;
  return {
    ids: Int32Array.from(terms, ([term]) => numberOf(term)),
    counts: Float64Array.from(terms, ([, weight]) => (documents * weight) / heaviest),
    documents,
  };
}

interface WordsOfGroup {
  /** Logarithm of the share of posts. */
  size: number;
  /** Logarithm of the share of each term among the group's terms, by term number. */
  shares: Float64Array;
}

function wordsOf(clusters: readonly CountedTerms[], terms: number): WordsOfGroup {
  const shares = new Float64Array(terms).fill(IMAGINED);
  let documents = 1;
  for (const { ids, counts, documents: own } of clusters) {
    documents += own;
    ids.forEach((id, place) => {
      shares[id] = (shares[id] ?? 0) + (counts[place] ?? 0);
    });
  }
  const total = shares.reduce((sum, share) => sum + share, 0);
  return { size: Math.log(documents), shares: shares.map((share) => Math.log(share / total)) };
}

function likeliest({ ids, counts }: CountedTerms, groups: readonly WordsOfGroup[]): number {
  let best = 0;
  let most = Number.NEGATIVE_INFINITY;
  for (const [group, { size, shares }] of groups.entries()) {
    let likelihood = size;
    for (let place = 0; place < ids.length; place++)
      likelihood += (counts[place] ?? 0) * (shares[ids[place] ?? 0] ?? 0);
    if (likelihood > most) [best, most] = [group, likelihood];
  }
  return best;
}

/**
 * Moves each cluster to the group whose words make its own likeliest, and again (naive Bayes): a group that was found in a latent
 * space of few dimensions then has its rare words too. No group is left empty.
 */
export function groupByWords(clusters: readonly ClusterCentroid[], groups: Int32Array, count: number): Int32Array {
  const numbers = new Map<string, number>();
  const numberOf = (term: string) => {
    const number = numbers.get(term) ?? numbers.size;
    numbers.set(term, number);
    return number;
  };
  const counted = clusters.map((cluster) => countTermsOf(cluster, numberOf));
  const settled = groups.slice();
  for (let round = 0, moved = true; moved && round < ROUNDS; round++) {
    const members = Map.groupBy(counted.keys(), (item) => settled[item] ?? 0);
    const words = Array.from({ length: count }, (_, group) =>
      wordsOf(
        (members.get(group) ?? []).flatMap((item) => counted[item] ?? []),
        numbers.size,
      ),
    );
    const left = words.map((_, group) => members.get(group)?.length ?? 0);
    moved = false;
    for (const [item, cluster] of counted.entries()) {
      const [from, to] = [settled[item] ?? 0, likeliest(cluster, words)];
      if (from === to || left[from] === 1) continue;
      settled[item] = to;
      left[from] = (left[from] ?? 0) - 1;
      left[to] = (left[to] ?? 0) + 1;
      moved = true;
    }
  }
  return settled;
}
