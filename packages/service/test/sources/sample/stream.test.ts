import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { IncomingPost } from '../../../src/model/post.ts';
import { PAINS } from '../../../src/sources/sample/pains/index.ts';
import { addDays } from '../../../src/sources/sample/parts/calendar.ts';
import type { LabelledPost } from '../../../src/sources/sample/parts/sample-post.ts';
import { labelledPosts, labelledPostsOfDay, postsOfDay, samplePosts } from '../../../src/sources/sample/stream.ts';

/** Any day of a hundred years. */
const anyDay = fc.integer({ min: 0, max: 36_500 }).map((offset) => addDays('1990-01-01', offset));

const window = [...labelledPosts('2026-03-01', addDays('2026-03-01', 149))];

function countByPain(posts: Iterable<LabelledPost>): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { painId } of posts) if (painId !== null) counts.set(painId, (counts.get(painId) ?? 0) + 1);
  return counts;
}

describe('the sample stream', () => {
  test('a day tells the same posts however often it is asked for', () => {
    fc.assert(
      fc.property(anyDay, (day) => {
        expect(postsOfDay(day)).toEqual(postsOfDay(day));
      }),
      { numRuns: 20 },
    );
  });

  test('days that are none are refused with the format wanted', () => {
    for (const day of ['2026-02-30', 'yesterday', '2026-3-1', '']) {
      expect(() => postsOfDay(day)).toThrow('give a UTC date such as "2026-03-01"');
    }
  });

  test('every post is in the import format', () => {
    for (const { post } of window) {
      const parsed = IncomingPost.safeParse(post);
      expect(parsed.error?.message).toBeUndefined();
      expect(Object.keys(post)).not.toContain('painId');
    }
  });

  test('what an import file carries comes out of it unchanged, hostile text included', () => {
    for (const { post } of window) expect(JSON.parse(JSON.stringify(post))).toEqual(post);
  });

  test('posts carry the day asked for and come in the order of their time', () => {
    fc.assert(
      fc.property(anyDay, (day) => {
        const times = postsOfDay(day).map((post) => post.createdAt);
        expect(times.every((time) => time.startsWith(day))).toBe(true);
        expect(times).toEqual([...times].sort());
      }),
      { numRuns: 30 },
    );
  });

  test('more is written at working hours than at night', () => {
    const hours = window.map(({ post }) => new Date(post.createdAt).getUTCHours());
    const working = hours.filter((hour) => hour >= 8 && hour < 18).length;
    expect(working / hours.length).toBeGreaterThan(0.6);
  });

  test('no two posts share provider and external id', () => {
    const identities = window.map(({ post }) => `${post.provider} ${post.externalId}`);
    expect(new Set(identities).size).toBe(identities.length);
  });

  test('addresses lead nowhere, and only code hosts name owner and repository', () => {
    for (const { post } of window) {
      expect(new URL(post.url).hostname).toBe('sample.invalid');
      expect(post.owner !== undefined).toBe(post.provider === 'github');
      if (post.owner !== undefined) expect(post.repository?.split('/')[0]).toBe(post.owner);
    }
  });

  test('neither identity nor address betrays the pain', () => {
    for (const { post, painId } of window) {
      if (painId !== null) expect(JSON.stringify([post.externalId, post.url, post.author])).not.toContain(painId);
    }
  });

  test('about twenty posts a day, on all five platforms, one in thirty of them noise', () => {
    expect(window.length / 150).toBeGreaterThan(17);
    expect(window.length / 150).toBeLessThan(27);
    expect(new Set(window.map(({ post }) => post.provider)).size).toBe(5);
    const noise = window.filter(({ painId }) => painId === null).length;
    expect(noise / window.length).toBeGreaterThan(0.02);
    expect(noise / window.length).toBeLessThan(0.08);
  });

  test('several hundred people write, some of them about many pains', () => {
    const pains = new Map<string, Set<string>>();
    for (const { post, painId } of window) {
      if (painId !== null) pains.set(post.author, (pains.get(post.author) ?? new Set()).add(painId));
    }
    expect(pains.size).toBeGreaterThan(300);
    expect([...pains.values()].filter((told) => told.size > 15).length).toBeGreaterThan(3);
  });

  test('sizes are skewed: the ten largest pains have at least a third of the posts', () => {
    const sizes = [...countByPain(window).values()].sort((one, other) => other - one);
    const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
    expect(sum(sizes.slice(0, 10))).toBeGreaterThan(sum(sizes) / 3);
  });

  test('in any 150 days each pain that is not dead has at least six posts', () => {
    fc.assert(
      fc.property(anyDay, (day) => {
        const counts = countByPain(labelledPosts(day, addDays(day, 149)));
        const silent = PAINS.filter((pain) => pain.life.kind !== 'dead' && (counts.get(pain.id) ?? 0) < 6);
        expect(silent.map((pain) => pain.id)).toEqual([]);
      }),
      { numRuns: 8 },
    );
  });

  test('a range is its days one after the other', () => {
    expect([...samplePosts('2027-12-30', '2028-01-02')]).toEqual(
      ['2027-12-30', '2027-12-31', '2028-01-01', '2028-01-02'].flatMap(postsOfDay),
    );
  });

  test('the truth covers every post and names only pains of the catalogue', () => {
    const ids = new Set(PAINS.map((pain) => pain.id));
    expect(labelledPostsOfDay('2026-05-05').map(({ post }) => post)).toEqual(postsOfDay('2026-05-05'));
    expect(window.every(({ painId }) => painId === null || ids.has(painId))).toBe(true);
  });
});
