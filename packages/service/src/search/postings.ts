import type { SearchableSignal } from '../model/signal.ts';
import { tokenize } from '../text/tokenize.ts';
import { foldPhrases } from './synonyms.ts';

/** Where in a signal a term occurs, as bits. */
export const PLACE = { topic: 1, summary: 2, area: 4 } as const;

/** The signals with a term, by ascending index. */
export interface Posting {
  signals: Uint32Array;
  /** One bit per passage with the term. */
  passages: Uint32Array;
  /** PLACE bits. */
  places: Uint8Array;
  /** Inverse document frequency over the signals: 0 when all have the term, 1 when none has. */
  rarity: number;
}

export interface Postings {
  get(term: string): Posting | undefined;
  terms(): Iterable<string>;
  /** Passages read of each signal. */
  passageCounts: Uint8Array;
}

/** One bit each in a 32-bit number. */
const READ_PASSAGES = 32;

/** Terms read of a passage: later ones add little and cost memory. */
const READ_TERMS = 120;

const termsOf = (text: string) => new Set(tokenize(foldPhrases(text)).slice(0, READ_TERMS));

const areaWords = (macroArea: string | null) => (macroArea ?? '').replaceAll('_', ' ').toLowerCase();

interface Occurrence {
  passages: number;
  places: number;
}

function readSignal(signal: SearchableSignal): Map<string, Occurrence> {
  const found = new Map<string, Occurrence>();
  const occurrenceOf = (term: string): Occurrence => {
    const known = found.get(term);
    if (known !== undefined) return known;
    const fresh = { passages: 0, places: 0 };
    found.set(term, fresh);
    return fresh;
  };
  for (const term of termsOf(signal.topic)) occurrenceOf(term).places |= PLACE.topic;
  for (const term of termsOf(signal.summary)) occurrenceOf(term).places |= PLACE.summary;
  for (const term of termsOf(areaWords(signal.macroArea))) occurrenceOf(term).places |= PLACE.area;
  for (const [number, { text }] of signal.passages.slice(0, READ_PASSAGES).entries())
    for (const term of termsOf(text)) occurrenceOf(term).passages |= 1 << number;
  return found;
}

interface Collected {
  signals: number[];
  passages: number[];
  places: number[];
}

/** An inverted index of the signals. */
export function buildPostings(signals: readonly SearchableSignal[]): Postings {
  const collected = new Map<string, Collected>();
  for (const [index, signal] of signals.entries()) {
    for (const [term, { passages, places }] of readSignal(signal)) {
      const entry = collected.get(term) ?? { signals: [], passages: [], places: [] };
      entry.signals.push(index);
      entry.passages.push(passages);
      entry.places.push(places);
      collected.set(term, entry);
    }
  }
  const postings = new Map<string, Posting>();
  for (const [term, entry] of collected) {
    postings.set(term, {
      signals: Uint32Array.from(entry.signals),
      passages: Uint32Array.from(entry.passages),
      places: Uint8Array.from(entry.places),
      rarity: rarityOf(entry.signals.length, signals.length),
    });
  }
  return {
    get: (term) => postings.get(term),
    terms: () => postings.keys(),
    passageCounts: Uint8Array.from(signals, ({ passages }) => Math.min(passages.length, READ_PASSAGES)),
  };
}

function rarityOf(holders: number, signals: number): number {
  return Math.log(1 + (signals - holders + 0.5) / (holders + 0.5)) / Math.log(1 + (signals + 0.5) / 0.5);
}
