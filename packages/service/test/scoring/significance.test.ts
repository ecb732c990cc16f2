import { describe, expect, it } from 'vitest';
import type { SignalFigures } from '../../src/model/signal.ts';
import { discoveryThreshold, judgeRises, riseProbability } from '../../src/scoring/significance.ts';
import { figuresOf } from '../support/figures.ts';
import { drawPoisson, seededRandom } from '../support/seeded-random.ts';

const EVEN = { lastWindow: 1_000, prevWindow: 1_000, before: 6_000 };
const MEANS = [1, 2, 3, 5, 10, 20] as const;

/**
 * What the exact test finds at p < .01 without any guard, for a rise to the double and the triple rate: measured in 400,000
 * draws, given to two digits, here the lower ends of those.
 */
const POWER_OF_THE_EXACT_TEST = new Map([
  [2, { double: 0.0175, triple: 0.0815 }],
  [3, { double: 0.0375, triple: 0.165 }],
  [5, { double: 0.0885, triple: 0.385 }],
  [10, { double: 0.245, triple: 0.775 }],
  [20, { double: 0.555, triple: 0.985 }],
]);

/** A signal whose weeks are drawn from one rate, the last from `factor` times that. */
function drawSignal(mean: number, factor: number, random: () => number): SignalFigures {
  const weeks = Array.from({ length: 7 }, () => drawPoisson(mean, random));
  const last = drawPoisson(mean * factor, random);
  const prev = weeks.at(-1) ?? 0;
  return figuresOf({
    lastWindow: { mentions: last, authors: last },
    prevWindow: { mentions: prev, authors: prev },
    weeklyAuthors: [...weeks, last],
  });
}

function shareBelow(level: number, mean: number, factor: number, draws: number, seed: number): number {
  const random = seededRandom(seed);
  let below = 0;
  for (let draw = 0; draw < draws; draw++) {
    if (riseProbability(drawSignal(mean, factor, random), EVEN) < level) below++;
  }
  return below / draws;
}

const twoStandardErrors = (share: number, draws: number) => 2 * Math.sqrt((share * (1 - share)) / draws);

describe('the test of a rise', () => {
  it.each(MEANS)('calls no more unchanging streams of mean %i rising than it says', (mean) => {
    const draws = 20_000;
    for (const level of [0.01, 0.05]) {
      expect(shareBelow(level, mean, 1, draws, 11 + mean)).toBeLessThanOrEqual(level + twoStandardErrors(level, draws));
    }
  });

  it('finds rises to the double and the triple as often as the exact test can', () => {
    const draws = 20_000;
    for (const [mean, least] of POWER_OF_THE_EXACT_TEST) {
      const double = shareBelow(0.01, mean, 2, draws, 100 + mean);
      const triple = shareBelow(0.01, mean, 3, draws, 200 + mean);
      console.log(`mean ${mean} a week: power x2 ${(double * 100).toFixed(1)} %, x3 ${(triple * 100).toFixed(1)} %`);
      expect(double).toBeGreaterThanOrEqual(least.double - twoStandardErrors(least.double, draws));
      expect(triple).toBeGreaterThanOrEqual(least.triple - twoStandardErrors(least.triple, draws));
    }
  });

  it('expects more in a week in which more was fetched', () => {
    const tripled = figuresOf({ lastWindow: { mentions: 15, authors: 15 } });
    expect(riseProbability(tripled, EVEN)).toBeLessThan(0.05);
    expect(riseProbability(tripled, { lastWindow: 3_000, prevWindow: 1_000, before: 6_000 })).toBeGreaterThan(0.4);
  });

  it('calls nothing a rise when nothing was fetched in this week or before', () => {
    const burst = figuresOf({ lastWindow: { mentions: 50, authors: 50 } });
    expect(riseProbability(burst, { lastWindow: 1_000, prevWindow: 0, before: 0 })).toBe(1);
    expect(riseProbability(burst, { lastWindow: 0, prevWindow: 1_000, before: 6_000 })).toBe(1);
  });

  it('calls nothing a rise when a busy source was silent in the week before', () => {
    const burst = figuresOf({ lastWindow: { mentions: 50, authors: 50 }, prevWindow: { mentions: 0, authors: 0 } });
    expect(riseProbability(burst, { lastWindow: 1_000, prevWindow: 0, before: 6_000 })).toBeGreaterThan(0.4);
  });

  it('calls it a rise when a tracker with few posts was nearly silent in the week before', () => {
    const burst = figuresOf({ lastWindow: { mentions: 6, authors: 6 }, prevWindow: { mentions: 0, authors: 0 } });
    expect(riseProbability(burst, { lastWindow: 15, prevWindow: 4, before: 76 })).toBeLessThan(0.1);
    expect(riseProbability(burst, { lastWindow: 150, prevWindow: 40, before: 760 })).toBeGreaterThan(0.15);
  });

  it('counts one author who writes forty posts once', () => {
    const flood = figuresOf({ lastWindow: { mentions: 40, authors: 1 }, prevWindow: { mentions: 1, authors: 1 } });
    expect(riseProbability(flood, EVEN)).toBeGreaterThan(0.5);
  });

  it('asks more of a signal that always came in bursts', () => {
    const rise = { lastWindow: { mentions: 12, authors: 12 }, prevWindow: { mentions: 2, authors: 2 } };
    const steady = figuresOf({ ...rise, weeklyAuthors: [2, 3, 2, 1, 3, 2, 2, 12] });
    const bursty = figuresOf({ ...rise, weeklyAuthors: [0, 14, 0, 11, 0, 0, 2, 12] });
    expect(riseProbability(steady, EVEN)).toBeLessThan(0.01);
    expect(riseProbability(bursty, EVEN)).toBeGreaterThan(0.05);
  });
});

