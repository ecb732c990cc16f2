import type { Exposure, SignalFigures } from '../model/signal.ts';
import { WEEKS } from './figures.ts';

/** Signals with fewer authors are never significant, and don't count as tests in the correction. */
export const MIN_RISING_AUTHORS = 3;

/** Accepted shares of false positives; the emerging list is also limited by volume and growth. */
const FALSE_DISCOVERY_RATE = { trending: 0.05, emerging: 0.1 } as const;

/**
 * Posts imagined in each week: on a tracker with a dozen posts a week, fifteen instead of five say little about what was fetched. With
 * none, a quarter of the rises put into weeks of Hadoop's and SeaMonkey's trackers were missed.
 */
const IMAGINED = 15;

/** Share of the last week in what was fetched in `weeks`, the last one included. */
const shareOf = (lastWindow: number, fetched: number, weeks: number): number =>
  (lastWindow + IMAGINED) / (fetched + weeks * IMAGINED);

/** A rise over the weeks before must be one over the last week too, if less surely: a level reached earlier is no news. */
const LAST_WEEK_P = 0.15;

/**
 * Limit of variance over mean for the seven weeks before the last. Only 3 in 1,000 steady Poisson streams exceed it (chi-square
 * with six degrees of freedom), so it costs them no power; a stream above it is treated as bursty.
 */
const BURSTY_DISPERSION = 3.3;

/** Variance over mean of the weeks before the last; 1 when there are too few. */
function dispersionBefore(weeklyAuthors: readonly number[]): number {
  const weeks = weeklyAuthors.slice(0, -1);
  const mean = weeks.reduce((sum, count) => sum + count, 0) / weeks.length;
  if (weeks.length < 3 || mean === 0) return 1;
  return weeks.reduce((sum, count) => sum + (count - mean) ** 2, 0) / (weeks.length - 1) / mean;
}

/**
 * One-sided p-value of the last window against the seven before, by distinct authors. Weeks in which nothing was fetched count for
 * nothing, so a source that was added lately makes no rises. Overdispersion is handled as in `riseProbability`.
 */
function burstProbability(figures: SignalFigures, exposure: Exposure): number {
  const { lastWindow, prevWindow, before } = exposure;
  const fetched = lastWindow + prevWindow + before;
  if (lastWindow <= 0 || fetched <= lastWindow) return 1;
  const dispersion = dispersionBefore(figures.weeklyAuthors);
  const scale = dispersion > BURSTY_DISPERSION ? dispersion : 1;
  const earlier = figures.weeklyAuthors.slice(0, -2).reduce((sum, authors) => sum + authors, 0);
  const last = Math.floor(figures.lastWindow.authors / scale);
  const others = Math.ceil((figures.prevWindow.authors + earlier) / scale);
  return binomialUpperTail(last, last + others, shareOf(lastWindow, fetched, WEEKS));
}

/**
 * One-sided p-value of the rise between the two windows, by distinct authors. The expected share of the last window is that of all
 * fetched posts, so an outage or a new source is no trend. After bursty weeks, every `dispersion` authors count as one event,
 * rounded against a rise in both windows.
 */
export function riseProbability(figures: SignalFigures, exposure: Exposure): number {
  const fetched = exposure.lastWindow + exposure.prevWindow;
  if (exposure.lastWindow <= 0 || exposure.prevWindow + exposure.before <= 0) return 1;
  const dispersion = dispersionBefore(figures.weeklyAuthors);
  const scale = dispersion > BURSTY_DISPERSION ? dispersion : 1;
  const last = Math.floor(figures.lastWindow.authors / scale);
  const prev = Math.ceil(figures.prevWindow.authors / scale);
  return binomialUpperTail(last, last + prev, shareOf(exposure.lastWindow, fetched, 2));
}

/** The largest p-value that passes Benjamini and Hochberg's control of the false-discovery rate; -1 when none does. */
export function discoveryThreshold(pValues: readonly number[], rate: number): number {
  const sorted = [...pValues].sort((a, b) => a - b);
  const last = sorted.findLastIndex((p, index) => p <= ((index + 1) / sorted.length) * rate);
  return sorted[last] ?? -1;
}

/** Test results of one signal. */
export interface Rise {
  p: number;
  trending: boolean;
  emerging: boolean;
}

/**
 * Tests all signals of a snapshot. Both flags control the false-discovery rate over the signals with enough authors last week, `emerging`
 * more loosely. Neither implies an order. `others` are p-values of tests that were made before and still count.
 */
export function judgeRises(
  figures: readonly SignalFigures[],
  exposure: Exposure,
  others: readonly number[] = [],
): Rise[] {
  const pValues = figures.map((signal) => burstProbability(signal, exposure));
  const eligible = figures.map((signal) => signal.lastWindow.authors >= MIN_RISING_AUTHORS);
  const tests = [...others, ...pValues.filter((_, index) => eligible[index])];
  const trendingFrom = discoveryThreshold(tests, FALSE_DISCOVERY_RATE.trending);
  const emergingFrom = discoveryThreshold(tests, FALSE_DISCOVERY_RATE.emerging);
  return figures.map((signal, index) => {
    const p = pValues[index] ?? 1;
    const rises =
      eligible[index] === true &&
      signal.lastWindow.mentions > signal.prevWindow.mentions &&
      riseProbability(signal, exposure) < LAST_WEEK_P;
    return { p, trending: rises && p <= trendingFrom, emerging: rises && p <= emergingFrom };
  });
}

/** Terms below this share of the sum don't change it in double precision. */
const NEGLIGIBLE = 1e-17;

/** Stirling's series is exact to double precision from here on. */
const STIRLING_FROM = 12;

/** ln(x!) for x >= 0. */
function logFactorial(x: number): number {
  if (x < STIRLING_FROM) {
    let product = 1;
    for (let factor = 2; factor <= x; factor++) product *= factor;
    return Math.log(product);
  }
  const n = x + 1;
  return (
    (n - 0.5) * Math.log(n) - n + 0.5 * Math.log(2 * Math.PI) + 1 / (12 * n) - 1 / (360 * n ** 3) + 1 / (1260 * n ** 5)
  );
}

function probabilityOf(successes: number, trials: number, share: number): number {
  const logChoose = logFactorial(trials) - logFactorial(successes) - logFactorial(trials - successes);
  return Math.exp(logChoose + successes * Math.log(share) + (trials - successes) * Math.log1p(-share));
}

/** P(X >= successes), summed away from the mean, where terms only shrink. */
function sumUpwards(successes: number, trials: number, share: number): number {
  const odds = share / (1 - share);
  let term = probabilityOf(successes, trials, share);
  let sum = term;
  for (let k = successes; k < trials && term > sum * NEGLIGIBLE; k++) {
    term *= ((trials - k) / (k + 1)) * odds;
    sum += term;
  }
  return sum;
}

/**
 * The exact probability that of `trials` independent draws, each a success with probability `share`, at least `successes`
 * succeed. `successes` and `trials` are whole numbers, 0 <= successes <= trials; 0 <= share <= 1.
 */
export function binomialUpperTail(successes: number, trials: number, share: number): number {
  if (successes <= 0 || share >= 1) return 1;
  if (share <= 0) return 0;
  if (successes >= trials * share) return Math.min(1, sumUpwards(successes, trials, share));
  return Math.max(0, 1 - sumUpwards(trials - successes + 1, trials, 1 - share));
}
