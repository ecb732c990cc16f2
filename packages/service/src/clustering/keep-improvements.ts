import { type Graph, nodeCount } from './graph.ts';

/** Below this a gain is rounding. */
const LEAST_GAIN = 1e-9;

/**
 * Takes over `proposed` groups only where they hold together better than `current` ones: for each set of groups that share nodes,
 * whole or not at all. Without this, equally good groupings would alternate from night to night. Sets in which nodes that must stay
 * `together` are apart are taken over in any case. Returns null when nothing is taken over.
 */
export function keepImprovements(
  graph: Graph,
  current: Int32Array,
  proposed: Int32Array,
  { coherence, together }: { coherence: number; together: Int32Array },
): Int32Array | null {
  const sets = overlappingSets(current, proposed);
  const before = coherenceBySet(graph, current, sets, coherence);
  const after = coherenceBySet(graph, proposed, sets, coherence);
  const forced = setsThatPart(current, together, sets);
  const kept = new Int32Array(current.length);
  const numbers = new Map<number, number>();
  let isChanged = false;
  for (let node = 0; node < kept.length; node++) {
    const set = sets[node] ?? 0;
    const isBetter = forced.has(set) || (after.get(set) ?? 0) > (before.get(set) ?? 0) + LEAST_GAIN;
    const name = isBetter ? 2 * (proposed[node] ?? 0) : 2 * (current[node] ?? 0) + 1;
    if (!numbers.has(name)) numbers.set(name, numbers.size);
    kept[node] = numbers.get(name) ?? 0;
    isChanged ||= isBetter;
  }
  return isChanged ? kept : null;
}

/** A number for each node: nodes that share a group in either grouping, directly or over others, have the same. */
function overlappingSets(current: Int32Array, proposed: Int32Array): Int32Array {
  const parents = Int32Array.from(current.keys());
  const root = (node: number): number => {
    let at = node;
    while (parents[at] !== at) {
      parents[at] = parents[parents[at] ?? at] ?? at;
      at = parents[at] ?? at;
    }
    return at;
  };
  for (const groups of [current, proposed]) {
    const first = new Map<number, number>();
    groups.forEach((group, node) => {
      const other = first.get(group);
      if (other === undefined) first.set(group, node);
      else parents[root(node)] = root(other);
    });
  }
  return Int32Array.from(parents, (_, node) => root(node));
}

/** The constant Potts model's quality of a grouping, for each set of nodes. */
function coherenceBySet(graph: Graph, groups: Int32Array, sets: Int32Array, coherence: number): Map<number, number> {
  const quality = new Map<number, number>();
  const add = (set: number, gain: number) => quality.set(set, (quality.get(set) ?? 0) + gain);
  const sizes = new Map<number, number>();
  for (let node = 0; node < nodeCount(graph); node++) {
    const [group, set, size] = [groups[node] ?? 0, sets[node] ?? 0, graph.sizes[node] ?? 0];
    add(set, -coherence * size * (sizes.get(group) ?? 0));
    sizes.set(group, (sizes.get(group) ?? 0) + size);
    for (let place = graph.start[node] ?? 0; place < (graph.start[node + 1] ?? 0); place++) {
      if (groups[graph.ends[place] ?? 0] === group) add(set, (graph.weights[place] ?? 0) / 2);
    }
  }
  return quality;
}

function setsThatPart(current: Int32Array, together: Int32Array, sets: Int32Array): Set<number> {
  const groupOf = new Map<number, number>();
  const parted = new Set<number>();
  together.forEach((keep, node) => {
    const group = groupOf.get(keep);
    if (group === undefined) groupOf.set(keep, current[node] ?? 0);
    else if (group !== current[node]) parted.add(sets[node] ?? 0);
  });
  return parted;
}
