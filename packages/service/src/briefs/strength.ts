import type { ScoredSignal, SignalFigures } from '../model/signal.ts';

/** A brief whose signal is described, counted and scored. */
export interface BriefFigures {
  figures: SignalFigures;
  score: ScoredSignal;
}

/** Authors at which support reaches 63 %: 1 - 1/e. */
const AUTHORS_OF_SUPPORT = 12;

const CARRIED_BY = { support: 0.5, breadth: 0.25, confidence: 0.25 } as const;

/** A pattern that no other signal shows is half a pattern; each word shared adds to it, up to the fifth. */
const KINSHIP = { alone: 0.5, shared: 0.8, aWord: 0.04, words: 5 } as const;

/**
 * How strongly the posts carry the pattern, a whole number 0-100:
 * 100 * (0.5 support + 0.25 breadth + 0.25 confidence) * kinship, where support = 1 - exp(-authors / 12), breadth and confidence are
 * the score's parts, and kinship = 0.8 + 0.04 for each word shared with the nearest signal, five at most; 0.5 where none is near.
 */
export function patternStrength({ figures, score }: BriefFigures, sharedTerms: number): number {
  const support = 1 - Math.exp(-figures.authors / AUTHORS_OF_SUPPORT);
  const { breadth, confidence } = score.scoreParts;
  const carried = CARRIED_BY.support * support + CARRIED_BY.breadth * breadth + CARRIED_BY.confidence * confidence;
  const kinship =
    sharedTerms === 0 ? KINSHIP.alone : KINSHIP.shared + KINSHIP.aWord * Math.min(KINSHIP.words, sharedTerms);
  return Math.round(100 * Math.min(1, Math.max(0, carried * kinship)));
}
