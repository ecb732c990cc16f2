import type { ClusterCentroid, SignalCluster } from '../model/cluster.ts';
import type { Background } from '../text/background.ts';
import { borrowTerms } from './borrow-terms.ts';
import { coherentGroups } from './coherent-groups.ts';
import { type Graph, graphOf } from './graph.ts';
import { keepImprovements } from './keep-improvements.ts';
import { nearestRows, RowBuilder, type SparseRows } from './nearest-rows.ts';
import { Vocabulary } from './vocabulary.ts';

/** What an operator has decided by undoing what the night did. */
export interface OperatorDecisions {
  /** Signals that are to be merged with no other. */
  alone: readonly string[];
  /** Clusters that are not to be parted. */
  together: readonly (readonly string[])[];
}

export interface ConsolidationInput extends Background {
  clusters: readonly SignalCluster[];
  decisions?: OperatorDecisions;
  /** Look at the clusters as if none shared a signal today. */
  ignoreCurrentSignals?: boolean;
}

/** Micro-clusters that are one pain. */
export interface PainGroup {
  clusterIds: string[];
  /** Mean similarity of its posts, 0-1, as far as they are neighbours; 1 for a single micro-cluster. */
  coherence: number;
}

/** A group that differs from the signals of today. */
export interface Merge {
  clusterIds: string[];
  /** Mean similarity of the clusters, 0-1. */
  similarity: number;
  /** Mean similarity to the rest of the signals they were in, 0-1; null when there is no rest. */
  parted: number | null;
}

/** Least mean similarity, over all pairs of micro-clusters, at which two groups are one pain. */
export const COHERENCE = 0.2;

/** Pains grow with the corpus, but more slowly: neighbours looked at, per square root of the posts. */
const NEIGHBOURS_PER_ROOT = 0.25;
const LEAST_NEIGHBOURS = 5;
const MOST_NEIGHBOURS = 60;

/** Clusters that share a signal today count as this much more similar, so that signals don't fall apart and join again by turns. */
export const TOGETHER_BONUS = 0.05;

const KEPT_TERMS = 60;

/** Looks at the same night; the second or third usually changes nothing. */
const MOST_LOOKS = 5;

/**
 * The nightly look at all micro-clusters: which of them are the same pain. It joins, splits and moves alike, since it starts from
 * the micro-clusters, not from the signals of today. Returns only the groups that differ from today's signals. The same input gives
 * the same groups.
 */
export function consolidate(input: ConsolidationInput): Merge[] {
  const clusters = input.clusters.toSorted((one, other) => (one.id < other.id ? -1 : 1));
  const { graph, groups } = groupByPain(clusters, input);
  const between = similarityBetween(graph, groups);
  const itemsOf = Map.groupBy(clusters.keys(), (item) => clusters[item]?.signalId ?? '');
  return Array.from(Map.groupBy(clusters.keys(), (item) => groups[item] ?? 0)).flatMap(([group, items]) => {
    const signalIds = new Set(items.map((item) => clusters[item]?.signalId ?? ''));
    const others = new Set(
      [...signalIds]
        .flatMap((id) => (itemsOf.get(id) ?? []).map((item) => groups[item] ?? 0))
        .filter((each) => each !== group),
    );
    if (signalIds.size === 1 && others.size === 0) return [];
    const clusterIds = items.flatMap((item) => clusters[item]?.id ?? []);
    const parted = others.size === 0 ? null : between(group, [...others]);
    return [{ clusterIds, similarity: between(group, [group]), parted }];
  });
}

/** Looks again with the groups just found as the signals of today, until nothing improves: the next night then changes nothing. */
function groupByPain(
  clusters: readonly SignalCluster[],
  input: ConsolidationInput,
): { graph: Graph; groups: Int32Array } {
  const rows = borrowTerms(rowsOf(clusters, input));
  const posts = clusters.reduce((sum, { documents }) => sum + documents, 0);
  const neighbours = nearestRows(rows, neighboursFor(posts));
  const together = keptTogether(clusters, input.decisions?.together ?? []);
  let groups = input.ignoreCurrentSignals
    ? Int32Array.from(clusters.keys())
    : numbersOf(clusters.map(({ signalId }) => signalId));
  for (let look = 1; ; look++) {
    const graph = decidedGraph(neighbours, clusters, groups, input);
    const improved = keepImprovements(graph, groups, coherentGroups(graph, COHERENCE, together), {
      coherence: COHERENCE,
      together,
    });
    if (improved === null || look === MOST_LOOKS) return { graph, groups: improved ?? groups };
    groups = improved;
  }
}

