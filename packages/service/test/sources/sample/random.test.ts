import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { randomFrom } from '../../../src/sources/sample/parts/random.ts';

describe('random choices from a seed', () => {
  test('the sequence of a seed is fixed once and for all, so that every machine tells the same posts', () => {
    const random = randomFrom('sample');
    expect(Array.from({ length: 5 }, () => random.below(1000))).toEqual([971, 328, 775, 683, 136]);
  });

  test('one seed gives one sequence, another seed another', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (seed, other) => {
        fc.pre(seed !== other);
        const draw = (from: string) => {
          const random = randomFrom(from);
          return Array.from({ length: 8 }, () => random.fraction());
        };
        expect(draw(seed)).toEqual(draw(seed));
        expect(draw(seed)).not.toEqual(draw(other));
      }),
    );
  });

  test('numbers are spread evenly', () => {
    const random = randomFrom('dice');
    const rolls = Array.from({ length: 60_000 }, () => random.below(6));
    for (let face = 0; face < 6; face += 1) {
      const share = rolls.filter((roll) => roll === face).length / rolls.length;
      expect(share).toBeGreaterThan(0.155);
      expect(share).toBeLessThan(0.178);
    }
  });

  test('a sample holds different elements of the list, as many as asked for or all', () => {
    fc.assert(
      fc.property(fc.string(), fc.uniqueArray(fc.integer()), fc.nat(20), (seed, list, count) => {
        const sample = randomFrom(seed).sample(list, count);
        expect(sample.length).toBe(Math.min(count, list.length));
        expect(new Set(sample).size).toBe(sample.length);
        expect(sample.every((element) => list.includes(element))).toBe(true);
      }),
    );
  });

  test('picking from nothing is refused', () => {
    expect(() => randomFrom('x').pick([])).toThrow('nothing to pick from');
  });
});
