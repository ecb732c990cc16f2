import { expect, it } from 'vitest';
import type { WeighedConcept } from '../../src/search/query.ts';
import { type PostOfSignal, rankSignals } from '../../src/search/rank-signals.ts';

const concept = (written: string, use: WeighedConcept['use'] = 'telling'): WeighedConcept => ({
  asked: written,
  wordings: use === 'smallTalk' ? [] : [{ written, terms: [written], share: 1 }],
  weight: 0.6,
  use,
});

const CONCEPTS = ['token', 'refresh', 'offline'].map((written) => concept(written));

let nextId = 0;
/** A post with those of the three words that `said` marks, in its title unless told otherwise. */
function post(signalId: string, said: readonly number[], where: 'title' | 'body' = 'title'): PostOfSignal {
  const score = said.reduce((a, b) => a + b) / 3;
  const stressed = where === 'title' ? said : said.map((share) => share / 2);
  return { signalId, postId: nextId++, score, words: ['token'], said, stressed };
}

const ranked = (posts: PostOfSignal[], volumes: Record<string, number>, concepts = CONCEPTS) =>
  rankSignals(
    posts.toSorted((one, other) => other.score - one.score),
    concepts,
    new Map(Object.entries(volumes)),
  ).map(({ signalId }) => signalId);

it('a signal with many of the best posts goes before one with the very best', () => {
  const many = Array.from({ length: 8 }, () => post('many', [1, 1, 0]));
  expect(ranked([post('single', [1, 1, 1]), ...many], { single: 12, many: 16 })).toEqual(['many', 'single']);
});

it('a signal whose posts all say it goes before a larger one where few do', () => {
  const posts = Array.from({ length: 3 }, () => [post('small', [1, 1, 0]), post('large', [1, 1, 0])]).flat();
  expect(ranked(posts, { small: 4, large: 90 })[0]).toBe('small');
});

it('a signal whose titles say it goes before one that says it further down', () => {
  const posts = Array.from({ length: 3 }, () => [post('titles', [1, 1, 0]), post('bodies', [1, 1, 0], 'body')]).flat();
  expect(ranked(posts, { titles: 4, bodies: 4 })).toEqual(['titles', 'bodies']);
});

it('a signal that has one word of a question of several is no hit', () => {
  const best = Array.from({ length: 10 }, () => post('best', [1, 1, 1]));
  const stray = Array.from({ length: 3 }, () => post('stray', [1, 0, 0]));
  expect(ranked([...best, ...stray], { best: 12, stray: 3 })).toEqual(['best']);
});

it('a signal that says it in other words goes behind one that says it in the same', () => {
  const posts = Array.from({ length: 3 }, () => [post('others', [1, 0.7, 0]), post('same', [1, 1, 0])]).flat();
  expect(ranked(posts, { others: 4, same: 4 })).toEqual(['same', 'others']);
});

it('a post that says the whole question, if only in its body, makes its large signal a hit, and half of it does not', () => {
  expect(ranked([post('whole', [1, 1, 1], 'body')], { whole: 90 })).toEqual(['whole']);
  expect(ranked([post('part', [1, 1, 0], 'body')], { part: 90 })).toEqual([]);
});

it('everyday words alone are no hit, however many posts say them', () => {
  const posts = Array.from({ length: 4 }, () => post('everyday', [1, 1, 1]));
  const weak = CONCEPTS.map((each) => ({ ...each, use: 'weak' as const }));
  expect(ranked(posts, { everyday: 4 }, weak)).toEqual([]);
  expect(ranked(posts, { everyday: 4 }, [...weak.slice(1), concept('token')])).toEqual(['everyday']);
});

it('a question with small talk asks for more than two words', () => {
  const concepts = [...CONCEPTS, concept('lunch', 'smallTalk')];
  const withRest = (said: number[]) => Array.from({ length: 4 }, () => post('signal', [...said, 0]));
  expect(ranked(withRest([1, 1, 0]), { signal: 4 }, concepts)).toEqual([]);
  expect(ranked(withRest([1, 1, 1]), { signal: 4 }, concepts)).toEqual(['signal']);
});

it('a question of which no signal says enough has no hits', () => {
  expect(ranked([post('weak', [1, 1, 0], 'body')], { weak: 90 })).toEqual([]);
});

it('hits are as relevant as they answer the question', () => {
  const posts = [
    ...Array.from({ length: 6 }, () => post('first', [1, 1, 1])),
    ...Array.from({ length: 3 }, () => post('second', [1, 1, 0])),
  ];
  const [first, second] = rankSignals(posts, CONCEPTS, new Map(Object.entries({ first: 6, second: 6 })));
  expect(first?.relevance).toBeGreaterThan(0.9);
  expect(second?.relevance).toBeLessThan(first?.relevance ?? 0);
});

it('a hit that is far behind the best one is cut, though alone it would be shown', () => {
  const best = Array.from({ length: 6 }, () => post('best', [1, 1, 1]));
  const far = [post('far', [1, 1, 1], 'body')];
  expect(ranked(far, { far: 40 })).toEqual(['far']);
  expect(ranked([...best, ...far], { best: 6, far: 40 })).toEqual(['best']);
});
