import { describe, expect, test } from 'vitest';
import { composeNoise } from '../../../src/sources/sample/noise/index.ts';
import { NOISE_WORDS } from '../../../src/sources/sample/noise/words.ts';

/** As many as 150 days bring. */
const posts = Array.from({ length: 430 }, (_, ordinal) => composeNoise(ordinal));
const texts = posts.map(({ title, body }) => `${title ?? ''} ${body}`);

/** A text with every word masked that fills a slot somewhere: what two uses of a template have in common. */
function patternOf(text: string): string {
  const fillers = new Set(Object.values(NOISE_WORDS).flatMap((words) => words.map((word) => word.toLowerCase())));
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return words
    .slice(0, 4)
    .map((word) => (fillers.has(word) ? '*' : word))
    .join(' ');
}

describe('noise in the sample stream', () => {
  test('no slot is left open and no two posts are the same', () => {
    for (const text of texts) expect(text).not.toMatch(/\{\w+\}/);
    expect(new Set(texts).size).toBe(texts.length);
  });

  test('at least sixty kinds of it, none of them often enough to be a signal', () => {
    const counts = new Map<string, number>();
    for (const text of texts) counts.set(patternOf(text), (counts.get(patternOf(text)) ?? 0) + 1);
    expect(counts.size).toBeGreaterThan(60);
    expect(Math.max(...counts.values())).toBeLessThan(8);
  });
});
