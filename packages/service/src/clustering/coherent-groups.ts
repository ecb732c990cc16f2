import { contract, type Graph, nodeCount } from './graph.ts';

const MOST_LEVELS = 20;
const MOST_ROUNDS = 20;

/** Below this a gain is rounding. */
const LEAST_GAIN = 1e-9;

/**
 * Parts a graph into groups of which each holds together: a node, or a whole group, joins another only if their mean similarity over
 * all pairs of nodes, each counting by its size, is at least `coherence` (the constant Potts model, Traag et al. 2011, by Louvain's moves). Nodes of one group in
 * `together` are never parted. Returns a group number for each node; the same graph always gives the same groups.
 */
export function coherentGroups(graph: Graph, coherence: number, together: Int32Array): Int32Array {
  const first = contract(graph, together);
  let level = first.graph;
  let groupOf = first.nodeOf;
  for (let levels = 0; levels < MOST_LEVELS; levels++) {
    const groups = moveNodes(level, coherence);
    const next = contract(level, groups);
    groupOf = groupOf.map((node) => next.nodeOf[node] ?? 0);
    if (nodeCount(next.graph) === nodeCount(level)) break;
    level = next.graph;
  }
  return groupOf;
}

/** Each node moves to the group where it raises the coherence most, until few move. */
function moveNodes(graph: Graph, coherence: number): Int32Array {
  const count = nodeCount(graph);
  const groups = Int32Array.from({ length: count }, (_, node) => node);
  const sizes = graph.sizes.slice();
  const shared = new Float64Array(count);
  const touched: number[] = [];
  for (let round = 0; round < MOST_ROUNDS; round++) {
    let moves = 0;
    for (let node = 0; node < count; node++) {
      touched.length = 0;
      for (let place = graph.start[node] ?? 0; place < (graph.start[node + 1] ?? 0); place++) {
        const group = groups[graph.ends[place] ?? 0] ?? 0;
        if (shared[group] === 0) touched.push(group);
        shared[group] = (shared[group] ?? 0) + (graph.weights[place] ?? 0);
      }
      const own = groups[node] ?? 0;
      const size = graph.sizes[node] ?? 0;
      let best = own;
      let most = (shared[own] ?? 0) - coherence * size * ((sizes[own] ?? 0) - size);
      for (const group of touched) {
        if (group === own) continue;
        const gain = (shared[group] ?? 0) - coherence * size * (sizes[group] ?? 0);
        if (gain <= most + LEAST_GAIN) continue;
        most = gain;
        best = group;
      }
      for (const group of touched) shared[group] = 0;
      if (best === own) continue;
      sizes[own] = (sizes[own] ?? 0) - size;
      sizes[best] = (sizes[best] ?? 0) + size;
      groups[node] = best;
      moves += 1;
    }
    if (moves * 1000 < count) break;
  }
  return groups;
}
