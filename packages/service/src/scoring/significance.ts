import type { Exposure, SignalFigures } from '../model/signal.ts';
import { binomialUpperTail } from './binomial-tail.ts';

/** Rises that fewer authors make are never called significant, and stay out of the family that is corrected for. */
const MIN_RISING_AUTHORS = 3;

/** Share of false discoveries accepted among the signals called trending. */
const FALSE_DISCOVERY_RATE = 0.05;

/** A newcomer is judged alone: its list is short and bounded by volume and growth as well. */
const EMERGING_P = 0.05;

/**
 * Variance over mean of the seven weeks before the last. Of steady Poisson streams 3 in 1,000 lie above it (chi-square with six
 * degrees of freedom), so the guard costs them no power; a stream above it is taken to come in bursts.
 */
const BURSTY_DISPERSION = 3.3;

/** Variance over mean of the weeks before the last; 1 where there is nothing to tell it from. */
function dispersionBefore(weeklyAuthors: readonly number[]): number {
  const weeks = weeklyAuthors.slice(0, -1);
  const mean = weeks.reduce((sum, count) => sum + count, 0) / weeks.length;
  if (weeks.length < 3 || mean === 0) return 1;
  return weeks.reduce((sum, count) => sum + (count - mean) ** 2, 0) / (weeks.length - 1) / mean;
}

/**
 * One-sided p-value of the rise from the window before to the last one, by distinct authors, so that one author's burst is one
 * event. The share expected in the last window is that of all posts fetched: an outage or a new source is no trend. Where the
 * weeks before were bursty, only every `dispersion`-th author counts as independent news.
 */
export function riseProbability(figures: SignalFigures, exposure: Exposure): number {
  const fetched = exposure.lastWindow + exposure.prevWindow;
  if (exposure.lastWindow <= 0 || fetched <= 0) return 1;
  const dispersion = dispersionBefore(figures.weeklyAuthors);
  const scale = dispersion > BURSTY_DISPERSION ? dispersion : 1;
  const last = Math.floor(figures.lastWindow.authors / scale);
  const prev = Math.ceil(figures.prevWindow.authors / scale);
  return binomialUpperTail(last, last + prev, exposure.lastWindow / fetched);
}

/** The largest p-value that passes Benjamini and Hochberg's control of the false-discovery rate; -1 when none does. */
export function discoveryThreshold(pValues: readonly number[], rate: number): number {
  const sorted = [...pValues].sort((a, b) => a - b);
  const last = sorted.findLastIndex((p, index) => p <= ((index + 1) / sorted.length) * rate);
  return sorted[last] ?? -1;
}

/** What the tests say of one signal. */
export interface Rise {
  p: number;
  trending: boolean;
  emerging: boolean;
}

/**
 * Judges all signals of a snapshot together. `trending` controls the false-discovery rate over every signal that enough people
 * wrote about last week; `emerging` is the plain test. Neither says anything about order.
 */
export function judgeRises(figures: readonly SignalFigures[], exposure: Exposure): Rise[] {
  const pValues = figures.map((signal) => riseProbability(signal, exposure));
  const eligible = figures.map((signal) => signal.lastWindow.authors >= MIN_RISING_AUTHORS);
  const threshold = discoveryThreshold(
    pValues.filter((_, index) => eligible[index]),
    FALSE_DISCOVERY_RATE,
  );
  return figures.map((signal, index) => {
    const p = pValues[index] ?? 1;
    const rises = eligible[index] === true && signal.lastWindow.mentions > signal.prevWindow.mentions;
    return { p, trending: rises && p <= threshold, emerging: rises && p < EMERGING_P };
  });
}
