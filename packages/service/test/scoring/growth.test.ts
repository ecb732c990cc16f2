import { describe, expect, it } from 'vitest';
import { growthRate } from '../../src/scoring/score.ts';

describe('the growth rate of section 2.3', () => {
  it.each([
    [10, 5, 1],
    [5, 10, -0.5],
    [7, 7, 0],
    [3, 0, 3],
    [0, 0, 0],
    [0, 4, -1],
  ])('of %i mentions after %i is %d', (last, prev, rate) => {
    expect(growthRate(last, prev)).toBe(rate);
  });
});
