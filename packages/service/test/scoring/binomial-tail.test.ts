import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { binomialUpperTail } from '../../src/scoring/significance.ts';

/** The definition, summed in full; good for small numbers of trials. */
function tailByDefinition(successes: number, trials: number, share: number): number {
  let tail = 0;
  for (let k = successes; k <= trials; k++) {
    let choose = 1;
    for (let i = 1; i <= k; i++) choose = (choose * (trials - k + i)) / i;
    tail += choose * share ** k * (1 - share) ** (trials - k);
  }
  return tail;
}

describe('the upper tail of a binomial', () => {
  it('is known for a fair coin: at least 8 heads of 10', () => {
    expect(binomialUpperTail(8, 10, 0.5)).toBeCloseTo(56 / 1024, 14);
  });

  it('agrees with the definition on both sides of the mean', () => {
    const draws = fc.record({
      trials: fc.integer({ min: 0, max: 60 }),
      part: fc.double({ min: 0, max: 1, noNaN: true }),
      share: fc.double({ min: 0.01, max: 0.99, noNaN: true }),
    });
    fc.assert(
      fc.property(draws, ({ trials, part, share }) => {
        const successes = Math.round(part * trials);
        const expected = tailByDefinition(successes, trials, share);
        expect(Math.abs(binomialUpperTail(successes, trials, share) - expected)).toBeLessThan(1e-10);
      }),
    );
  });

  it('stays a probability, and falls with every further success, for any size', () => {
    const draws = fc.record({
      trials: fc.integer({ min: 1, max: 1_000_000_000 }),
      part: fc.double({ min: 0, max: 1, noNaN: true }),
      share: fc.double({ min: 0, max: 1, noNaN: true }),
    });
    fc.assert(
      fc.property(draws, ({ trials, part, share }) => {
        const successes = Math.floor(part * (trials - 1));
        const tail = binomialUpperTail(successes, trials, share);
        const farther = binomialUpperTail(successes + 1, trials, share);
        expect(tail).toBeGreaterThanOrEqual(0);
        expect(tail).toBeLessThanOrEqual(1);
        expect(farther).toBeLessThanOrEqual(tail + 1e-9);
      }),
      { numRuns: 60 },
    );
  });
});
