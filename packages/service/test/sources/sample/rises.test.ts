import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { SignalFigures } from '../../../src/model/signal.ts';
import { judgeRises } from '../../../src/scoring/significance.ts';
import { PAINS } from '../../../src/sources/sample/pains/index.ts';
import { addDays } from '../../../src/sources/sample/parts/calendar.ts';
import type { LabelledPost } from '../../../src/sources/sample/parts/sample-post.ts';
import { labelledPosts } from '../../../src/sources/sample/stream.ts';
import { figuresOf } from '../../support/figures.ts';

/** Any day of a hundred years. */
const anyDay = fc.integer({ min: 0, max: 36_500 }).map((offset) => addDays('1990-01-01', offset));

interface Week {
  posts: LabelledPost[];
  authors: Map<string, Set<string>>;
}

function weekEnding(day: string): Week {
  const posts = [...labelledPosts(addDays(day, -6), day)];
  const authors = new Map<string, Set<string>>(PAINS.map((pain) => [pain.id, new Set()]));
  for (const { painId, post } of posts) if (painId !== null) authors.get(painId)?.add(post.author);
  return { posts, authors };
}

/** That many weeks up to and including the day, oldest first. */
const weeksUpTo = (day: string, count: number): Week[] =>
  Array.from({ length: count }, (_, at) => weekEnding(addDays(day, -7 * (count - 1 - at))));

/** What a judgement looks at. */
const WEEKS = 8;

function figuresIn(weeks: readonly Week[], painId: string): SignalFigures {
  const weeklyAuthors = weeks.map((week) => week.authors.get(painId)?.size ?? 0);
  const [prev = 0, last = 0] = weeklyAuthors.slice(-2);
  return figuresOf({
    lastWindow: { mentions: last, authors: last },
    prevWindow: { mentions: prev, authors: prev },
    weeklyAuthors,
  });
}

/** What the service would say of every pain if it recognised each post. */
function judge(weeks: readonly Week[]) {
  const figures = PAINS.map((pain) => figuresIn(weeks, pain.id));
  const [lastWindow = 0, prevWindow = 0, ...earlier] = weeks.map(({ posts }) => posts.length).reverse();
  const exposure = { lastWindow, prevWindow, before: earlier.reduce((sum, posts) => sum + posts, 0) };
  return judgeRises(figures, exposure).map((rise, index) => ({ ...rise, weekly: figures[index]?.weeklyAuthors ?? [] }));
}

describe('rises in the sample stream', () => {
  test('whatever the day, some pains rise significantly, and some of them were all but silent for three weeks', () => {
    fc.assert(
      fc.property(anyDay, (day) => {
        const rises = judge(weeksUpTo(day, WEEKS));
        const trending = rises.filter((rise) => rise.trending).length;
        const newcomers = rises.filter(({ emerging, weekly }) => {
          const before = weekly.slice(4, 7).reduce((total, authors) => total + authors, 0);
          return emerging && before <= 1;
        });
        expect(trending).toBeGreaterThanOrEqual(2);
        expect(trending).toBeLessThan(PAINS.length / 5);
        expect(newcomers.length).toBeGreaterThanOrEqual(2);
      }),
      { numRuns: 40 },
    );
  });

  test('on most days, some but not all of the first three rises are from nothing', () => {
    const day = '2026-11-28';
    const varied = Array.from({ length: 12 }, (_, at) => judge(weeksUpTo(addDays(day, 5 * at), WEEKS))).filter(
      (rises) => {
        const rising = rises.filter(({ trending }) => trending).map(({ weekly }) => weekly.slice(-2));
        const growth = ([prev = 0, last = 0]: number[]) => (last - prev) / Math.max(prev, 1);
        const first = rising.sort((a, b) => growth(b) - growth(a)).slice(0, 3);
        return first.some(([prev]) => prev === 0) && first.some(([prev]) => prev !== 0);
      },
    );
    expect(varied.length).toBeGreaterThanOrEqual(8);
  });

  test('within any nine weeks, one that people write about every week more than doubles, and one falls by half', () => {
    fc.assert(
      fc.property(anyDay, (day) => {
        const weeks = weeksUpTo(day, 9 + WEEKS - 1);
        const judgements = Array.from({ length: 9 }, (_, first) => judge(weeks.slice(first, first + WEEKS)));
        const changes = judgements.flatMap((rises) =>
          rises.map(({ trending, weekly }) => ({ trending, prev: weekly[6] ?? 0, last: weekly[7] ?? 0 })),
        );
        expect(changes.some(({ trending, prev, last }) => trending && prev >= 5 && last > 2 * prev)).toBe(true);
        expect(changes.some(({ prev, last }) => prev >= 10 && last <= prev / 2)).toBe(true);
      }),
      { numRuns: 8 },
    );
  });
});