describe('rounding of bursty weeks', () => {
  it('rounds the last window down and the one before up, so that neither makes a rise', () => {
    const bursty = figuresOf({
      lastWindow: { mentions: 10, authors: 10 },
      prevWindow: { mentions: 5, authors: 5 },
      weeklyAuthors: [0, 1, 9, 1, 3, 1, 5, 10],
    });
    // The dispersion is 3.55: two events in each window, and P(X >= 2) of 4 fair draws is 11/16.
    expect(riseProbability(bursty, EVEN)).toBeCloseTo(11 / 16, 12);
    // Of all eight weeks: two events in the last, 20 / 3.55 rounded up to six before, and P(X >= 2) of 8 draws at 1/8.
    expect(judgeRises([bursty], EVEN)[0]?.p).toBeCloseTo(1 - (7 / 8) ** 8 - (7 / 8) ** 7, 12);
  });
});

describe('the control of false discoveries', () => {
  it('follows the worked example: the largest p under its own rising line, and all below it', () => {
    expect(discoveryThreshold([0.01, 0.04, 0.03, 0.005], 0.05)).toBe(0.04);
    expect(discoveryThreshold([0.01, 0.9, 0.03, 0.8], 0.05)).toBe(0.01);
  });

  it('finds nothing where no p is small, or there is none', () => {
    expect(discoveryThreshold([0.2, 0.6, 0.9], 0.05)).toBe(-1);
    expect(discoveryThreshold([], 0.05)).toBe(-1);
  });

  it('lets a snapshot of unchanging signals trend falsely at most once in twenty', () => {
    const random = seededRandom(5);
    const snapshots = 300;
    let alarms = 0;
    for (let snapshot = 0; snapshot < snapshots; snapshot++) {
      const signals = Array.from({ length: 60 }, (_, index) => drawSignal(MEANS[index % MEANS.length] ?? 1, 1, random));
      if (judgeRises(signals, EVEN).some((rise) => rise.trending)) alarms++;
    }
    expect(alarms / snapshots).toBeLessThanOrEqual(0.05 + twoStandardErrors(0.05, snapshots));
  });

  it('finds the one signal that rose among many that did not', () => {
    const random = seededRandom(6);
    const still = Array.from({ length: 60 }, () => drawSignal(5, 1, random));
    const risen = figuresOf({ lastWindow: { mentions: 30, authors: 28 }, weeklyAuthors: [5, 4, 6, 5, 5, 4, 5, 28] });
    const rises = judgeRises([...still, risen], EVEN);
    expect(rises.at(-1)).toMatchObject({ trending: true, emerging: true });
  });
});

