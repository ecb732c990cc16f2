import type { ScoreParts } from '@pain-signals/contract';
import { DAY_MS } from '../model/day.ts';
import type { Exposure, ScoredSignal, SignalFigures } from '../model/signal.ts';
import { MILDEST } from './severity.ts';
import { judgeRises } from './significance.ts';

/**
 * The growth rate of the interface specification, section 2.3: (last - prev) / max(prev, 1). It is what readers see and sort
 * by; whether a rise is more than chance is decided in significance.ts.
 */
export function growthRate(lastWindow: number, prevWindow: number): number {
  return (lastWindow - prevWindow) / Math.max(prevWindow, 1);
}

/** Shares of the parts in the sum; they add up to 1. */
export const SCORE_WEIGHTS = { volume: 0.3, growth: 0.2, breadth: 0.2, severity: 0.15, recency: 0.15 } as const;

/**
 * Authors in 90 days, and reactions, at which the logarithm reaches 1. Fixed, not a quantile of today's signals, so that a
 * score moves with its own signal and never because others came or went.
 */
const AUTHORS_AT_FULL_VOLUME = 300;
const REACTIONS_AT_FULL_WEIGHT = 1_000;
const REACTIONS_SHARE = 0.2;

/** Added to both sides of the rate ratio: from few authors no steep growth is concluded. */
const GROWTH_PRIOR = 2;

/** Breadth counted for signals heard on one, two, three and more platforms. */
const PLATFORM_FACTORS = [0.7, 0.85, 1] as const;

const RECENCY_DAYS = 30;

/** What a signal of coherence 0 keeps of its sum. */
const MIN_CONFIDENCE = 0.6;

/** From this mean severity on, a signal is surely about trouble; at the mildest it may be chatter, and keeps only this share. */
const SURELY_TROUBLE = 0.35;
const CHATTER_SHARE = 0.6;

/** One owner's trouble, or fewer than three people's, is not a market's. */
const CAP = { score: 40, ownerShare: 0.8, authors: 3 } as const;

const clamp = (value: number) => Math.min(1, Math.max(0, value));
const logShare = (value: number, full: number) => clamp(Math.log1p(Math.max(0, value)) / Math.log1p(full));

/** 0.5 when nothing changed, 0.8 when four times as many wrote as the week before, corrected for what was fetched. */
function growthPart(signal: SignalFigures, exposure: Exposure): number {
  const fetchedRatio = exposure.prevWindow > 0 ? exposure.lastWindow / exposure.prevWindow : 1;
  const expected = signal.prevWindow.authors * fetchedRatio + GROWTH_PRIOR;
  const ratio = (signal.lastWindow.authors + GROWTH_PRIOR) / expected;
  return ratio / (1 + ratio);
}

/** One minus Herfindahl's index over repositories, times the platform factor: 0 when it all comes from one place. */
function breadthPart(signal: SignalFigures): number {
  const total = signal.repositories.reduce((sum, { mentions }) => sum + mentions, 0);
  if (total === 0) return 0;
  const concentration = signal.repositories.reduce((sum, { mentions }) => sum + (mentions / total) ** 2, 0);
  const platforms = Math.max(1, signal.providers.length);
  return clamp(1 - concentration) * (PLATFORM_FACTORS[platforms - 1] ?? 1);
}

function severityPart(signal: SignalFigures): number {
  const reactions = logShare(signal.reactions, REACTIONS_AT_FULL_WEIGHT);
  return clamp(signal.severity) * (1 - REACTIONS_SHARE) + reactions * REACTIONS_SHARE;
}

/** How sure it is that the posts tell one thing, and that it is a pain: people also gather around jokes and meetups. */
function confidenceIn(signal: SignalFigures): number {
  const oneThing = MIN_CONFIDENCE + (1 - MIN_CONFIDENCE) * clamp(signal.coherence);
  const trouble = clamp((signal.severity - MILDEST) / (SURELY_TROUBLE - MILDEST));
  return oneThing * (CHATTER_SHARE + (1 - CHATTER_SHARE) * trouble);
}

/** The share is taken of all chunks: one post on a code host beside thirty forum posts is no dominance. */
function capOf(signal: SignalFigures): number {
  const ownerShare = signal.chunkCount > 0 ? (signal.owners[0]?.chunks ?? 0) / signal.chunkCount : 0;
  return ownerShare > CAP.ownerShare || signal.authors < CAP.authors ? CAP.score : 100;
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

/** 100 times the weighted sum of the parts times the confidence, at most the cap. */
export function composeScore(parts: ScoreParts): number {
  const sum =
    parts.volume * SCORE_WEIGHTS.volume +
    parts.growth * SCORE_WEIGHTS.growth +
    parts.breadth * SCORE_WEIGHTS.breadth +
    parts.severity * SCORE_WEIGHTS.severity +
    parts.recency * SCORE_WEIGHTS.recency;
  return Math.min(100 * sum * parts.confidence, parts.cap);
}

/** Scores all signals of one snapshot; together, because the tests of rise correct for how many there are. Order is kept. */
export function scoreSignals(figures: readonly SignalFigures[], exposure: Exposure, now: number): ScoredSignal[] {
  const rises = judgeRises(figures, exposure);
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
