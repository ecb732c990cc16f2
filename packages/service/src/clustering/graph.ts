import type { Neighbours } from './nearest-rows.ts';

/** An undirected graph in typed arrays: each edge is listed at both of its ends. */
export interface Graph {
  /** Node n has the edges from `start[n]` up to `start[n + 1]`. */
  start: Int32Array;
  ends: Int32Array;
  weights: Float64Array;
  /** How much each node counts. */
  sizes: Float64Array;
}

export const nodeCount = (graph: Graph): number => graph.sizes.length;

/** Packs adjacency maps; both directions must be in them. */
function packGraph(edges: readonly ReadonlyMap<number, number>[], sizes: Float64Array): Graph {
  const start = new Int32Array(edges.length + 1);
  edges.forEach((own, node) => {
    start[node + 1] = (start[node] ?? 0) + own.size;
  });
  const ends = new Int32Array(start.at(-1) ?? 0);
  const weights = new Float64Array(ends.length);
  edges.forEach((own, node) => {
    let place = start[node] ?? 0;
    for (const [end, weight] of own) {
      ends[place] = end;
      weights[place++] = weight;
    }
  });
  return { start, ends, weights, sizes };
}

/**
 * An edge for each pair of which one is a neighbour of the other. Its weight is `similarityOf` times both sizes. A pair with no similarity left has no edge.
 */
export function graphOf(
  { perRow, rows, similarities }: Neighbours,
  sizes: Float64Array,
  similarityOf: (one: number, other: number, similarity: number) => number,
): Graph {
  const edges = Array.from(sizes, () => new Map<number, number>());
  for (let place = 0; place < rows.length; place++) {
    const one = Math.floor(place / perRow);
    const other = rows[place] ?? -1;
    if (other < 0) continue;
    const similarity = similarityOf(one, other, similarities[place] ?? 0);
    if (similarity <= 0) continue;
    const weight = similarity * (sizes[one] ?? 0) * (sizes[other] ?? 0);
    edges[one]?.set(other, weight);
    edges[other]?.set(one, weight);
  }
  return packGraph(edges, sizes);
}

/** One node for each group, numbered by first appearance; edges within a group are dropped. */
export function contract(graph: Graph, groups: Int32Array): { graph: Graph; nodeOf: Int32Array } {
  const numbers = new Map<number, number>();
  const nodeOf = groups.map((group) => {
    const number = numbers.get(group) ?? numbers.size;
    numbers.set(group, number);
    return number;
  });
  const edges = Array.from({ length: numbers.size }, () => new Map<number, number>());
  const sizes = new Float64Array(numbers.size);
  for (let node = 0; node < nodeCount(graph); node++) {
    const one = nodeOf[node] ?? 0;
    sizes[one] = (sizes[one] ?? 0) + (graph.sizes[node] ?? 0);
    for (let place = graph.start[node] ?? 0; place < (graph.start[node + 1] ?? 0); place++) {
      const other = nodeOf[graph.ends[place] ?? 0] ?? 0;
      if (one !== other) edges[one]?.set(other, (edges[one]?.get(other) ?? 0) + (graph.weights[place] ?? 0));
    }
  }
  return { graph: packGraph(edges, sizes), nodeOf };
}
