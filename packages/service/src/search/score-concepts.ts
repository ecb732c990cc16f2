import { PLACE, type Posting, type Postings } from './postings.ts';
import type { ConceptVariant, ExpandedConcept } from './query.ts';

/** Where a signal speaks of a concept: in the asker's words, and in others. Passages a bit each, places as in PLACE. */
export interface ConceptMatch {
  own: number;
  other: number;
  ownPlaces: number;
  otherPlaces: number;
}

/** What another word for the asked one counts against it. */
export const SYNONYM_WEIGHT = 0.6;

/** Passages imagined beside those there are: of two posts, one that holds a word by chance must not stand for half of them. */
const IMAGINED = 2;

/** Share of the passages from where on a signal is about a concept, and more of it hardly counts. */
const SATURATION = 0.3;

/** How much standing in the topic or summary raises what the passages say, and what it counts beside them. */
const RAISES = { topic: 0.8, summary: 0.4, area: 0 } as const;
const COUNTS = { topic: 0.25, summary: 0.1, area: 0.05 } as const;

/** A topic quotes one post: a word that hardly any other post holds is not what the signal is about, though the topic has it. */
const TRUSTED = { alone: 0.3, byShare: 6 } as const;

export function bitsIn(mask: number): number {
  const pairs = mask - ((mask >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

type PlaceValues = Readonly<Record<keyof typeof PLACE, number>>;

function sumPlaces(values: PlaceValues, places: number): number {
  return (
    ((places & PLACE.topic) === 0 ? 0 : values.topic) +
    ((places & PLACE.summary) === 0 ? 0 : values.summary) +
    ((places & PLACE.area) === 0 ? 0 : values.area)
  );
}

/** How much a signal of so many passages is about a concept: 0 not at all, 1 or a little more: about nothing else. */
function degreeOf({ own, other, ownPlaces, otherPlaces }: ConceptMatch, passages: number): number {
  const share = (bitsIn(own) + SYNONYM_WEIGHT * bitsIn(other & ~own)) / (passages + IMAGINED);
  const named = (values: PlaceValues) =>
    sumPlaces(values, ownPlaces) + SYNONYM_WEIGHT * sumPlaces(values, otherPlaces & ~ownPlaces);
  const trust = Math.min(1, TRUSTED.alone + TRUSTED.byShare * share);
  const weight = share * (1 + named(RAISES)) + trust * named(COUNTS);
  return (weight / (weight + SATURATION)) * (1 + SATURATION / 2);
}

/** Where a signal stands in a posting; -1 when it does not. */
function positionOf({ signals }: Posting, signal: number): number {
  let low = 0;
  let high = signals.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((signals[middle] ?? 0) < signal) low = middle + 1;
    else high = middle;
  }
  return signals[low] === signal ? low : -1;
}

/** Calls `visit` for each signal that holds all terms of a way together, with the passages and places that do. */
function visitVariant(
  { terms }: ConceptVariant,
  postings: Postings,
  visit: (signal: number, passages: number, places: number) => void,
): void {
  const found = terms.flatMap((term) => postings.get(term) ?? []);
  if (found.length < terms.length) return;
  const [rarest, ...others] = found.sort((one, other) => one.signals.length - other.signals.length);
  if (rarest === undefined) return;
  for (let at = 0; at < rarest.signals.length; at++) {
    const signal = rarest.signals[at] ?? 0;
    let passages = rarest.passages[at] ?? 0;
    let places = rarest.places[at] ?? 0;
    for (const other of others) {
      const position = positionOf(other, signal);
      passages &= position === -1 ? 0 : (other.passages[position] ?? 0);
      places &= position === -1 ? 0 : (other.places[position] ?? 0);
    }
    if (passages !== 0 || places !== 0) visit(signal, passages, places);
  }
}

/** Where one signal speaks of a concept, and the way of saying it that it uses most, the asker's own first. */
export function matchConcept(
  signal: number,
  ways: readonly ConceptVariant[],
  postings: Postings,
): ConceptMatch & { written: string | undefined } {
  const spoken = { own: 0, other: 0, ownPlaces: 0, otherPlaces: 0 };
  let best: { written: string; uses: number } | undefined;
  for (const { terms, asked, written } of ways) {
    let passages = -1;
    let places = -1;
    for (const term of terms) {
      const posting = postings.get(term);
      const position = posting === undefined ? -1 : positionOf(posting, signal);
      passages &= position === -1 ? 0 : (posting?.passages[position] ?? 0);
      places &= position === -1 ? 0 : (posting?.places[position] ?? 0);
    }
    if (asked) {
      spoken.own |= passages;
      spoken.ownPlaces |= places;
    } else {
      spoken.other |= passages;
      spoken.otherPlaces |= places;
    }
    const uses = bitsIn(passages) + (places === 0 ? 0 : 1);
    if (uses > 0 && (best === undefined || uses > best.uses)) best = { written, uses: asked ? Infinity : uses };
  }
  return { ...spoken, written: best?.written };
}

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
