import { EvidenceExcerpt, EXCERPT_LENGTH } from '@pain-signals/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { QueryDeps } from '../../src/queries/deps.ts';
import { evidenceQueries } from '../../src/queries/evidence.ts';
import type { EvidenceRow } from '../../src/store/index.ts';

const ID = '6ba7b810-9dad-41d1-80b4-00c04fd430c8';
const ROW: EvidenceRow = {
  chunkId: '1-0',
  documentId: '1',
  painSignalId: ID,
  provider: 'github',
  postTitle: null,
  externalId: '7',
  createdAt: 0,
  postedAt: 0,
  text: 'It hurts.',
  nextText: null,
  url: 'https://example.org/7',
  author: 'ada',
  repository: null,
  licence: 'MIT',
};

/** The excerpt of a signal that has this one piece of evidence. */
async function excerptOf(row: Partial<EvidenceRow>, mode: 'summary' | 'full'): Promise<EvidenceExcerpt> {
  const store = {
    signals: { find: async () => ({ id: ID }) },
    evidence: { page: async () => ({ rows: [{ ...ROW, ...row }], total: 1 }) },
  };
  const answer = await evidenceQueries({ store } as unknown as QueryDeps).evidenceExcerpts(ID, {
    mode,
    page: 0,
    size: 20,
  });
  expect(answer).toMatchObject({ page: 0, size: 20, totalItems: 1, totalPages: 1 });
  return EvidenceExcerpt.strict().parse(answer.items[0]);
}

describe('an excerpt', () => {
  it('is the whole text where that is short enough, with who wrote it, where, and under which licence', async () => {
    expect(await excerptOf({}, 'summary')).toMatchObject({
      excerpt: 'It hurts.',
      url: 'https://example.org/7',
      author: 'ada',
      licence: 'MIT',
    });
    expect(await excerptOf({ url: null, author: null, licence: null }, 'full')).toMatchObject({
      url: null,
      author: null,
      licence: null,
    });
  });

  it('goes on with what the post says next where it may be long', async () => {
    const row = { text: 'It hurts.', nextText: 'Every day.', postedAt: Date.parse('2026-02-03T04:05:06Z') };
    expect(await excerptOf(row, 'full')).toMatchObject({
      excerpt: 'It hurts.\n\nEvery day.',
      postedAt: '2026-02-03T04:05:06.000Z',
    });
    expect((await excerptOf(row, 'summary')).excerpt).toBe('It hurts.');
    const long = await excerptOf({ text: 'word '.repeat(290).trim(), nextText: 'next '.repeat(290) }, 'full');
    expect(long.excerpt.length).toBeGreaterThan(EXCERPT_LENGTH.full - 10);
    expect(long.excerpt).toMatch(/word\n\nnext/);
  });

  it.each(['summary', 'full'] as const)('is cut at a word, to the length of the mode %s', async (mode) => {
    const text = 'lorem ipsum dolor sit amet '.repeat(200).trim();
    const { excerpt } = await excerptOf({ text }, mode);
    expect(excerpt.length).toBeLessThanOrEqual(EXCERPT_LENGTH[mode]);
    expect(excerpt.length).toBeGreaterThan(EXCERPT_LENGTH[mode] - 10);
    expect(excerpt.at(-1)).toBe('…');
    expect(text.startsWith(`${excerpt.slice(0, -1)} `)).toBe(true);
  });

  it('keeps to its length and to whole characters, whatever the text', async () => {
    const word = fc.oneof(fc.string({ unit: 'grapheme', maxLength: 30 }), fc.constant('😀'.repeat(400)));
    await fc.assert(
      fc.asyncProperty(fc.array(word, { maxLength: 80 }), async (words) => {
        const text = words.join(' ').toWellFormed();
        const { excerpt } = await excerptOf({ text }, 'summary');
        expect(excerpt.length).toBeLessThanOrEqual(EXCERPT_LENGTH.summary);
        expect(excerpt.isWellFormed()).toBe(true);
        if (text.length <= EXCERPT_LENGTH.summary) expect(excerpt).toBe(text);
      }),
    );
  });

  it('names nobody with characters that cannot be seen', async () => {
    const { author, licence } = await excerptOf({ author: 'a\u202ed\u200ba\0', licence: 'M\u{e0041}IT' }, 'full');
    expect([author, licence]).toEqual(['ada', 'MIT']);
  });
});