/** The same number for equal names. */
function numbersOf(names: readonly string[]): Int32Array {
  const numbers = new Map<string, number>();
  for (const name of names) if (!numbers.has(name)) numbers.set(name, numbers.size);
  return Int32Array.from(names, (name) => numbers.get(name) ?? 0);
}

function neighboursFor(posts: number): number {
  return Math.min(MOST_NEIGHBOURS, Math.max(LEAST_NEIGHBOURS, Math.round(NEIGHBOURS_PER_ROOT * Math.sqrt(posts))));
}

function rowsOf(clusters: readonly ClusterCentroid[], { documents, documentFrequencies }: Background): SparseRows {
  const vocabulary = new Vocabulary(documents, documentFrequencies);
  const ids = clusters.map(({ terms }) => terms.map(([term]) => vocabulary.idOf(term)));
  const weights = new Float64Array(vocabulary.size);
  const builder = new RowBuilder();
  clusters.forEach(({ terms }, cluster) => {
    const own = ids[cluster] ?? [];
    own.forEach((id, place) => {
      weights[id] = (terms[place]?.[1] ?? 0) * (vocabulary.weights[id] ?? 0);
    });
    builder.add(own, weights, KEPT_TERMS);
  });
  return builder.build(vocabulary.size);
}

/** `groups` are the signals of today: clusters that share one count as more alike. */
function decidedGraph(
  neighbours: Parameters<typeof graphOf>[0],
  clusters: readonly SignalCluster[],
  groups: Int32Array,
  { decisions }: ConsolidationInput,
): Graph {
  const alone = new Set(decisions?.alone);
  // The root, so that one sentence said a hundred times does not outweigh a pain told in ten ways.
  const sizes = Float64Array.from(clusters, ({ documents }) => Math.sqrt(documents));
  return graphOf(neighbours, sizes, (one, other, similarity) => {
    const [own, theirs] = [clusters[one]?.signalId ?? '', clusters[other]?.signalId ?? ''];
    if (own !== theirs && (alone.has(own) || alone.has(theirs))) return 0;
    return groups[one] === groups[other] ? similarity + TOGETHER_BONUS : similarity;
  });
}

/** For each cluster a number that it shares with those it must not be parted from. */
function keptTogether(clusters: readonly SignalCluster[], together: OperatorDecisions['together']): Int32Array {
  const items = new Map(clusters.map(({ id }, item) => [id, item]));
  const kept = Int32Array.from(clusters.keys());
  for (const ids of together) {
    const [first, ...others] = ids.flatMap((id) => items.get(id) ?? []);
    for (const other of others) {
      const [from, to] = [kept[other], kept[first ?? other] ?? other];
      kept.forEach((group, item) => {
        if (group === from) kept[item] = to;
      });
    }
  }
  return kept;
}

/** Mean similarity of a group to others, or of its own members to each other, over all pairs; pairs that are no neighbours have none. */
function similarityBetween(graph: Graph, groups: Int32Array): (group: number, others: readonly number[]) => number {
  const shared = new Map<string, number>();
  const sizes = new Map<number, number>();
  const squares = new Map<number, number>();
  for (const [node, group] of groups.entries()) {
    const size = graph.sizes[node] ?? 0;
    sizes.set(group, (sizes.get(group) ?? 0) + size);
    squares.set(group, (squares.get(group) ?? 0) + size * size);
    for (let place = graph.start[node] ?? 0; place < (graph.start[node + 1] ?? 0); place++) {
      const key = `${group} ${groups[graph.ends[place] ?? 0]}`;
      shared.set(key, (shared.get(key) ?? 0) + (graph.weights[place] ?? 0));
    }
  }
  return (group, others) => {
    const own = sizes.get(group) ?? 0;
    let [sum, pairs] = [0, 0];
    for (const other of others) {
      sum += shared.get(`${group} ${other}`) ?? 0;
      pairs += other === group ? own * own - (squares.get(group) ?? 0) : own * (sizes.get(other) ?? 0);
    }
    return pairs === 0 ? 1 : Math.min(1, sum / pairs);
  };
}
