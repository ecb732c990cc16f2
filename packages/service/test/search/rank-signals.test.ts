import { expect, it } from 'vitest';
import type { WeighedConcept } from '../../src/search/query.ts';
import { type PostOfSignal, rankSignals } from '../../src/search/rank-signals.ts';

const CONCEPTS: WeighedConcept[] = ['token', 'refresh', 'offline'].map((written) => ({
  wordings: [{ written, terms: [written], share: 1 }],
  weight: 0.6,
  power: 1,
}));

let nextId = 0;
function post(signalId: string, matches: readonly number[], score = matches.reduce((a, b) => a + b) / 3): PostOfSignal {
  return { signalId, postId: nextId++, score, words: ['token'], matches };
}

const ranked = (posts: PostOfSignal[], volumes: Record<string, number>) =>
  rankSignals(
    posts.toSorted((one, other) => other.score - one.score),
    CONCEPTS,
    new Map(Object.entries(volumes)),
  ).map(({ signalId }) => signalId);

it('a signal with many of the best posts goes before one with the very best', () => {
  const many = Array.from({ length: 8 }, () => post('many', [0.8, 0.8, 0]));
  expect(ranked([post('single', [1, 0.7, 0]), ...many], { single: 40, many: 16 })).toEqual(['many']);
});

it('a signal whose posts all say it goes before a larger one where few do', () => {
  const posts = [0.9, 0.9, 0.9].flatMap((match) => [
    post('small', [match, match, 0]),
    post('large', [match, match, 0]),
  ]);
  expect(ranked(posts, { small: 4, large: 90 })).toEqual(['small', 'large']);
});

it('a signal with one weak post among many others is no hit', () => {
  const best = Array.from({ length: 10 }, () => post('best', [0.9, 0.9, 0.9]));
  expect(ranked([...best, post('stray', [0.5, 0, 0])], { best: 12, stray: 60 })).toEqual(['best']);
});

it('a question of which no signal says enough has no hits', () => {
  expect(ranked([post('weak', [0.2, 0, 0])], { weak: 3 })).toEqual([]);
});

it('hits are as relevant as the question is answered, less so the further down', () => {
  const posts = [
    ...Array.from({ length: 6 }, () => post('first', [1, 1, 1])),
    ...Array.from({ length: 3 }, () => post('second', [0.9, 0.6, 0])),
  ];
  const [first, second] = rankSignals(posts, CONCEPTS, new Map(Object.entries({ first: 6, second: 3 })));
  expect(first?.relevance).toBeGreaterThan(0.9);
  expect(second?.relevance).toBeLessThan(first?.relevance ?? 0);
});
