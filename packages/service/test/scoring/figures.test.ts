import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Mention } from '../../src/model/signal.ts';
import { countFigures } from '../../src/scoring/figures.ts';

const DAY_MS = 86_400_000;
const AT = Date.parse('2026-03-01T12:00:00Z');

const aMention = (fields: Partial<Mention> = {}): Mention => ({
  createdAt: AT - DAY_MS,
  provider: 'github',
  authorKey: 'github/ada',
  place: 'github/acme/widget',
  codeHost: true,
  owner: 'acme',
  chunkCount: 1,
  severity: 0.5,
  reactions: 0,
  similarity: 0.5,
  sample: false,
  ...fields,
});

const anyMention: fc.Arbitrary<Mention> = fc.record({
  createdAt: fc.integer({ min: AT - 400 * DAY_MS, max: AT + 30 * DAY_MS }),
  provider: fc.constantFrom('github', 'reddit'),
  authorKey: fc.constantFrom('a', 'b', 'c', 'd'),
  place: fc.constantFrom('x', 'y', 'z'),
  codeHost: fc.boolean(),
  owner: fc.option(fc.constantFrom('acme', 'globex')),
  chunkCount: fc.integer({ min: 1, max: 6 }),
  severity: fc.double({ min: 0, max: 1, noNaN: true }),
  reactions: fc.integer({ min: 0, max: 1_000 }),
  similarity: fc.double({ min: 0, max: 1, noNaN: true }),
  sample: fc.boolean(),
});

test('a window holds its end and not its start', () => {
  const mentions = [0, 7 * DAY_MS - 1, 7 * DAY_MS, 14 * DAY_MS - 1, 14 * DAY_MS].map((age, index) =>
    aMention({ createdAt: AT - age, authorKey: `author ${index}` }),
  );

  const figures = countFigures('id', mentions, AT);

  expect(figures?.lastWindow).toEqual({ mentions: 2, authors: 2 });
  expect(figures?.prevWindow).toEqual({ mentions: 2, authors: 2 });
  expect(figures?.weeklyAuthors).toEqual([0, 0, 0, 0, 0, 1, 2, 2]);
});

test('a signal without a post yet has no figures', () => {
  expect(countFigures('id', [aMention({ createdAt: AT + 1 })], AT)).toBeNull();
});

test('owners rank by chunks, names of the same rank by the alphabet', () => {
  const mentions = [
    aMention({ owner: 'zulu', chunkCount: 2 }),
    aMention({ owner: 'acme', chunkCount: 2 }),
    aMention({ owner: 'big', chunkCount: 5 }),
    aMention({ owner: null, codeHost: false, chunkCount: 4 }),
  ];

  const figures = countFigures('id', mentions, AT);

  expect(figures?.owners.map(({ owner }) => owner)).toEqual(['big', 'acme', 'zulu']);
  expect(figures).toMatchObject({ chunkCount: 13, codeHostChunks: 9 });
});

test('posts after the moment change nothing, whatever they are', () => {
  fc.assert(
    fc.property(fc.array(anyMention), (mentions) => {
      const past = mentions.filter(({ createdAt }) => createdAt <= AT);

      expect(countFigures('id', mentions, AT)).toEqual(countFigures('id', past, AT));
    }),
  );
});

test('the parts add up to the whole', () => {
  fc.assert(
    fc.property(fc.array(anyMention, { minLength: 1 }), (mentions) => {
      const figures = countFigures('id', mentions, AT + 30 * DAY_MS);

      const sum = (parts: readonly { mentions: number }[] = []) => parts.reduce((all, part) => all + part.mentions, 0);
      expect(figures?.volume).toBe(mentions.length);
      expect(sum(figures?.providers)).toBe(mentions.length);
      expect(sum(figures?.repositories)).toBe(mentions.length);
      expect(figures?.authors90d).toBeLessThanOrEqual(figures?.authors ?? 0);
      expect(figures?.weeklyAuthors.at(-1)).toBe(figures?.lastWindow.authors);
    }),
  );
});
