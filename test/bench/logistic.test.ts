import { expect, it } from 'vitest';
import { fitLogistic } from '../../bench/logistic.ts';
import type { Measures } from '../../packages/service/src/search/measure-signals.ts';
import { relevanceOf } from '../../packages/service/src/search/rank-signals.ts';

const NOTHING: Measures = {
  covered: 0,
  ordinary: 0,
  most: 0,
  telling: 0,
  votes: 0,
  found: 0,
  smallTalk: 0,
  findable: 0,
  asked: 0,
};

it('learns what tells right from wrong, how likely, and that the rest tells nothing', () => {
  const examples = Array.from({ length: 400 }, (_, at) => {
    const covered = (at % 20) / 20;
    // Two in ten are the other way round.
    return {
      measures: { ...NOTHING, covered, votes: at % 2 },
      isRight: covered >= 0.5 !== Math.floor(at / 20) % 5 < 1,
    };
  });
  const model = fitLogistic(examples);
  const relevance = (covered: number, votes = 0) => relevanceOf({ ...NOTHING, covered, votes }, model);
  expect(relevance(0.1)).toBeLessThan(0.3);
  expect(relevance(0.9)).toBeGreaterThan(0.7);
  expect(relevance(0.475)).toBeCloseTo(0.5, 1);
  expect(Math.abs(relevance(0.5, 1) - relevance(0.5))).toBeLessThan(0.1);
});
