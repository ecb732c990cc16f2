import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { measureClustering } from './support/clustering-measures.ts';

const labels = fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c'), fc.constantFrom('1', '2', '3')), { minLength: 1 });

describe('measures of a clustering', () => {
  test('the truth under other names scores 1 throughout', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('a', 'b', 'c'), { minLength: 2 }), (truth) => {
        const renamed = truth.map((label) => `cluster ${label}`);
        const { ari, nmi, pairPrecision, pairRecall } = measureClustering(truth, renamed);
        expect(ari).toBeCloseTo(1, 9);
        expect(nmi).toBeCloseTo(1, 9);
        expect([pairPrecision, pairRecall]).toEqual([1, 1]);
      }),
    );
  });

  test('an example worked by hand', () => {
    // Pairs: 6 of 15 belong together, 7 are put together, 4 of them rightly; by chance 6 * 7 / 15 = 2.8.
    const measures = measureClustering(['a', 'a', 'a', 'b', 'b', 'b'], ['1', '1', '1', '1', '2', '2']);
    expect(measures.pairPrecision).toBeCloseTo(4 / 7, 9);
    expect(measures.pairRecall).toBeCloseTo(4 / 6, 9);
    expect(measures.ari).toBeCloseTo((4 - 2.8) / (6.5 - 2.8), 9);
  });

  test('one cluster for all is no better than chance, and as precise as the truth is lumpy', () => {
    const measures = measureClustering(['a', 'a', 'b', 'b'], ['1', '1', '1', '1']);
    expect(measures.ari).toBeCloseTo(0, 9);
    expect(measures.nmi).toBeCloseTo(0, 9);
    expect(measures.pairPrecision).toBeCloseTo(2 / 6, 9);
    expect(measures.pairRecall).toBe(1);
  });

  test('the order of the items does not matter', () => {
    fc.assert(
      fc.property(labels, (items) => {
        const measure = (list: typeof items) =>
          measureClustering(
            list.map(([truth]) => truth),
            list.map(([, cluster]) => cluster),
          );
        expect(measure([...items].reverse()).ari).toBeCloseTo(measure(items).ari, 9);
      }),
    );
  });

  test('labels without clusters are refused', () => {
    expect(() => measureClustering(['a'], [])).toThrow('1 labels, 0 clusters');
    expect(() => measureClustering([], [])).toThrow(RangeError);
  });
});
