import { describe, expect, it } from 'vitest';
import { ENGLISH } from '#blocks/kit/format.ts';
import { describeGrowth, describeWeeklyMentions, formatGrowth, formatWeeklyMentions } from '#blocks/kit/signal-text.ts';

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

describe('growth', () => {
  it('is told by arrow and word together', () => {
    expect(formatGrowth(windows(1.4, 24, 10), ENGLISH)).toBe('▲ rising +140%');
    expect(formatGrowth(windows(-0.3, 7, 10), ENGLISH)).toBe('▼ falling −30%');
    expect(formatGrowth(windows(0.001, 10, 10), ENGLISH)).toBe('▬ steady');
  });

  it('is new when all that was ever said was said this week', () => {
    expect(formatGrowth(windows(7, 7, 0, 7), ENGLISH)).toBe('✦ new this week');
    expect(describeGrowth(windows(7, 7, 0, 7), ENGLISH)).toBe('new this week');
  });

  it('is no percentage when it comes back from nothing', () => {
    expect(formatGrowth(windows(7, 7, 0, 28), ENGLISH)).toBe('▲ back after a quiet week');
    expect(describeGrowth(windows(7, 7, 0, 28), ENGLISH)).toBe('back after a quiet week');
  });

  it('is quiet when nobody speaks of it', () => {
    expect(formatGrowth(windows(0, 0, 0), ENGLISH)).toBe('▬ quiet');
    expect(describeGrowth(windows(0, 0, 0), ENGLISH)).toBe('quiet');
    expect(formatWeeklyMentions(windows(0, 0, 0), ENGLISH)).toBe('no mention in the last 14 days');
    expect(describeWeeklyMentions(windows(0, 0, 0), ENGLISH)).toBe('no mention in the last 14 days');
  });

  it('is no percentage when nobody speaks of it any more', () => {
    expect(formatGrowth(windows(-1, 0, 6), ENGLISH)).toBe('▼ gone quiet');
    expect(describeGrowth(windows(-1, 0, 6), ENGLISH)).toBe('gone quiet');
  });

  it('shows both weeks, or nothing when the service does not know them', () => {
    expect(formatWeeklyMentions(windows(1.4, 24, 10), ENGLISH)).toBe('▄█ 10 → 24 a week');
    expect(describeWeeklyMentions(windows(1.4, 1, 10), ENGLISH)).toBe(
      '1 mention in the last 7 days, 10 in the 7 before',
    );
    expect(formatWeeklyMentions(windows(1.4, null, 10), ENGLISH)).toBeNull();
    expect(describeWeeklyMentions(windows(1.4, 24, null), ENGLISH)).toBeNull();
  });
});
