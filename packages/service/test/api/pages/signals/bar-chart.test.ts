import { expect, it } from 'vitest';
import { drawTimeline } from '../../../../src/api/pages/signals/bar-chart.ts';

const DAYS = 14;
/** A mention a day, the last of them on the day that `until` is in. */
const timeline = {
  painSignalId: '0b0f5a52-7f3c-4f55-9c3e-1a2b3c4d5e6f',
  buckets: Array.from({ length: DAYS }, (_, day) => ({
    date: new Date(Date.UTC(2026, 10, 10 + day)).toISOString(),
    count: 1,
  })),
  totalMentions: DAYS,
} as unknown as Parameters<typeof drawTimeline>[0];

const weeks = (until: string) =>
  [...JSON.stringify(drawTimeline(timeline, until)).matchAll(/>(\w+ \d+), 2026<\/time><\/td><td>(\d+)</g)].map(
    ([, day, count]) => `${day}: ${count}`,
  );

it('counts a day that has only begun with the week before it, as the trend does', () => {
  expect(weeks('2026-11-23T02:00:00.000Z')).toEqual(['Nov 16: 8', 'Nov 10: 6']);
  expect(weeks('2026-11-23T20:00:00.000Z')).toEqual(['Nov 17: 7', 'Nov 10: 7']);
});

it('says of how many days the mentions are, which are fewer than all', () => {
  expect(JSON.stringify(drawTimeline(timeline, null))).toContain('14 in 14 days');
});
