/** Similarities of items by number, both ways; a pair that is missing has none. */
export type SimilarityGraph = readonly Map<number, number>[];

/** Items that belong together, with the mean similarity at which the last of them joined. */
export interface Group {
  items: number[];
  similarity: number;
}

interface Nearest {
  item: number;
  similarity: number;
}

function isNearer(similarity: number, item: number, nearest: Nearest): boolean {
  return similarity > nearest.similarity || (similarity === nearest.similarity && item < nearest.item);
}

function nearestOf(neighbours: ReadonlyMap<number, number>): Nearest {
  let nearest = { item: -1, similarity: 0 };
  for (const [item, similarity] of neighbours) {
    if (isNearer(similarity, item, nearest)) nearest = { item, similarity };
  }
  return nearest;
}

/** Groups under way: each goes by the number of one of its items. */
class Groups {
  readonly groups: Map<number, Group>;
  #neighbours: Map<number, number>[];
  #weights: number[];
  #nearest: Nearest[];

  constructor(graph: SimilarityGraph, weights: readonly number[]) {
    this.groups = new Map(graph.map((_, item) => [item, { items: [item], similarity: 1 }]));
    this.#neighbours = graph.map((similarities) => new Map(similarities));
    this.#weights = [...weights];
    this.#nearest = this.#neighbours.map(nearestOf);
  }

  /** The two most similar groups. */
  closest(): { one: number; other: number; similarity: number } {
    let one = -1;
    let closest: Nearest = { item: -1, similarity: 0 };
    for (const group of this.groups.keys()) {
      const nearest = this.#nearest[group] ?? closest;
      if (nearest.similarity > closest.similarity) {
        one = group;
        closest = nearest;
      }
    }
    return { one, other: closest.item, similarity: closest.similarity };
  }

  /** Makes one group of those that hold the items. */
  joinAll(items: readonly number[]): void {
    const [first, ...others] = items;
    if (first === undefined) return;
    for (const item of others) {
      const [one, other] = [this.#groupOf(first), this.#groupOf(item)];
      if (one !== other) this.join(one, other, 1);
    }
  }

  #groupOf(item: number): number {
    if (this.groups.has(item)) return item;
    return this.groups.entries().find(([, { items }]) => items.includes(item))?.[0] ?? item;
  }

  join(one: number, other: number, similarity: number): void {
    const [kept, ended] = [this.groups.get(one), this.groups.get(other)];
    if (kept === undefined || ended === undefined) return;
    kept.items.push(...ended.items);
    kept.similarity = similarity;
    this.groups.delete(other);
    this.#average(one, other);
    this.#weights[one] = (this.#weights[one] ?? 0) + (this.#weights[other] ?? 0);
  }

  #average(one: number, other: number): void {
    const ofOne = this.#neighbours[one] ?? new Map<number, number>();
    const ofOther = this.#neighbours[other] ?? new Map<number, number>();
    const [weight, otherWeight] = [this.#weights[one] ?? 0, this.#weights[other] ?? 0];
    ofOne.delete(other);
    ofOther.delete(one);
    for (const item of new Set([...ofOne.keys(), ...ofOther.keys()])) {
      const sum = (ofOne.get(item) ?? 0) * weight + (ofOther.get(item) ?? 0) * otherWeight;
      const mean = sum / (weight + otherWeight);
      ofOne.set(item, mean);
      this.#neighbours[item]?.delete(other);
      this.#neighbours[item]?.set(one, mean);
      this.#updateNearest(item, one, other, mean);
    }
    ofOther.clear();
    this.#nearest[one] = nearestOf(ofOne);
  }

  /** Looking through all neighbours again is only needed when the nearest was one of the two that joined. */
  #updateNearest(item: number, one: number, other: number, similarity: number): void {
    const nearest = this.#nearest[item] ?? { item: -1, similarity: 0 };
    if (nearest.item === one || nearest.item === other)
      this.#nearest[item] = nearestOf(this.#neighbours[item] ?? new Map());
    else if (isNearer(similarity, one, nearest)) this.#nearest[item] = { item: one, similarity };
  }
}

/**
 * Joins the two most similar groups again and again while they are at least `cut` similar on average over all their pairs,
 * each item counting by its weight. Items of `together` are one group from the start.
 */
export function linkByAverage(
  graph: SimilarityGraph,
  weights: readonly number[],
  cut: number,
  together: readonly (readonly number[])[] = [],
): Group[] {
  const groups = new Groups(graph, weights);
  for (const items of together) groups.joinAll(items);
  for (;;) {
    const { one, other, similarity } = groups.closest();
    if (one < 0 || similarity < cut) return [...groups.groups.values()];
    groups.join(one, other, similarity);
  }
}