describe('the flags', () => {
  it('find six people after seven silent weeks, and five times as many as in each week before, among many steady signals', () => {
    const random = seededRandom(8);
    const still = Array.from({ length: 60 }, () => drawSignal(3, 1, random));
    const weeksOf = (before: number, last: number) =>
      figuresOf({
        lastWindow: { mentions: last, authors: last },
        prevWindow: { mentions: before, authors: before },
        weeklyAuthors: [...Array.from({ length: 7 }, () => before), last],
      });
    const rises = judgeRises([...still, weeksOf(0, 6), weeksOf(3, 15)], EVEN);
    expect(rises.slice(-2)).toMatchObject([{ trending: true }, { trending: true }]);
    expect(rises.slice(0, -2).filter(({ emerging }) => emerging).length).toBeLessThanOrEqual(1);
  });

  it('are not set for a level that was reached the week before', () => {
    const reached = figuresOf({
      lastWindow: { mentions: 21, authors: 21 },
      prevWindow: { mentions: 20, authors: 20 },
      weeklyAuthors: [0, 0, 0, 0, 0, 0, 20, 21],
    });
    expect(judgeRises([reached], EVEN)).toMatchObject([{ trending: false, emerging: false }]);
  });

  it('counts the tests of signals that are not judged again', () => {
    const risen = figuresOf({
      lastWindow: { mentions: 6, authors: 6 },
      prevWindow: { mentions: 1, authors: 1 },
      weeklyAuthors: [1, 1, 1, 1, 1, 1, 1, 6],
    });
    const others = Array.from({ length: 20 }, () => 0.8);
    expect(judgeRises([risen], EVEN)).toMatchObject([{ trending: true }]);
    expect(judgeRises([risen], EVEN, others)).toMatchObject([{ trending: false, emerging: true }]);
  });

  it('call a p-value of 0.145 no significant increase', () => {
    const six = figuresOf({ lastWindow: { mentions: 6, authors: 6 }, prevWindow: { mentions: 2, authors: 2 } });
    const [rise] = judgeRises([six], EVEN);
    expect(riseProbability(six, EVEN)).toBeCloseTo(37 / 256, 12);
    expect(rise).toMatchObject({ trending: false, emerging: false });
  });

  it('are never set while the number of mentions stays the same, however many new authors there are', () => {
    const steady = figuresOf({ lastWindow: { mentions: 30, authors: 30 }, prevWindow: { mentions: 30, authors: 3 } });
    expect(judgeRises([steady], EVEN)).toMatchObject([{ trending: false, emerging: false }]);
  });

  it('are never set for fewer than three authors, however rare the rise', () => {
    const two = figuresOf({
      lastWindow: { mentions: 2, authors: 2 },
      prevWindow: { mentions: 0, authors: 0 },
      weeklyAuthors: [0, 0, 0, 0, 0, 0, 0, 2],
    });
    expect(judgeRises([two], { lastWindow: 1, prevWindow: 1_000, before: 6_000 })).toMatchObject([
      { trending: false, emerging: false },
    ]);
  });

  it('are not set where the mentions fell though the authors rose', () => {
    const calmer = figuresOf({ lastWindow: { mentions: 20, authors: 20 }, prevWindow: { mentions: 30, authors: 1 } });
    expect(judgeRises([calmer], EVEN)).toMatchObject([{ trending: false, emerging: false }]);
  });

  it('answer in the order of the signals', () => {
    const risen = figuresOf({ lastWindow: { mentions: 30, authors: 30 } });
    expect(judgeRises([figuresOf(), risen, figuresOf()], EVEN).map((rise) => rise.trending)).toEqual([
      false,
      true,
      false,
    ]);
  });
});
