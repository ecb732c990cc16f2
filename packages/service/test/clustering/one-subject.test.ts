import { describe, expect, it } from 'vitest';
import {
  chanceOfOneSubject,
  isAboutOneSubject,
  readSubjectSigns,
  type SubjectPost,
} from '../../src/clustering/one-subject.ts';
import { countPostTerms } from '../../src/clustering/post-terms.ts';

const titled = (...titles: (string | null)[]): SubjectPost[] => titles.map((title) => ({ title, text: '' }));

const RULER = titled(
  'Screen ruler measures in pixels only',
  'Screen Ruler crashes on a second monitor',
  'Add centimeters to the screen ruler',
  'The screen ruler forgets its color',
);
const AFTER_RESTART = titled(
  'Sort order resets after restart',
  'Admin rights are required after restart',
  'Blank page after restart',
  'Clock is wrong after a restart',
);

/** How often terms are used by these and `others` posts that all hold the given words. */
function backgroundOf(posts: readonly SubjectPost[], others = 0, words = '') {
  const documentFrequencies = new Map<string, number>();
  for (const { title, text } of posts)
    for (const term of countPostTerms(title, text).keys())
      documentFrequencies.set(term, (documentFrequencies.get(term) ?? 0) + 1);
  for (const term of countPostTerms(words, '').keys())
    documentFrequencies.set(term, (documentFrequencies.get(term) ?? 0) + others);
  return { documentFrequencies, documents: posts.length + others };
}

const isOne = (posts: readonly SubjectPost[], background = backgroundOf([...RULER, ...AFTER_RESTART], 300)) =>
  isAboutOneSubject(posts, posts.length, background);

describe('posts are about one subject', () => {
  it('where their titles share a name that few others use, whatever goes wrong with it', () => {
    expect(isOne(RULER)).toBe(true);
  });

  it('where they say the same in common words', () => {
    const same = titled(
      'Restart loses the page',
      'The page is lost after restart',
      'Page lost, restart',
      'Restart: page lost',
    );
    expect(isOne(same, { ...backgroundOf(same, 100, 'restart page lost'), documents: 1_000 })).toBe(true);
  });

  it('not where they share a word that many others use', () => {
    expect(isOne(AFTER_RESTART, backgroundOf(AFTER_RESTART, 40, 'restart'))).toBe(false);
  });

  it('not where they share nothing', () => {
    expect(isOne(titled('Dark theme', 'Slow build', 'Lost password'))).toBe(false);
  });

  it('where nothing else is stored yet', () => {
    expect(isOne(RULER, backgroundOf(RULER))).toBe(true);
  });

  it('as their texts say where they have no titles', () => {
    const comments = ['The screen ruler is off', 'Our screen ruler shows nothing', 'screen ruler off by one'];
    expect(isOne(comments.map((text) => ({ title: null, text })))).toBe(true);
    expect(
      isOne(
        titled('Dark theme', 'Slow build', 'Lost password').map(({ title }) => ({ title: null, text: title ?? '' })),
      ),
    ).toBe(false);
  });
});

describe('the signs', () => {
  it('are all 1 where a title of two words is repeated and nobody else says it', () => {
    const posts = titled('Kerberos tickets', 'Kerberos tickets', 'Kerberos tickets');
    const signs = readSubjectSigns(posts, posts.length, backgroundOf(posts, 50));
    for (const sign of Object.values(signs)) expect(sign).toBeCloseTo(1, 9);
  });

  it('are all 0 where titles have nothing in common', () => {
    const posts = titled('Dark theme', 'Slow build', '');
    const signs = readSubjectSigns(posts, posts.length, backgroundOf(posts, 50));
    expect(signs).toEqual({ nearest: 0, ownWord: 0, edge: 0 });
  });

  it('count a word less the more others use it', () => {
    const [few, some, many] = [0, 4, 40].map((others) => {
      const background = { ...backgroundOf(RULER, others, 'screen ruler'), documents: 400 };
      return readSubjectSigns(RULER, RULER.length, background);
    });
    expect(some?.ownWord).toBeLessThan(few?.ownWord ?? 0);
    expect(many?.ownWord).toBeLessThan(some?.ownWord ?? 0);
    expect(many?.nearest).toBeLessThan(few?.nearest ?? 0);
  });

  it('count the words of texts for whose own a word is', () => {
    const told = RULER.map(({ title }, at) => ({ title: at < 2 ? title : 'It fails', text: 'The screen ruler' }));
    const background = backgroundOf(told, 100);
    const signs = readSubjectSigns(told, told.length, background);
    expect(signs.ownWord).toBe(1);
    const untold = told.map(({ title }) => ({ title, text: '' }));
    expect(readSubjectSigns(untold, told.length, background).ownWord).toBeLessThan(1);
  });

  it('count a word as much by some posts of a large group as by all', () => {
    const all = Array.from({ length: 20 }, () => RULER).flat();
    const background = backgroundOf(all, 100);
    const [some, whole] = [all.slice(0, 20), all].map((posts) => readSubjectSigns(posts, all.length, background));
    expect(some?.ownWord).toBe(whole?.ownWord);
  });

  it('say how much the posts at the edge have in common with the rest', () => {
    const edge = (strangers: number) => {
      const posts = [...RULER, ...RULER, ...AFTER_RESTART.slice(0, strangers)];
      return readSubjectSigns(posts, posts.length, backgroundOf(posts, 100)).edge;
    };
    expect(edge(1)).toBeGreaterThan(0.1);
    expect(edge(4)).toBeLessThan(0.1);
  });

  it('are weighed as learned', () => {
    const signs = readSubjectSigns(RULER, 4, backgroundOf([...RULER, ...AFTER_RESTART], 300, 'screen'));
    expect(signs).toMatchInlineSnapshot(`
      {
        "edge": 0.2795032154607728,
        "nearest": 0.8436463403661022,
        "ownWord": 1,
      }
    `);
    expect(chanceOfOneSubject(signs)).toMatchInlineSnapshot(`0.9356555942367232`);
  });
});
