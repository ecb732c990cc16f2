import type { ScoredSignal, SignalFigures } from '../../model/signal.ts';

/** A brief whose signal is described, counted and scored. */
export interface BriefFigures {
  figures: SignalFigures;
  score: ScoredSignal;
}

/** Authors at which support reaches 63 %: 1 - 1/e. */
const AUTHORS_OF_SUPPORT = 12;

/** Shared words at which two signals are kin in full. */
const FULL_KINSHIP = 5;

const STRENGTH_WEIGHTS = { support: 0.4, breadth: 0.2, confidence: 0.2, kinship: 0.2 } as const;

/**
 * How strongly the posts carry the pattern, a whole number 0-100:
 * 100 * (0.4 support + 0.2 breadth + 0.2 confidence + 0.2 kinship), where support = 1 - exp(-authors / 12), breadth and confidence
 * are the score's parts, and kinship = words shared with the nearest signal / 5, at most 1.
 */
export function patternStrength({ figures, score }: BriefFigures, sharedTerms: number): number {
  const support = 1 - Math.exp(-figures.authors / AUTHORS_OF_SUPPORT);
  const kinship = Math.min(1, sharedTerms / FULL_KINSHIP);
  const { breadth, confidence } = score.scoreParts;
  const strength =
    STRENGTH_WEIGHTS.support * support +
    STRENGTH_WEIGHTS.breadth * breadth +
    STRENGTH_WEIGHTS.confidence * confidence +
    STRENGTH_WEIGHTS.kinship * kinship;
  return Math.round(100 * Math.min(1, Math.max(0, strength)));
}
