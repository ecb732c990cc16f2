import type { PainSignalListItem } from '@pain-signals/contract';
import { expect, it } from 'vitest';
import { formatGrowth, formatSample, formatWindows } from '../../../../src/api/pages/kit/format.ts';

const signal = (last: number, previous: number, volume = 50) =>
  ({
    ...{ mentionsLastWindow: last, mentionsPrevWindow: previous, volume },
    growth: (last - previous) / Math.max(previous, 1),
  }) as PainSignalListItem;

it.each([
  [signal(16, 0), '▲ back: 16 mentions this week, none last week', null],
  [signal(16, 0, 16), '✦ new this week', null],
  [signal(20, 10), '▲ up 100%', '20 mentions this week, 10 last week'],
  [signal(0, 6), '▼ no mentions this week, 6 last week', null],
  [signal(0, 0), 'no mentions this week or last', null],
  // One post more is no trend.
  [signal(2, 1), '2 mentions this week, 1 last week', null],
  [signal(2, 3), '2 mentions this week, 3 last week', null],
  // Nor is a mention or two the base of a percentage.
  [signal(18, 1), '▲ up by 17', '18 mentions this week, 1 last week'],
  [signal(1, 0), '1 mention this week, none last week', null],
  [signal(0, 2), 'no mentions this week, 2 last week', null],
])('a page says how a signal moves, with its counts once: %#', (each, growth, windows) => {
  expect([formatGrowth(each), formatWindows(each)]).toEqual([growth, windows]);
});

it('names made-up posts, and that real ones are counted too, as the cards do', () => {
  const counted = { latestSnapshotAt: null, latestDetectedAt: null, totalActiveSignals: 0 };
  expect(formatSample(counted)).toBeNull();
  expect(formatSample({ ...counted, sample: true })?.markup).toContain('>Sample data</span>');
  expect(formatSample({ ...counted, sample: true, imported: true })?.markup).toContain(
    '>Sample data mixed with real posts</span>',
  );
});
