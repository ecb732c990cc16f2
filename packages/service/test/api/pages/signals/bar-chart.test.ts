import { expect, it } from 'vitest';
import { drawTimeline } from '../../../../src/api/pages/signals/bar-chart.ts';

const DAYS = 14;
/** A mention a day. */
const timeline = {
  painSignalId: '0b0f5a52-7f3c-4f55-9c3e-1a2b3c4d5e6f',
  buckets: Array.from({ length: DAYS }, (_, day) => ({
    date: new Date(Date.UTC(2026, 10, 10 + day)).toISOString(),
    count: 1,
  })),
  totalMentions: DAYS,
} as unknown as Parameters<typeof drawTimeline>[0];

it('lists the days, newest first, and no weeks of whole days, which would differ from the trend', () => {
  const drawn = JSON.stringify(drawTimeline(timeline));
  const days = [...drawn.matchAll(/>(\w+ \d+), 2026<\/time><\/td><td>(\d+)</g)].map(([, day, count]) => [day, count]);
  expect([days.length, days[0], days.at(-1)]).toEqual([DAYS, ['Nov 23', '1'], ['Nov 10', '1']]);
  expect(drawn).not.toMatch(/week/i);
});

it('says of how many days the mentions are, which are fewer than all', () => {
  expect(JSON.stringify(drawTimeline(timeline))).toContain('14 mentions in 14 days');
});
