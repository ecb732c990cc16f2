import { expect, it } from 'vitest';
import { timelineChart } from '#blocks/charts/native-charts.ts';
import { section } from '#blocks/kit/elements.ts';

it('labels a point of several days with the first of them, so that a mention is never dated after its day', () => {
  const buckets = Array.from({ length: 30 }, (_, day) => ({
    date: `2026-03-${String(day + 1).padStart(2, '0')}`,
    count: day === 28 ? 4 : 0,
  }));
  const timeline = { buckets } as unknown as Parameters<typeof timelineChart>[0];
  const chart = JSON.stringify(timelineChart(timeline, 30, section('a picture')));
  expect(chart).toContain('Mentions per 2 days (UTC)');
  expect(chart).toMatch(/"Mar 27","Mar 29, 2026"/);
});
