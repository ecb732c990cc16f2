import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { chunkText } from '../../src/text/chunk.ts';

const countWords = (text: string) => text.match(/\S+/g)?.length ?? 0;
const words = (count: number, word = 'word') => Array.from({ length: count }, () => word).join(' ');
const sentences = (count: number, length: number) =>
  Array.from({ length: count }, (_, number) => `Sentence ${number} has ${words(length - 4)}.`).join(' ');

describe('the pieces of a post', () => {
  test('a short last paragraph joins the one before, a longer one does not', () => {
    const words = (count: number) => Array.from({ length: count }, () => 'word').join(' ');
    expect(chunkText(null, `${words(70)}\n\n${words(19)}`)).toHaveLength(1);
    expect(chunkText(null, `${words(70)}\n\n${words(21)}`)).toHaveLength(2);
  });

  test('a short post is one piece', () => {
    expect(chunkText('Title', 'It fails.\n\nAlways.')).toEqual(['It fails.\n\nAlways.']);
  });

  test('a post without a body is its title, and without either nothing', () => {
    expect(chunkText('Title', '')).toEqual(['Title']);
    expect(chunkText(null, '')).toEqual([]);
  });

  test('paragraphs are kept whole and gathered until there is enough to read', () => {
    const [one, two, three] = [words(70, 'one'), words(30, 'two'), words(90, 'three')];
    expect(chunkText(null, `${one}\n\n${two}\n\n${three}`)).toEqual([one, `${two}\n\n${three}`]);
  });

  test('a long paragraph is cut between its sentences', () => {
    const chunks = chunkText(null, sentences(30, 15));
    expect(chunks.length).toBeGreaterThan(2);
    for (const chunk of chunks) expect(chunk).toMatch(/^Sentence .*\.$/s);
  });

  test('a text of any shape gives at most six pieces of at most 180 words and 1500 characters', () => {
    const paragraph = fc.oneof(
      fc.nat(400).map((count) => words(count)),
      fc.tuple(fc.nat(40), fc.integer({ min: 5, max: 60 })).map(([count, length]) => sentences(count, length)),
      fc.string({ maxLength: 4_000 }),
    );
    fc.assert(
      fc.property(fc.array(paragraph, { maxLength: 12 }), (paragraphs) => {
        const chunks = chunkText(null, paragraphs.join('\n\n').trim());
        expect(chunks.length).toBeLessThanOrEqual(6);
        for (const chunk of chunks) {
          expect(chunk.trim()).not.toBe('');
          expect(countWords(chunk)).toBeLessThanOrEqual(180);
          expect(chunk.length).toBeLessThanOrEqual(1_500);
        }
      }),
    );
  });

  test('every piece of a long post is long enough to be read by itself', () => {
    for (const chunk of chunkText(null, sentences(60, 15)).slice(0, -1))
      expect(countWords(chunk)).toBeGreaterThanOrEqual(60);
  });
});
