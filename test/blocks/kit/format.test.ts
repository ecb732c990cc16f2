import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { describeDay, ENGLISH, formatDate, formatDay, Locale, scoreBar, sparkline } from '#blocks/kit/format.ts';

describe('numbers', () => {
  it('are exact while that is read at a glance, then short', () => {
    expect([0, 1_234, 99_999, 1_234_567, 1e12].map((count) => ENGLISH.count(count))).toEqual([
      '0',
      '1,234',
      '99,999',
      '1.2M',
      '1T',
    ]);
    expect(ENGLISH.ratio(0.005)).toBe('1%');
  });

  it('are written as the reader’s English writes them, and as in the US for every other language', () => {
    const shown = (tag: string | null) => {
      const locale = new Locale(tag);
      return [locale.count(1_234), locale.count(1_234_567), locale.ratio(15)];
    };
    expect(shown('en-ZA')).toEqual(['1\u00a0234', '1,2M', '1\u00a0500%']);
    expect(shown('en-IN')[0]).toBe('1,234');
    for (const locale of [null, 'no such locale', 'xx_YY', '', 'sv-SE', 'de-DE', 'hi-IN', 'en_'])
      expect(shown(locale)).toEqual(['1,234', '1.2M', '1,500%']);
  });

  it('agree with their noun', () => {
    expect([ENGLISH.plural(1, 'mention'), ENGLISH.plural(0, 'mention'), ENGLISH.plural(2, 'query', 'queries')]).toEqual(
      ['1 mention', '0 mentions', '2 queries'],
    );
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
      '<!date^1773997859^{date_short_pretty} at {time}|2026-03-20 09:10 UTC>',
    );
    expect(formatDate(0, 'day')).toBe('<!date^0^{date_short_pretty}|1970-01-01>');
    expect(formatDate('2026-03-20T09:10:59Z', 'time')).toBe('<!date^1773997859^{time_secs}|09:10:59 UTC>');
  });
});

it('days of the calendar are dates that Slack shows as its reader writes them, and English in pictures', () => {
  expect(formatDay('2026-03-20')).toBe('<!date^1774008000^{date_short_pretty}|2026-03-20>');
  expect(describeDay('2026-03-20')).toBe('Mar 20, 2026');
});

it('what somebody has given keeps its decimals', () => {
  expect([ENGLISH.decimal(40.5), new Locale('de-DE').decimal(40.5)]).toEqual(['40.5', '40.5']);
});
