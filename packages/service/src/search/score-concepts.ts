import { lowerBound } from './lower-bound.ts';
import { PLACE, type Posting, type Postings } from './postings.ts';
import type { ConceptVariant, ExpandedConcept } from './query.ts';

/** Where a signal contains a concept: in the query's own words, and in synonyms. Passages one bit each, places as in PLACE. */
export interface ConceptMatch {
  own: number;
  other: number;
  ownPlaces: number;
  otherPlaces: number;
}

/** Weight of a synonym relative to the query's own word. */
export const SYNONYM_WEIGHT = 0.6;

/** Added to the number of passages, so that one of two posts doesn't count as half of the signal. */
const IMAGINED = 2;

/** Share of the passages at which a signal is about a concept; more hardly counts. */
const SATURATION = 0.3;

/** How much a match in the topic or summary raises the passages' share, and what it adds by itself. */
const RAISES = { topic: 0.8, summary: 0.4, area: 0 } as const;
const COUNTS = { topic: 0.25, summary: 0.1, area: 0.05 } as const;

/** A topic can come from one post, so a word in it counts less when few other posts contain it. */
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

/** How much a signal with this many passages is about a concept: 0 not at all, about 1 entirely. */
function degreeOf({ own, other, ownPlaces, otherPlaces }: ConceptMatch, passages: number): number {
  const share = (bitsIn(own) + SYNONYM_WEIGHT * bitsIn(other & ~own)) / (passages + IMAGINED);
  const named = (values: PlaceValues) =>
    sumPlaces(values, ownPlaces) + SYNONYM_WEIGHT * sumPlaces(values, otherPlaces & ~ownPlaces);
  const trust = Math.min(1, TRUSTED.alone + TRUSTED.byShare * share);
  const weight = share * (1 + named(RAISES)) + trust * named(COUNTS);
  return (weight / (weight + SATURATION)) * (1 + SATURATION / 2);
}

/** A signal's position in a posting; -1 when it isn't there. */
function positionOf({ signals }: Posting, signal: number): number {
  const position = lowerBound(signals, signal);
  return signals[position] === signal ? position : -1;
}

/** Calls `visit` for each signal where all terms of the variant occur together, with those passages and places. */
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

/** Where a signal contains a concept, and its most used variant, the query's own words first. */
export function matchConcept(
  signal: number,
  variants: readonly ConceptVariant[],
  postings: Postings,
): ConceptMatch & { written: string | undefined } {
  const match = { own: 0, other: 0, ownPlaces: 0, otherPlaces: 0 };
  let best: { written: string; uses: number } | undefined;
  for (const { terms, asked, written } of variants) {
    let passages = -1;
    let places = -1;
    for (const term of terms) {
      const posting = postings.get(term);
      const position = posting === undefined ? -1 : positionOf(posting, signal);
      passages &= position === -1 ? 0 : (posting?.passages[position] ?? 0);
      places &= position === -1 ? 0 : (posting?.places[position] ?? 0);
    }
    if (asked) {
      match.own |= passages;
      match.ownPlaces |= places;
    } else {
      match.other |= passages;
      match.otherPlaces |= places;
    }
    const uses = bitsIn(passages) + (places === 0 ? 0 : 1);
    if (uses > 0 && (best === undefined || uses > best.uses)) best = { written, uses: asked ? Infinity : uses };
  }
  return { ...match, written: best?.written };
}

/** Synonyms more common than this are skipped: they don't distinguish signals and cost most. */
const LEAST_RARITY = 0.12;

/** Running scores of all signals for one query. */
export interface Scoreboard {
  /** Indexes of the signals with a score, unordered. */
  readonly touched: readonly number[];
  scoreOf(signal: number): number;
  /** Adds every signal's score for one concept. */
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

  function collect(variant: ConceptVariant): void {
    const [passagesOf, placesOf] = variant.asked ? [own, ownPlaces] : [other, otherPlaces];
    visitVariant(variant, postings, (signal, passages, places) => {
      if (isMet[signal] === 0) met.push(signal);
      isMet[signal] = 1;
      passagesOf[signal] = (passagesOf[signal] ?? 0) | passages;
      placesOf[signal] = (placesOf[signal] ?? 0) | places;
    });
  }

  function settle(signal: number, weight: number): void {
    const match = {
      own: own[signal] ?? 0,
      other: other[signal] ?? 0,
      ownPlaces: ownPlaces[signal] ?? 0,
      otherPlaces: otherPlaces[signal] ?? 0,
    };
    if (total[signal] === 0) touched.push(signal);
    total[signal] = (total[signal] ?? 0) + weight * degreeOf(match, postings.passageCounts[signal] ?? 0);
    for (const scratch of [own, other, ownPlaces, otherPlaces, isMet]) scratch[signal] = 0;
  }

  return {
    touched,
    scoreOf: (signal) => total[signal] ?? 0,
    add({ variants, weight, power }) {
      if (power === 0) return;
      for (const variant of variants) if (isDistinctive(variant, postings)) collect(variant);
      for (const signal of met) settle(signal, weight * power);
      met.length = 0;
    },
  };
}
