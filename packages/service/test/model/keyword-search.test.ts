import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { keywordsOf, searchTextOf } from '../../src/model/keyword-search.ts';

const text = searchTextOf(
  'Deploys time out in GitHub Actions',
  'Node.js 20 and C++ builds; “Größe” is wrong. 部署超时',
);

const finds = (query: string): boolean => keywordsOf(query).every((keyword) => text.includes(keyword));

describe('keyword search', () => {
  it.each([
    ['a word, whatever its case', 'GITHUB'],
    ['the beginning of a word', 'deplo'],
    ['several words in any order', 'actions deploys'],
    ['words with marks inside', 'node.js'],
    ['the names of languages', 'c++'],
    ['letters of other alphabets', 'GRÖẞE'.toLowerCase()],
    ['a piece of a text without spaces', '超时'],
    ['a plural for the singular', 'times'],
    ['another form of the word', 'deployed building'],
    ['a phrase', '"github actions"'],
    ['a phrase beside a word', 'deploys "time out"'],
    ['a phrase that was not closed', '"time out'],
  ])('finds %s', (_what, query) => {
    expect(finds(query)).toBe(true);
  });

  it.each([
    ['the middle of a word', 'ploys'],
    ['words of which one is missing', 'deploys gitlab'],
    ['a phrase whose words stand apart', '"deploys github"'],
    ['a phrase that ends within a word', '"time ou"'],
    ['another language', 'c#'],
    ['a short word less its ending', 'outing'],
    ['another form of a word within a phrase', '"github action"'],
  ])('does not find %s', (_what, query) => {
    expect(finds(query)).toBe(false);
  });

  it('looks for nothing where there are no words', () => {
    for (const query of ['', '   ', '???', '""', '%_\\']) expect(keywordsOf(query)).toEqual([]);
  });

  it('finds a text by each of its words', () => {
    const words = fc.array(fc.stringMatching(/^[a-zäöü0-9]{1,12}$/), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(words, fc.nat(), (all, pick) => {
        const [keyword] = keywordsOf((all[pick % all.length] ?? '').toUpperCase().toLowerCase());
        expect(searchTextOf(all.join(', '), '')).toContain(keyword);
      }),
    );
  });

  it('makes nothing of a query that a LIKE pattern would take for a wildcard', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (query) => {
        for (const keyword of keywordsOf(query)) expect(keyword).toMatch(/^[\p{L}\p{M}\p{N}+# ]+$/u);
      }),
    );
  });
});
