import { borrowTerms } from './borrow-terms.ts';
import { clusterCoherences, partStrangers } from './cluster-coherence.ts';
import type { ClusterRows } from './cluster-rows.ts';
import { coherentGroups } from './coherent-groups.ts';
import { type Graph, graphOf, membersOf } from './graph.ts';
import { joinSameWords, type TermReader } from './join-same-words.ts';
import { keepImprovements } from './keep-improvements.ts';
import { type Neighbours, nearestRows, type SparseRows } from './nearest-rows.ts';
import { splitSubjects } from './split-subjects.ts';

/** What an operator has decided by undoing what the night did. */
export interface OperatorDecisions {
  /** Signals that are to be merged with no other. */
  alone: readonly string[];
  /** Clusters that are not to be parted. */
  together: readonly (readonly string[])[];
}

export interface ConsolidationInput {
  /** In order of making. */
  clusters: ClusterRows;
  /** Whether a stem says what goes wrong or what is wanted: a group that shares one is never split. */
  saysPain: (stem: string) => boolean;
  decisions?: OperatorDecisions;
  /** Look at the clusters as if none shared a signal today. */
  ignoreCurrentSignals?: boolean;
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

/** Looks at the same night; the second or third usually changes nothing. */
const MOST_LOOKS = 5;
/** Times that groups are split and looked at again; what a sixth would change is left to the next night. */
const MOST_SPLITS = 5;

export interface Consolidation {
  /** Only the groups that differ from today's signals. */
  merges: Merge[];
  /** Clusters whose fit to their signal changed, with what it is now: see clusterCoherences; in steps of a hundredth. */
  coherences: { id: string; coherence: number }[];
}

/**
 * The nightly look at all micro-clusters: which of them are the same pain. It joins, splits and moves alike, since it starts from
 * the micro-clusters, not from the signals of today. The same input gives the same groups.
 */
export function consolidate(input: ConsolidationInput): Consolidation {
  const rows = input.clusters.rows();
  const { graph, groups } = groupByPain(rows, input);
  return { merges: mergesOf(graph, groups, input), coherences: changedCoherences(rows, groups, input) };
}

const inHundredths = (share: number): number => Math.round(share * 100) / 100;

function changedCoherences(rows: SparseRows, groups: Int32Array, { clusters }: ConsolidationInput) {
  return Array.from(clusterCoherences(rows, groups, clusters.documents), (coherence, item) => ({
    id: clusters.ids[item] ?? '',
    coherence: inHundredths(coherence),
  })).filter(({ coherence }, item) => coherence !== clusters.coherences[item]);
}

function mergesOf(graph: Graph, groups: Int32Array, input: ConsolidationInput): Merge[] {
  const { ids, signalIds } = input.clusters;
  const between = similarityBetween(graph, groups);
  const itemsOf = Map.groupBy(ids.keys(), (item) => signalIds[item] ?? '');
  return Array.from(Map.groupBy(ids.keys(), (item) => groups[item] ?? 0)).flatMap(([group, items]) => {
    const homes = new Set(items.map((item) => signalIds[item] ?? ''));
    const others = new Set(
      [...homes]
        .flatMap((id) => (itemsOf.get(id) ?? []).map((item) => groups[item] ?? 0))
        .filter((each) => each !== group),
    );
    if (homes.size === 1 && others.size === 0) return [];
    const clusterIds = items.flatMap((item) => ids[item] ?? []);
    const parted = others.size === 0 ? null : between(group, [...others]);
    return [{ clusterIds, similarity: between(group, [group]), parted }];
  });
}

/**
 * Looks again with the groups just found as the signals of today, until nothing changes: the next night then changes nothing. Where
 * looks take turns, the groups that come first in order win each night.
 */
function groupByPain(rows: SparseRows, input: ConsolidationInput): { graph: Graph; groups: Int32Array } {
  const { clusters } = input;
  const posts = clusters.documents.reduce((sum, documents) => sum + documents, 0);
  const perRow = neighboursFor(posts);
  const neighbours = nearestRows(borrowTerms(rows, clusters.repositories), perRow, clusters.repositories);
  const together = keptTogether(clusters.ids, input.decisions?.together ?? []);
  const saysPain = (term: number) => input.saysPain(clusters.termOf(term));
  const alone = new Set(input.decisions?.alone);
  const isAlone = (row: number) => alone.has(clusters.signalIds[row] ?? '');
  const words: TermReader = {
    termOf: (term) => clusters.termOf(term),
    rarityOf: (term) => clusters.rarityOf(term),
    saysPain,
  };
  const split = { rows, documents: clusters.documents, together, saysPain, neighbours: perRow, coherence: COHERENCE };
  let groups = numbersOf(input.ignoreCurrentSignals ? clusters.ids : clusters.signalIds);
  // Without their graphs, which are large.
  const looks: Int32Array[] = [];
  for (;;) {
    const { graph, groups: joined } = joinByPain(neighbours, groups, together, input);
    const parts = splitSubjects({ ...split, groups: joined });
    const { documents } = clusters;
    const whole = joinSameWords({ rows, groups: parts, documents, isAlone, words });
    const found = {
      graph,
      groups: numbersOf(partStrangers({ rows, groups: whole, before: groups, documents, together })),
    };
    if (compareGroups(found.groups, groups) === 0) return found;
    const before = looks.findIndex((look) => compareGroups(look, found.groups) === 0);
    if (before !== -1) {
      const first = looks.slice(before).reduce((one, other) => (compareGroups(one, other) < 0 ? one : other));
      return { graph: decidedGraph(neighbours, first, input), groups: first };
    }
    if (looks.push(found.groups) === MOST_SPLITS) return found;
    groups = found.groups;
  }
}

/** Below 0 where `one` comes first. */
function compareGroups(one: Int32Array, other: Int32Array): number {
  const at = one.findIndex((group, row) => group !== other[row]);
  return at === -1 ? 0 : (one[at] ?? 0) - (other[at] ?? 0);
}

/** Joins, parts and moves as long as groups hold together better. */
function joinByPain(neighbours: Neighbours, today: Int32Array, together: Int32Array, input: ConsolidationInput) {
  let groups = today;
  for (let look = 1; ; look++) {
    const graph = decidedGraph(neighbours, groups, input);
    const improved = keepImprovements(graph, groups, coherentGroups(graph, COHERENCE, together), {
      coherence: COHERENCE,
      together,
    });
    if (improved === null || look === MOST_LOOKS) return { graph, groups: improved ?? groups };
    groups = improved;
  }
}

/** The same number for equal names, by first appearance. */
function numbersOf<Name>(names: ArrayLike<Name>): Int32Array {
  const numbers = new Map<Name, number>();
  return Int32Array.from(names, (name) => {
    const number = numbers.get(name) ?? numbers.size;
    numbers.set(name, number);
    return number;
  });
}

/** How many neighbours of a cluster are looked at. */
export function neighboursFor(posts: number): number {
  return Math.min(MOST_NEIGHBOURS, Math.max(LEAST_NEIGHBOURS, Math.round(NEIGHBOURS_PER_ROOT * Math.sqrt(posts))));
}

/** `groups` are the signals of today: clusters that share one count as more alike. */
function decidedGraph(neighbours: Neighbours, groups: Int32Array, { clusters, decisions }: ConsolidationInput): Graph {
  const { signalIds } = clusters;
  const alone = new Set(decisions?.alone);
  // The root, so that one sentence said a hundred times does not outweigh a pain told in ten ways.
  const sizes = Float64Array.from(clusters.documents, Math.sqrt);
  return graphOf(neighbours, sizes, (one, other, similarity) => {
    const [own, theirs] = [signalIds[one] ?? '', signalIds[other] ?? ''];
    if (alone.size > 0 && own !== theirs && (alone.has(own) || alone.has(theirs))) return 0;
    return groups[one] === groups[other] ? similarity + TOGETHER_BONUS : similarity;
  });
}

/** For each cluster a number that it shares with those it must not be parted from. */
function keptTogether(ids: readonly string[], together: OperatorDecisions['together']): Int32Array {
  const kept = Int32Array.from(ids.keys());
  if (together.length === 0) return kept;
  const items = new Map(ids.map((id, item) => [id, item]));
  for (const those of together) {
    const [first, ...others] = those.flatMap((id) => items.get(id) ?? []);
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
  const count = groups.reduce((most, group) => Math.max(most, group), -1) + 1;
  const { start, members } = membersOf(groups, count);
  const nodesOf = (group: number) => members.subarray(start[group] ?? 0, start[group + 1] ?? 0);
  const sizeOf = (group: number) => nodesOf(group).reduce((sum, node) => sum + (graph.sizes[node] ?? 0), 0);
  return (group, others) => {
    const wanted = new Set(others);
    let shared = 0;
    let squares = 0;
    for (const node of nodesOf(group)) {
      squares += (graph.sizes[node] ?? 0) ** 2;
      for (let edge = graph.start[node] ?? 0; edge < (graph.start[node + 1] ?? 0); edge++)
        if (wanted.has(groups[graph.ends[edge] ?? 0] ?? 0)) shared += graph.weights[edge] ?? 0;
    }
    const own = sizeOf(group);
    const pairs = others.reduce((sum, other) => sum + own * sizeOf(other) - (other === group ? squares : 0), 0);
    return pairs === 0 ? 1 : Math.min(1, shared / pairs);
  };
}
