import { MACRO_AREAS, type MacroArea } from '@pain-signals/contract';
import type { SignalDocument } from '../model/signal.ts';
import { tokenize } from '../text/tokenize.ts';
import seedsOfAreas from './area-seeds.json' with { type: 'json' };

/**
 * Words and phrases of each area, as people write them. `telling`: rarely used for other areas; `typical`: mostly used for this one.
 * Words that several areas share are left out: they name wrong areas more often than right ones.
 */
const AREA_SEEDS: Readonly<Record<MacroArea, Record<keyof typeof WEIGHTS, readonly string[]>>> = seedsOfAreas;

const WEIGHTS = { telling: 3, typical: 1.5 };

/** A phrase's weight for an area. */
export interface AreaWeight {
  area: MacroArea;
  weight: number;
}

function collectPhrases(): Map<string, AreaWeight[]> {
  const phrases = new Map<string, AreaWeight[]>();
  for (const area of MACRO_AREAS) {
    const known = new Set<string>();
    for (const strength of ['telling', 'typical'] as const) {
      for (const seed of AREA_SEEDS[area][strength].join(' ').split(',')) {
        const phrase = tokenize(seed).join(' ');
        if (phrase === '' || known.has(phrase)) continue;
        known.add(phrase);
        phrases.set(phrase, [...(phrases.get(phrase) ?? []), { area, weight: WEIGHTS[strength] }]);
      }
    }
  }
  return phrases;
}

/** Area weights by phrase (terms joined by spaces). */
export const AREA_PHRASES: ReadonlyMap<string, readonly AreaWeight[]> = collectPhrases();

/** Phrases and all they begin with: most terms of a text begin none. */
const PHRASE_STARTS: ReadonlySet<string> = new Set(
  [...AREA_PHRASES.keys()].flatMap((phrase) => {
    const terms = phrase.split(' ');
    return terms.map((_, at) => terms.slice(0, at + 1).join(' '));
  }),
);

/** Below this no area is assigned: one telling word in the text of a single post is not enough. */
const LEAST_CONFIDENCE = 0.66;

/** Terms read of each text; later ones are mostly logs and asides. */
const READ_TERMS = 200;

/** A phrase in the title counts this many times. */
const TITLE_WEIGHT = 2;

/** Exponent of the share of posts with a phrase: a phrase in most posts is the subject, one in a single post its environment. */
const AGREEMENT = 1.5;

/** Points for no area, so that documents with few seed words get a low confidence. Fitted in labelled-posts.test.ts, like the temperature. */
const SILENCE = 5.5;

/**
 * Softmax temperature, calibrated so that about a share c of areas assigned with confidence c is right. Lower for many posts,
 * because differences in wording average out.
 */
const temperature = (documents: number) => 0.035 + 0.085 / Math.sqrt(documents);

export interface AreaClassification {
  area: MacroArea;
  /** 0-1. */
  confidence: number;
}

function phrasesOf(text: string): Set<string> {
  const terms = tokenize(text, READ_TERMS);
  const phrases = new Set<string>();
  for (const [start, term] of terms.entries()) {
    let phrase = term;
    for (let next = start + 1; PHRASE_STARTS.has(phrase); next++) {
      if (AREA_PHRASES.has(phrase)) phrases.add(phrase);
      if (next >= terms.length) break;
      phrase += ` ${terms[next]}`;
    }
  }
  return phrases;
}

/** Share of the documents with each seed phrase; above 1 when titles contain it. */
function countPhrases(documents: readonly Pick<SignalDocument, 'title' | 'text'>[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { title, text } of documents) {
    const inTitle = phrasesOf(title ?? '');
    for (const phrase of inTitle.union(phrasesOf(text))) {
      const weight = inTitle.has(phrase) ? TITLE_WEIGHT : 1;
      counts.set(phrase, (counts.get(phrase) ?? 0) + weight / documents.length);
    }
  }
  return counts;
}

/** The area of the documents by their words; null without a clear one. */
export function classifyMacroArea(
  documents: readonly Pick<SignalDocument, 'title' | 'text'>[],
): AreaClassification | null {
  if (documents.length === 0) return null;
  const points = new Map<MacroArea, number>();
  for (const [phrase, share] of countPhrases(documents)) {
    for (const { area, weight } of AREA_PHRASES.get(phrase) ?? []) {
      points.set(area, (points.get(area) ?? 0) + weight * share ** AGREEMENT);
    }
  }
  const sum = [...points.values()].reduce((total, value) => total + value, SILENCE);
  const odds = MACRO_AREAS.map((area) => ({
    area,
    odds: Math.exp((points.get(area) ?? 0) / sum / temperature(documents.length)),
  }));
  const total = odds.reduce((all, it) => all + it.odds, 0);
  const best = odds.reduce((first, it) => (it.odds > first.odds ? it : first));
  const confidence = best.odds / total;
  return confidence < LEAST_CONFIDENCE ? null : { area: best.area, confidence };
}
