import { describe, expect, it } from 'vitest';
import {
  describeFinding,
  describeTrend,
  formatPeriod,
  formatTrend,
  formatTrendLine,
  trendCells,
} from '#blocks/kit/signal-text.ts';

const windows = (
  growth: number,
  mentionsLastWindow: number | null,
  mentionsPrevWindow: number | null,
  volume = 100,
) => ({
  growth,
  mentionsLastWindow,
  mentionsPrevWindow,
  volume,
});

describe('the trend', () => {
  it.each([
    [windows(1.4, 24, 10), '▲ up 140%: 24 mentions this week, 10 last week'],
    [windows(-0.3, 7, 10), '▼ down 30%: 7 mentions this week, 10 last week'],
    [windows(0.001, 10, 10), 'steady: 10 mentions this week, 10 last week'],
    [windows(17, 18, 1), '▲ up by 17: 18 mentions this week, 1 last week'],
    [windows(7, 7, 0, 7), '✦ new: 7 mentions this week'],
    [windows(16, 16, 0, 28), '▲ back: 16 mentions this week, none last week'],
    [windows(-1, 0, 15), '▼ no mentions this week, 15 last week'],
    [windows(0, 0, 0), 'no mentions this week or last'],
    [windows(1.4, null, 10), '▲ up 140%'],
  ])('says both weeks, and a percentage only where there is one: %#', (signal, says) => {
    expect(formatTrend(signal)).toBe(says.replace(/^(?:no|steady)/, (word) => (word === 'no' ? 'No' : 'Steady')));
    expect(describeTrend(signal)).toBe(says.replace(/^[▲▼✦] /, ''));
  });

  it.each([
    [windows(1, 2, 1), '2 mentions this week, 1 last week'],
    [windows(0, 2, 2), '2 mentions this week, 2 last week'],
    [windows(1, 1, 0, 9), '1 mention this week, none last week'],
    [windows(-0.33, 2, 3), '2 mentions this week, 3 last week'],
    [windows(-1, 0, 2), 'no mentions this week, 2 last week'],
  ])('that may be chance is no trend, only the counts: %#', (signal, says) => {
    expect([describeTrend(signal), trendCells(signal)[0]]).toEqual([says, '–']);
    expect(formatTrend(signal)).toBe(says.replace(/^no/, 'No'));
    expect(formatTrendLine(signal)).toBe(says.replace(/^no/, 'No'));
    expect(describeFinding({ ...signal, topic: 'Slow builds' })).toBe(`“Slow builds”: ${says}`);
  });

  it('has a short form for columns', () => {
    const short = [
      windows(1.4, 24, 10),
      windows(7, 7, 0, 7),
      windows(7, 7, 0, 28),
      windows(-1, 0, 6),
      windows(0, 0, 0),
    ];
    expect(short.map((signal) => String(trendCells(signal)[0]).replaceAll('\u{a0}', ' '))).toEqual([
      '▲ up 140%',
      '✦ new',
      '▲ back',
      '▼ gone quiet',
      'quiet',
    ]);
  });
});

describe('the trend of a period', () => {
  it.each([
    [18, 6, '▲ up 200%: 18 mentions in 30 days, 6 in the 30 before'],
    [18, 1, '▲ up by 17: 18 mentions in 30 days, 1 in the 30 before'],
    [3, 5, '3 mentions in 30 days, 5 in the 30 before'],
    [2, 0, '2 mentions in 30 days, none in the 30 before'],
    [9, 0, '▲ up by 9: 9 mentions in 30 days, none in the 30 before'],
  ])('takes no percentage from one or two mentions: %i after %i', (mentions, before, says) => {
    expect(formatPeriod({ mentions, before }, { days: 30, volume: 99 })).toBe(says);
  });
});

describe('the finding', () => {
  it.each([
    [windows(1.4, 24, 10), '“Drift” is up 140%: 24 mentions this week, 10 last week'],
    [windows(16, 16, 0, 28), '“Drift” is back: 16 mentions this week, none last week'],
    [windows(-1, 0, 15), '“Drift” is down: no mentions this week, 15 last week'],
    [windows(0, 10, 10), '“Drift” is steady: 10 mentions this week, 10 last week'],
    [windows(7, 7, 0, 7), '“Drift” is new: 7 mentions this week'],
    [windows(0, 0, 0), '“Drift” has had no mentions this week or last'],
  ])('is a sentence to repeat: %#', (signal, says) => {
    expect(describeFinding({ ...signal, topic: 'Drift' })).toBe(says);
  });
});
