import { describe, expect, test } from 'vitest';
import { SAMPLE_DAYS, sampleStream } from '../../../src/sources/sample/index.ts';
import { postsOfDay } from '../../../src/sources/sample/stream.ts';

const noon = Date.parse('2026-05-05T12:00:00Z');
const posts = [...sampleStream({ now: () => noon })];

describe('the sample source', () => {
  test('gives the posts of the last 150 days, oldest first', () => {
    const days = new Set(posts.map((post) => post.createdAt.slice(0, 10)));
    expect(days.size).toBe(SAMPLE_DAYS);
    expect(posts[0]?.createdAt.slice(0, 10)).toBe('2025-12-07');
    expect(posts.map((post) => post.createdAt)).toEqual(posts.map((post) => post.createdAt).sort());
  });

  test('gives nothing that lies ahead, and everything of today up to now', () => {
    const today = postsOfDay('2026-05-05').filter((post) => Date.parse(post.createdAt) <= noon);
    expect(today.length).toBeGreaterThan(0);
    expect(posts.slice(-today.length)).toEqual(today);
    expect(posts.every((post) => Date.parse(post.createdAt) <= noon)).toBe(true);
  });

  test('tomorrow repeats the posts of today word for word, so that importing them again changes nothing', () => {
    const tomorrow = new Map(
      [...sampleStream({ now: () => noon + 86_400_000 })].map((post) => [`${post.provider} ${post.externalId}`, post]),
    );
    const stillThere = posts.filter((post) => post.createdAt >= '2025-12-08');
    for (const post of stillThere) expect(tomorrow.get(`${post.provider} ${post.externalId}`)).toEqual(post);
  });
});
