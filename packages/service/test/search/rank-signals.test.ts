import { expect, it } from 'vitest';
import type { PostOfSignal } from '../../src/search/measure-signals.ts';
import type { WeighedConcept } from '../../src/search/query.ts';
import { LEAST_RELEVANCE, rankSignals } from '../../src/search/rank-signals.ts';

const concept = (written: string, use: WeighedConcept['use'] = 'telling'): WeighedConcept => ({
  asked: written,
  wordings: [{ written, terms: [written], share: 1 }],
  weight: 0.6,
  use,
});

const CONCEPTS = ['token', 'refresh', 'offline'].map((written) => concept(written));

let nextId = 0;
/** A post with those of the three words that `said` marks, in its title unless told otherwise. */
function post(signalId: string, said: readonly number[], where: 'title' | 'body' = 'title'): PostOfSignal {
  const score = said.reduce((a, b) => a + b) / 3;
  const stressed = where === 'title' ? said : said.map((share) => share / 2);
  const named = said.map((share) => where === 'title' && share > 0);
  const together = said.every((share) => share === 1);
  return { signalId, postId: nextId++, score, words: ['token'], said, stressed, named, together };
}

const ranked = (posts: PostOfSignal[], volumes: Record<string, number>, concepts = CONCEPTS) =>
  rankSignals(
    posts.toSorted((one, other) => other.score - one.score),
    concepts,
    new Map(Object.entries(volumes)),
  ).map(({ signalId }) => signalId);

it('a signal with many of the best posts goes before one with the very best', () => {
  const many = Array.from({ length: 8 }, () => post('many', [1, 1, 0]));
  expect(ranked([post('single', [1, 1, 1]), ...many], { single: 12, many: 16 })[0]).toBe('many');
});

it('a signal whose posts all say it goes before a larger one where few do', () => {
  const posts = Array.from({ length: 3 }, () => [post('small', [1, 1, 0]), post('large', [1, 1, 0])]).flat();
  expect(ranked(posts, { small: 4, large: 90 })[0]).toBe('small');
});

it('a signal whose titles say it goes before one that says it further down', () => {
  const posts = Array.from({ length: 3 }, () => [post('titles', [1, 1, 0]), post('bodies', [1, 1, 0], 'body')]).flat();
  expect(ranked(posts, { titles: 4, bodies: 4 })[0]).toBe('titles');
});

it('a signal that has one word of a question of several is no hit', () => {
  const best = Array.from({ length: 10 }, () => post('best', [1, 1, 1]));
  const stray = Array.from({ length: 3 }, () => post('stray', [1, 0, 0]));
  expect(ranked([...best, ...stray], { best: 12, stray: 3 })).toEqual(['best']);
});

it('an unlikely signal whose titles say one of two words is no hit, whatever its posts say further down', () => {
  const beside = (where: 'title' | 'body') => [
    ...Array.from({ length: 6 }, () => post('tests', [1, 0])),
    post('tests', [0, 1], where),
  ];
  expect(ranked(beside('body'), { tests: 20 }, CONCEPTS.slice(0, 2))).toEqual([]);
  expect(ranked(beside('title'), { tests: 20 }, CONCEPTS.slice(0, 2))).toEqual(['tests']);
});

it('where two words leave no hit, a signal with a post that says both in one place is a weak one', () => {
  const saying = (together: boolean) => [
    ...Array.from({ length: 6 }, () => post('errors', [1, 0])),
    { ...post('errors', [1, 1], 'body'), together },
  ];
  expect(ranked(saying(true), { errors: 20 }, CONCEPTS.slice(0, 2))).toEqual(['errors']);
  expect(ranked(saying(false), { errors: 20 }, CONCEPTS.slice(0, 2))).toEqual([]);
});

it('a signal that says it in other words goes behind one that says it in the same', () => {
  const posts = Array.from({ length: 3 }, () => [post('others', [1, 0.7, 0]), post('same', [1, 1, 0])]).flat();
  expect(ranked(posts, { others: 4, same: 4 })).toEqual(['same', 'others']);
});

it('a post that says the whole question, if only in its body, makes its large signal a hit, and half of it does not', () => {
  expect(ranked([post('whole', [1, 1, 1], 'body')], { whole: 90 })).toEqual(['whole']);
  expect(ranked([post('part', [1, 1, 0], 'body')], { part: 90 })).toEqual([]);
});

it('a signal counts its posts that say the whole question in its own words', () => {
  const posts = [post('some', [1, 1, 1]), post('some', [1, 0.7, 1]), post('some', [1, 1, 0])];
  expect(rankSignals(posts, CONCEPTS, new Map([['some', 3]]))[0]?.whole).toBe(1);
});

it('everyday words alone are no hit, however many posts say them', () => {
  const posts = Array.from({ length: 4 }, () => post('everyday', [1, 1, 1]));
  const weak = CONCEPTS.map((each) => ({ ...each, use: 'weak' as const }));
  expect(ranked(posts, { everyday: 4 }, weak)).toEqual([]);
  expect(ranked(posts, { everyday: 4 }, [...weak.slice(1), concept('token')])).toEqual(['everyday']);
});

it('small talk in a question makes it less likely that a signal answers', () => {
  const relevance = (concepts: WeighedConcept[], said: number[]) =>
    rankSignals(
      Array.from({ length: 4 }, () => post('signal', said)),
      concepts,
      new Map([['signal', 4]]),
    )[0]?.relevance ?? 0;
  const lunch = [...CONCEPTS, concept('lunch', 'smallTalk')];
  expect(relevance(lunch, [1, 1, 1, 0])).toBeLessThan(relevance([...CONCEPTS, concept('lunch')], [1, 1, 1, 0]));
  expect(relevance(lunch, [1, 0, 0, 0])).toBe(0);
});

it('a name that sounds like small talk is found by what it is beside', () => {
  const posts = Array.from({ length: 4 }, () => post('signal', [1, 1]));
  expect(ranked(posts, { signal: 4 }, [concept('keyboard'), concept('manager', 'smallTalk')])).toEqual(['signal']);
});

it('a question of which nobody says half is about something else', () => {
  const posts = Array.from({ length: 8 }, () => post('shell', [1, 0, 0]));
  expect(ranked(posts, { shell: 8 })).toEqual([]);
  expect(ranked(posts, { shell: 8 }, CONCEPTS.slice(0, 2))).toEqual(['shell']);
});

it('a post that says all of the question is shown where nothing is likelier, as a weak hit', () => {
  const found = rankSignals([post('code', [1, 1, 1], 'body')], CONCEPTS, new Map([['code', 90]]));
  expect(found).toMatchObject([{ signalId: 'code', relevance: LEAST_RELEVANCE }]);
});

it('a question of which no signal says enough has no hits', () => {
  expect(ranked([post('weak', [1, 1, 0], 'body')], { weak: 90 })).toEqual([]);
});

it('hits are as relevant as they answer the question', () => {
  const posts = [
    ...Array.from({ length: 6 }, () => post('first', [1, 1, 1])),
    ...Array.from({ length: 3 }, () => post('second', [1, 1, 0.7])),
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
