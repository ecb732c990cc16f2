import type { Postings } from './postings.ts';
import { degreeOf, visitVariant } from './spoken.ts';
import type { ConceptVariant, ExpandedConcept } from './ways-to-say.ts';

/** Other ways to say a thing that so many signals hold tell nothing apart, and reading them costs most. */
const LEAST_RARITY = 0.12;

/** Running scores of one question over all signals. */
export interface Scoreboard {
  /** Signals with a score, by index, in no order. */
  readonly touched: readonly number[];
  scoreOf(signal: number): number;
  /** Adds what each signal has to say of one concept. */
  add(wanted: ExpandedConcept): void;
}

function isDistinctive({ asked, terms }: ConceptVariant, postings: Postings): boolean {
  return asked || terms.some((term) => (postings.get(term)?.rarity ?? 0) >= LEAST_RARITY);
}

export function createScoreboard(size: number, postings: Postings): Scoreboard {
  const total = new Float32Array(size);
  const touched: number[] = [];
  const own = new Uint32Array(size);
  const other = new Uint32Array(size);
  const ownPlaces = new Uint8Array(size);
  const otherPlaces = new Uint8Array(size);
  const isMet = new Uint8Array(size);
  const met: number[] = [];

  function collect(way: ConceptVariant): void {
    const [passagesOf, placesOf] = way.asked ? [own, ownPlaces] : [other, otherPlaces];
    visitVariant(way, postings, (signal, passages, places) => {
      if (isMet[signal] === 0) met.push(signal);
      isMet[signal] = 1;
      passagesOf[signal] = (passagesOf[signal] ?? 0) | passages;
      placesOf[signal] = (placesOf[signal] ?? 0) | places;
    });
  }

  function settle(signal: number, weight: number): void {
    const spoken = {
      own: own[signal] ?? 0,
      other: other[signal] ?? 0,
      ownPlaces: ownPlaces[signal] ?? 0,
      otherPlaces: otherPlaces[signal] ?? 0,
    };
    if (total[signal] === 0) touched.push(signal);
    total[signal] = (total[signal] ?? 0) + weight * degreeOf(spoken, postings.passageCounts[signal] ?? 0);
    for (const scratch of [own, other, ownPlaces, otherPlaces, isMet]) scratch[signal] = 0;
  }

  return {
    touched,
    scoreOf: (signal) => total[signal] ?? 0,
    add({ variants: ways, weight, power }) {
      if (power === 0) return;
      for (const way of ways) if (isDistinctive(way, postings)) collect(way);
      for (const signal of met) settle(signal, weight * power);
      met.length = 0;
    },
  };
}
