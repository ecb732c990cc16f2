import { areaName, providerName } from '@pain-signals/domain';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  formatCount,
  formatDate,
  formatDay,
  formatDecimal,
  formatRatioAsPercent,
  plural,
  scoreBar,
  sparkline,
  withLocale,
} from '#blocks/kit/format.ts';
import { describeGrowth, describeWeeklyMentions, formatGrowth, formatWeeklyMentions } from '#blocks/kit/signal-text.ts';
import { explainScore } from '#blocks/signals/signal-card.ts';

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
    expect(formatGrowth(windows(1.4, 24, 10))).toBe('▲ rising +140%');
    expect(formatGrowth(windows(-0.3, 7, 10))).toBe('▼ falling −30%');
    expect(formatGrowth(windows(0.001, 10, 10))).toBe('▬ steady');
  });

  it('is new when all that was ever said was said this week', () => {
    expect(formatGrowth(windows(7, 7, 0, 7))).toBe('✦ new this week');
    expect(describeGrowth(windows(7, 7, 0, 7))).toBe('new this week');
  });

  it('is no percentage when it comes back from nothing', () => {
    expect(formatGrowth(windows(7, 7, 0, 28))).toBe('▲ back after a quiet week');
    expect(describeGrowth(windows(7, 7, 0, 28))).toBe('back after a quiet week');
  });

  it('is quiet when nobody speaks of it', () => {
    expect(formatGrowth(windows(0, 0, 0))).toBe('▬ quiet');
    expect(describeGrowth(windows(0, 0, 0))).toBe('quiet');
    expect(formatWeeklyMentions(windows(0, 0, 0))).toBe('no mention in the last 14 days');
    expect(describeWeeklyMentions(windows(0, 0, 0))).toBe('no mention in the last 14 days');
  });

  it('is no percentage when nobody speaks of it any more', () => {
    expect(formatGrowth(windows(-1, 0, 6))).toBe('▼ gone quiet');
    expect(describeGrowth(windows(-1, 0, 6))).toBe('gone quiet');
  });

  it('shows both weeks, or nothing when the service does not know them', () => {
    expect(formatWeeklyMentions(windows(1.4, 24, 10))).toBe('▄█ 10 → 24 a week');
    expect(describeWeeklyMentions(windows(1.4, 1, 10))).toBe('1 mention in the last 7 days, 10 in the 7 before');
    expect(formatWeeklyMentions(windows(1.4, null, 10))).toBeNull();
    expect(describeWeeklyMentions(windows(1.4, 24, null))).toBeNull();
  });
});

describe('numbers', () => {
  it('are exact while that is read at a glance, then short', () => {
    expect([0, 1_234, 99_999, 1_234_567, 1e12].map(formatCount)).toEqual(['0', '1,234', '99,999', '1.2M', '1T']);
    expect(formatRatioAsPercent(0.005)).toBe('1%');
  });

  it('have the signs of the person who reads them, and of English again after that', () => {
    const shown = (locale: string | null) =>
      withLocale(locale, () => [formatCount(1_234), formatCount(1_234_567), formatRatioAsPercent(15)]);
    expect(shown('de-DE')).toEqual(['1.234', '1,2M', '1.500%']);
    expect(shown('fr-FR')).toEqual(['1\u202f234', '1,2M', '1\u202f500%']);
    expect(shown('hi-IN')[0]).toBe('1,234');
    for (const locale of [null, 'no such locale', 'xx_YY', ''])
      expect(shown(locale)).toEqual(['1,234', '1.2M', '1,500%']);
    expect(() => withLocale('de-DE', () => fail())).toThrow('not drawn');
    expect(formatCount(1_234)).toBe('1,234');
  });

  it('agree with their noun', () => {
    expect([plural(1, 'mention'), plural(0, 'mention'), plural(2, 'query', 'queries')]).toEqual([
      '1 mention',
      '0 mentions',
      '2 queries',
    ]);
  });
});

describe('sparkline', () => {
  it('scales to its largest value and keeps zero at the bottom', () => {
    expect(sparkline([0, 1, 50, 100])).toBe('▁▂▅█');
  });

  it('stays flat when nothing happened', () => {
    expect(sparkline([0, 0, 0])).toBe('▁▁▁');
  });

  it('has one sign for every value, whatever the values', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 1e12 }), { maxLength: 60 }), (values) => {
        expect(sparkline(values)).toMatch(new RegExp(`^[▁▂▃▄▅▆▇█]{${values.length}}$`));
      }),
    );
  });

  it('has five cells for a score', () => {
    expect([0, 9, 50, 100].map(scoreBar)).toEqual(['▱▱▱▱▱', '▱▱▱▱▱', '▰▰▰▱▱', '▰▰▰▰▰']);
  });
});

describe('dates', () => {
  it('are shown in the zone of the reader, and in UTC where Slack cannot', () => {
    expect(formatDate('2026-03-20T09:10:59Z', 'minute')).toBe(
      '<!date^1773997859^{date_short_pretty} {time}|2026-03-20 09:10 UTC>',
    );
    expect(formatDate(0, 'day')).toBe('<!date^0^{date_short_pretty}|1970-01-01>');
    expect(formatDate('2026-03-20T09:10:59Z', 'time')).toBe('<!date^1773997859^{time_secs}|09:10:59 UTC>');
  });
});

it('days of the calendar are the same ones in every zone, written as their reader writes them', () => {
  expect(formatDay('2026-03-20')).toBe('Mar 20, 2026');
  expect(withLocale('de-DE', () => formatDay('2026-03-20'))).toBe('20.03.2026');
});

it('what somebody has given keeps its decimals', () => {
  expect([formatDecimal(40.5), withLocale('de-DE', () => formatDecimal(40.5))]).toEqual(['40.5', '40,5']);
});

describe('names', () => {
  it('are words, also for areas and sources that this version has not heard of', () => {
    expect([areaName('AUTH_IDENTITY'), areaName('DATA_SCIENCE_ML'), areaName('constructor')]).toEqual([
      'Auth & identity',
      'Data science ml',
      'Constructor',
    ]);
    expect([providerName('github'), providerName('lobsters'), providerName('toString')]).toEqual([
      'GitHub',
      'Lobsters',
      'ToString',
    ]);
  });
});

describe('explainScore', () => {
  const middling = { volume: 0.4, growth: 0.4, breadth: 0.4, severity: 0.4, recency: 0.4, confidence: 1, cap: 100 };

  it('names what drives a score and what holds it back', () => {
    expect(explainScore(55, { ...middling, volume: 0.9, severity: 0.7, breadth: 0.1 })).toBe(
      'driven by how many report it and how badly it hurts; held back because it comes from few places',
    );
  });

  it('says when a score is kept down by its cap or by posts that differ', () => {
    expect(explainScore(40, { ...middling, confidence: 0.6, cap: 40 })).toBe(
      'lowered because its posts differ a lot or say little of trouble; kept to 40 while one owner or under three authors carry it',
    );
  });

  it('is silent when nothing stands out', () => {
    expect(explainScore(40, middling)).toBeNull();
  });
});

function fail(): never {
  throw new Error('not drawn');
}
