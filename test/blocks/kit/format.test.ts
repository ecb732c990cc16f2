import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  describeDay,
  formatCount,
  formatDate,
  formatDay,
  formatDecimal,
  formatRatio,
  plural,
  scoreBar,
  sparkline,
} from '#blocks/kit/format.ts';

describe('numbers', () => {
  it('are exact while that is read at a glance, then short', () => {
    expect([0, 1_234, 99_999, 1_234_567, 1e12].map(formatCount)).toEqual(['0', '1,234', '99,999', '1.2M', '1T']);
    expect([0.005, 15, -0.001].map(formatRatio)).toEqual(['1%', '1,500%', '0%']);
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
  expect(formatDecimal(1_040.5)).toBe('1,040.5');
});
