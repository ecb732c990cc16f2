import type { ScoreParts } from '@pain-signals/contract';
import { DAY_MS } from '../model/day.ts';
import type { Exposure, ScoredSignal, SignalFigures } from '../model/signal.ts';
import { MILDEST } from './severity.ts';
import { judgeRises } from './significance.ts';

/**
 * The growth rate of the interface specification, section 2.3: (last - prev) / max(prev, 1). Readers see it and sort by it;
 * significance.ts decides whether a rise is statistically significant.
 */
export function growthRate(lastWindow: number, prevWindow: number): number {
  return (lastWindow - prevWindow) / Math.max(prevWindow, 1);
}

/** Weights of the parts; they add up to 1. */
export const SCORE_WEIGHTS = { volume: 0.3, growth: 0.2, breadth: 0.2, severity: 0.15, recency: 0.15 } as const;

/**
 * Authors in 90 days, and reactions, for a share of 1 on a logarithmic scale. Fixed rather than a quantile of today's signals, so
 * that a score doesn't change when other signals come or go.
 */
const AUTHORS_AT_FULL_VOLUME = 100;
const REACTIONS_AT_FULL_WEIGHT = 1_000;
const REACTIONS_SHARE = 0.2;

/** Added to both sides of the ratio, so that few authors never mean steep growth. */
const GROWTH_PRIOR = 2;
/** Ratio of authors to those expected at which growth is full; at one part of it growth is 0. */
const FULL_GROWTH = 3;

/** Breadth factors for one, two, and three or more platforms. */
const PLATFORM_FACTORS = [0.7, 0.85, 1] as const;

const RECENCY_DAYS = 30;

/** Posts of this coherence are certainly about one subject, and of the lower one hardly; then only this much confidence is left. */
const COHERENT = { least: 0.1, full: 0.5, confidence: 0.4 } as const;

/** From this mean severity on, a signal is certainly about trouble; at the mildest it may be chatter and keeps only this share. */
const SURELY_TROUBLE = 0.35;
const CHATTER_SHARE = 0.6;

/** Trouble of one owner, or of fewer than three people, is less of a market. The cap scales a score: cutting it would make ties. */
const CAP = { oneOwner: 75, ownerShare: 0.8, fewAuthors: 60, authors: 3 } as const;

/** Mean severity from which on trouble is full. */
const FULL_SEVERITY = 0.8;

const clamp = (value: number) => Math.min(1, Math.max(0, value));
const logShare = (value: number, full: number) => clamp(Math.log1p(Math.max(0, value)) / Math.log1p(full));

/** 0.5 without change, 1 for three times as many authors as the week before; corrected for the number of fetched posts. */
function growthPart(signal: SignalFigures, exposure: Exposure): number {
  const fetchedRatio = exposure.prevWindow > 0 ? exposure.lastWindow / exposure.prevWindow : 1;
  const expected = signal.prevWindow.authors * fetchedRatio + GROWTH_PRIOR;
  const ratio = (signal.lastWindow.authors + GROWTH_PRIOR) / expected;
  return clamp(0.5 + Math.log(ratio) / Math.log(FULL_GROWTH) / 2);
}

/** One minus the Herfindahl index over repositories, times the platform factor: 0 for a single repository. */
function breadthPart(signal: SignalFigures): number {
  const total = signal.repositories.reduce((sum, { mentions }) => sum + mentions, 0);
  if (total === 0) return 0;
  const concentration = signal.repositories.reduce((sum, { mentions }) => sum + (mentions / total) ** 2, 0);
  const platforms = Math.max(1, signal.providers.length);
  return clamp(1 - concentration) * (PLATFORM_FACTORS[platforms - 1] ?? 1);
}

function severityPart(signal: SignalFigures): number {
  const reactions = logShare(signal.reactions, REACTIONS_AT_FULL_WEIGHT);
  const trouble = clamp((signal.severity - MILDEST) / (FULL_SEVERITY - MILDEST));
  return trouble * (1 - REACTIONS_SHARE) + reactions * REACTIONS_SHARE;
}

/** Confidence that the posts share one subject and that it is a pain, not jokes or meetups. */
function confidenceIn(signal: SignalFigures): number {
  const coherent = clamp((signal.coherence - COHERENT.least) / (COHERENT.full - COHERENT.least));
  const oneSubject = COHERENT.confidence + (1 - COHERENT.confidence) * coherent;
  const trouble = clamp((signal.severity - MILDEST) / (SURELY_TROUBLE - MILDEST));
  return oneSubject * (CHATTER_SHARE + (1 - CHATTER_SHARE) * trouble);
}

/** The owner's share is of all chunks: one code-host post beside thirty forum posts is no dominance. */
function capOf(signal: SignalFigures): number {
  const ownerShare = signal.chunkCount > 0 ? (signal.owners[0]?.chunks ?? 0) / signal.chunkCount : 0;
  const dominance = clamp((ownerShare - CAP.ownerShare) / (1 - CAP.ownerShare));
  const byOwner = 100 - (100 - CAP.oneOwner) * dominance;
  return signal.authors < CAP.authors ? Math.min(byOwner, CAP.fewAuthors) : byOwner;
}

/**
 * The parts of a signal's score, each 0-1 (`cap` 0-100). More authors never lower any of them.
 * `now` is UTC epoch milliseconds.
 */
export function scoreParts(signal: SignalFigures, exposure: Exposure, now: number): ScoreParts {
  const daysSilent = Math.max(0, now - signal.lastSeenAt) / DAY_MS;
  return {
    volume: logShare(signal.authors90d, AUTHORS_AT_FULL_VOLUME),
    growth: growthPart(signal, exposure),
    breadth: breadthPart(signal),
    severity: severityPart(signal),
    recency: Math.exp(-daysSilent / RECENCY_DAYS),
    confidence: confidenceIn(signal),
    cap: capOf(signal),
  };
}

/**
 * With s, the weighted sum of the parts times the confidence: 1 - (1 - s)², scaled to the cap. Signals that are full in every part are
 * rare; the curve gives the others room without ties at the top.
 */
export function composeScore(parts: ScoreParts): number {
  const sum =
    parts.volume * SCORE_WEIGHTS.volume +
    parts.growth * SCORE_WEIGHTS.growth +
    parts.breadth * SCORE_WEIGHTS.breadth +
    parts.severity * SCORE_WEIGHTS.severity +
    parts.recency * SCORE_WEIGHTS.recency;
  return (1 - (1 - sum * parts.confidence) ** 2) * parts.cap;
}

/**
 * Scores signals together, because the significance test corrects for their number; `otherRises` are the p-values of signals that
 * are not scored again. Keeps the order.
 */
export function scoreSignals(
  figures: readonly SignalFigures[],
  exposure: Exposure,
  now: number,
  otherRises: readonly number[] = [],
): ScoredSignal[] {
  const rises = judgeRises(figures, exposure, otherRises);
  return figures.map((signal, index) => {
    const parts = scoreParts(signal, exposure, now);
    const rise = rises[index] ?? { p: 1, trending: false, emerging: false };
    return {
      signalId: signal.signalId,
      score: composeScore(parts),
      scoreParts: parts,
      growth: growthRate(signal.lastWindow.mentions, signal.prevWindow.mentions),
      riseP: rise.p,
      trending: rise.trending,
      emerging: rise.emerging,
    };
  });
}
