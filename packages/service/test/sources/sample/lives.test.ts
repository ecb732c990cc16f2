import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { expectedPosts, type Life, postsBefore } from '../../../src/sources/sample/parts/lives.ts';

const KINDS = ['steady', 'surging', 'growing', 'bursting', 'emerging', 'fading', 'dead', 'returning'] as const;

/** Whole cycles of every kind: of 126 days most, of 308 the dead. */
const WHOLE_CYCLES = 126 * 22;

const life: fc.Arbitrary<Life> = fc.record({
  kind: fc.constantFrom(...KINDS),
  perWeek: fc.double({ min: 0.1, max: 20, noNaN: true }),
  phase: fc.double({ min: 0, max: 44, noNaN: true }),
});
const day = fc.integer({ min: 0, max: 40_000 });

function weeksOf(kind: Life['kind']): number[] {
  return Array.from({ length: 18 }, (_, week) => expectedPosts({ kind, perWeek: 2, phase: 0 }, week * 7, week * 7 + 7));
}

describe('lives', () => {
  test('a life brings forth its posts a week on the average of whole cycles, wherever they begin', () => {
    fc.assert(
      fc.property(life, day, (anyLife, from) => {
        const posts = expectedPosts(anyLife, from, from + WHOLE_CYCLES);
        expect(posts).toBeCloseTo((anyLife.perWeek * WHOLE_CYCLES) / 7, 5);
      }),
    );
  });

  test('the running total never falls', () => {
    fc.assert(
      fc.property(life, day, (anyLife, from) => {
        expect(postsBefore(anyLife, from + 1)).toBeGreaterThanOrEqual(postsBefore(anyLife, from));
      }),
    );
  });

  test('a growing life has more posts in each week of its cycle than in the week before, a fading one fewer', () => {
    const growing = weeksOf('growing');
    const fading = weeksOf('fading');
    for (let week = 1; week < 18; week += 1) {
      expect(growing[week]).toBeGreaterThan(growing[week - 1] ?? 0);
      expect(fading[week]).toBeLessThan(fading[week - 1] ?? 0);
    }
  });

  test('a surging life has more than twice as many posts in one week as in the week before, and half of them in the week after', () => {
    const weeks = weeksOf('surging');
    const peak = weeks.indexOf(Math.max(...weeks));
    expect(weeks[peak]).toBeGreaterThan(2 * (weeks[peak - 1] ?? 0));
    expect(weeks[peak + 1]).toBeLessThan((weeks[peak] ?? 0) / 2);
    expect(Math.min(...weeks)).toBeGreaterThan(0);
  });

  test('an emerging life is silent for weeks before each of its outbreaks', () => {
    const weeks = weeksOf('emerging');
    expect(weeks.filter((posts) => posts > 0).length).toBeLessThan(5);
    expect(Math.max(...weeks)).toBeGreaterThan(15);
  });

  test('a dead life is over after eight weeks and stays so for 36 more', () => {
    const dead: Life = { kind: 'dead', perWeek: 1, phase: 0 };
    expect(expectedPosts(dead, 0, 56)).toBeCloseTo(44, 5);
    expect(expectedPosts(dead, 56, 308)).toBe(0);
  });

  test('the phase says by how many weeks a life is ahead', () => {
    const ahead: Life = { kind: 'growing', perWeek: 3, phase: 5 };
    expect(expectedPosts(ahead, 700, 707)).toBeCloseTo(expectedPosts({ ...ahead, phase: 0 }, 735, 742), 9);
  });
});
