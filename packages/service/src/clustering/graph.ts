import type { Neighbours } from './nearest-rows.ts';

/** An undirected graph in typed arrays: each edge is listed at both of its ends. */
export interface Graph {
  /** Node n has the edges from `start[n]` up to `start[n + 1]`. */
  start: Int32Array;
  ends: Int32Array;
  weights: Float32Array;
  /** How much each node counts. */
  sizes: Float64Array;
}

export const nodeCount = (graph: Graph): number => graph.sizes.length;

/** From how many edges each node has to where they begin. */
function startsOf(counts: Int32Array): Int32Array {
  const start = new Int32Array(counts.length + 1);
  for (let node = 0; node < counts.length; node++) start[node + 1] = (start[node] ?? 0) + (counts[node] ?? 0);
  return start;
}

/**
 * An edge for each pair of which one is a neighbour of the other. Its weight is `similarityOf` times both sizes. A pair with no similarity left has no edge.
 */
export function graphOf(
  { perRow, rows, similarities }: Neighbours,
  sizes: Float64Array,
  similarityOf: (one: number, other: number, similarity: number) => number,
): Graph {
  const isNeighbour = (one: number, other: number): boolean => {
    for (let place = other * perRow; place < (other + 1) * perRow; place++) if (rows[place] === one) return true;
    return false;
  };
  const weights = new Float32Array(rows.length);
  const counts = new Int32Array(sizes.length);
  for (let place = 0; place < rows.length; place++) {
    const one = Math.floor(place / perRow);
    const other = rows[place] ?? -1;
    // Of two that are each other's neighbours the first one lists the pair.
    if (other < 0 || (other < one && isNeighbour(one, other))) continue;
    const similarity = similarityOf(one, other, similarities[place] ?? 0);
    if (similarity <= 0) continue;
    weights[place] = similarity * (sizes[one] ?? 0) * (sizes[other] ?? 0);
    counts[one] = (counts[one] ?? 0) + 1;
    counts[other] = (counts[other] ?? 0) + 1;
  }
  const start = startsOf(counts);
  const graph = { start, ends: new Int32Array(start.at(-1) ?? 0), weights: new Float32Array(start.at(-1) ?? 0), sizes };
  const next = start.slice();
  const add = (from: number, to: number, weight: number) => {
    const place = next[from] ?? 0;
    next[from] = place + 1;
    graph.ends[place] = to;
    graph.weights[place] = weight;
  };
  for (let place = 0; place < rows.length; place++) {
    const weight = weights[place] ?? 0;
    if (weight === 0) continue;
    const [one, other] = [Math.floor(place / perRow), rows[place] ?? 0];
    add(one, other, weight);
    add(other, one, weight);
  }
  return graph;
}

/** The nodes of each group, group by group; group g has those from `start[g]` up to `start[g + 1]`. */
export function membersOf(groups: Int32Array, count: number): { start: Int32Array; members: Int32Array } {
  const counts = new Int32Array(count);
  for (const group of groups) counts[group] = (counts[group] ?? 0) + 1;
  const start = startsOf(counts);
  const next = start.slice();
  const members = new Int32Array(groups.length);
  groups.forEach((group, node) => {
    const place = next[group] ?? 0;
    next[group] = place + 1;
    members[place] = node;
  });
  return { start, members };
}

/** One node for each group, numbered by first appearance; edges within a group are dropped. */
export function contract(graph: Graph, groups: Int32Array): { graph: Graph; nodeOf: Int32Array } {
  const numbers = new Map<number, number>();
  const nodeOf = groups.map((group) => {
    const number = numbers.get(group) ?? numbers.size;
    numbers.set(group, number);
    return number;
  });
  const count = numbers.size;
  const { start: first, members } = membersOf(nodeOf, count);
  const start = new Int32Array(count + 1);
  const ends = new Int32Array(graph.ends.length);
  const weights = new Float32Array(graph.ends.length);
  const sizes = new Float64Array(count);
  const shared = new Float64Array(count);
  let size = 0;
  for (let group = 0; group < count; group++) {
    const begun = size;
    for (let place = first[group] ?? 0; place < (first[group + 1] ?? 0); place++) {
      const node = members[place] ?? 0;
      sizes[group] = (sizes[group] ?? 0) + (graph.sizes[node] ?? 0);
      for (let edge = graph.start[node] ?? 0; edge < (graph.start[node + 1] ?? 0); edge++) {
        const other = nodeOf[graph.ends[edge] ?? 0] ?? 0;
        if (other === group) continue;
        if (shared[other] === 0) ends[size++] = other;
        shared[other] = (shared[other] ?? 0) + (graph.weights[edge] ?? 0);
      }
    }
    for (let edge = begun; edge < size; edge++) {
      const other = ends[edge] ?? 0;
      weights[edge] = shared[other] ?? 0;
      shared[other] = 0;
    }
    start[group + 1] = size;
  }
  return { graph: { start, ends: ends.slice(0, size), weights: weights.slice(0, size), sizes }, nodeOf };
}
