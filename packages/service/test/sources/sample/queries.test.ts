import { describe, expect, test } from 'vitest';
import { PAINS } from '../../../src/sources/sample/pains/index.ts';
import type { Pain } from '../../../src/sources/sample/parts/pain.ts';
import { SAMPLE_QUERIES } from '../../../src/sources/sample/queries.ts';

const byId = new Map(PAINS.map((pain) => [pain.id, pain]));

const titlesOf = (pain: Pain | undefined): string[] => pain?.tellings.map((telling) => telling.title) ?? [];

function wordsOf(text: string): Set<string> {
  return new Set(text.toLowerCase().match(/[a-z]{4,}/g) ?? []);
}

function sharedWords(one: string, other: string): number {
  const words = wordsOf(other);
  return [...wordsOf(one)].filter((word) => words.has(word)).length / Math.max(1, wordsOf(one).size);
}

describe('the search questions', () => {
  test('forty different questions about forty pains, some of each area', () => {
    expect(SAMPLE_QUERIES.length).toBe(40);
    expect(new Set(SAMPLE_QUERIES.map(({ query: question }) => question)).size).toBe(40);
    expect(new Set(SAMPLE_QUERIES.map(({ painId }) => painId)).size).toBe(40);
    const areas = SAMPLE_QUERIES.map(({ painId }) => byId.get(painId)?.area);
    expect(areas).not.toContain(undefined);
    expect(new Set(areas).size).toBe(11);
  });

  test('a question is not asked in the words of a post', () => {
    for (const { query: question, painId } of SAMPLE_QUERIES) {
      for (const title of titlesOf(byId.get(painId))) expect(sharedWords(question, title)).toBeLessThan(0.5);
    }
  });
});
