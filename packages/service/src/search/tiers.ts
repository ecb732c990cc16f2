import type { WeighedConcept } from './query.ts';

/** Concepts that a post must all say, each as its wordings: the terms of any of them. */
type Combination = readonly (readonly (readonly string[])[])[];

/** What a post must say: any of the combinations. */
type Tier = readonly Combination[];

/** Concepts of a short query. Combinations double with each. */
const MOST_CONCEPTS = 6;

/** Fewer words are found as fast in any wording. */
const LEAST_OWN = 3;

/** How much of a query posts are looked for with, by weight: first those that say nearly all of it, last those that say anything. */
const LEAST_SAID = [0.9, 0.75, 0.6, 0.45, 0.3, 0.15, 0] as const;

/**
 * What to look for, the most first: a post of each tier says more of the query than one of the next. So the best posts are found without
 * reading all that say a common word. Concepts without a wording are left out; null when too many are left.
 */
export function tiersOf(concepts: readonly WeighedConcept[]): Tier[] | null {
  const said = concepts.filter(({ wordings }) => wordings.length > 0);
  if (said.length > MOST_CONCEPTS) return null;
  const all = weightOf(said);
  const sets = subsetsOf(said);
  const tiers = LEAST_SAID.map((share) => sets.filter((set) => isLeast(set, share * all)));
  return [...inOwnWords(said), ...tiers.filter((tier, at) => !isSame(tier, tiers[at - 1] ?? []))].map((tier) =>
    tier.map((set) => set.map(({ wordings }) => wordings.map(({ terms }) => terms))),
  );
}

/** All of the question as it was asked, which PostgreSQL finds four times as fast as with synonyms; no tier where that makes no difference. */
function inOwnWords(concepts: readonly WeighedConcept[]): WeighedConcept[][][] {
  const own = concepts.map((concept) => ({
    ...concept,
    wordings: concept.wordings.filter(({ share }) => share === 1),
  }));
  const isLess = own.some(({ wordings }, at) => wordings.length < (concepts[at]?.wordings.length ?? 0));
  return own.length >= LEAST_OWN && isLess && own.every(({ wordings }) => wordings.length > 0) ? [[own]] : [];
}

const weightOf = (concepts: readonly WeighedConcept[]): number => concepts.reduce((sum, { weight }) => sum + weight, 0);

/** Whether the concepts weigh enough together, but not without the lightest of them. */
function isLeast(concepts: readonly WeighedConcept[], least: number): boolean {
  const weight = weightOf(concepts);
  const lightest = Math.min(...concepts.map((concept) => concept.weight));
  return weight >= least && (concepts.length === 1 || weight - lightest < least);
}

const isSame = <Item>(some: readonly Item[], others: readonly Item[]): boolean =>
  some.length === others.length && some.every((item, at) => item === others[at]);

/** Every set of one or more. */
function subsetsOf<Item>(items: readonly Item[]): Item[][] {
  const sets: Item[][] = [];
  for (const item of items) sets.push(...sets.map((set) => [...set, item]), [item]);
  return sets;
}
