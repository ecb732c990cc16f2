import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countScale } from '#blocks/charts/drawing/frame.ts';
import { drawTimeline } from '#blocks/charts/drawing/timeline-drawing.ts';
import {
  dailyCounts,
  dateLabels,
  everyDay,
  labelledDays,
  spanLabels,
  spansOf,
  weeklyMeans,
} from '#blocks/charts/plots/days.ts';
import { plotComparison, plotTimeline } from '#blocks/charts/plots/mentions-plot.ts';
import { plotSources } from '#blocks/charts/plots/sources-plot.ts';
import { aSignal, aTimeline } from '../../../support/service/sample-signals.ts';

describe('daily counts', () => {
  it('fill the days that the service left out, in order, and add up a day that comes twice', () => {
    const buckets = [
      { date: '2026-03-20', count: 2 },
      { date: '2026-03-17', count: 1 },
      { date: '2026-03-20', count: 3 },
    ];

    expect(dailyCounts({ buckets })).toEqual([
      { date: '2026-03-17', count: 1 },
      { date: '2026-03-18', count: 0 },
      { date: '2026-03-19', count: 0 },
      { date: '2026-03-20', count: 5 },
    ]);
  });

  it('reach back a year at most, however old the first day', () => {
    const buckets = [
      { date: '0001-01-01', count: 1 },
      { date: '2026-03-20', count: 1 },
    ];
    const days = dailyCounts({ buckets });

    expect([days.length, days.at(0)?.date, days.at(-1)?.date]).toEqual([365, '2025-03-21', '2026-03-20']);
  });

  it('have a mean of seven days from the seventh on', () => {
    expect(weeklyMeans(dailyCounts(aTimeline([7, 0, 0, 0, 0, 0, 0, 14])))).toEqual([
      null,
      null,
      null,
      null,
      null,
      null,
      1,
      2,
    ]);
  });
});

it('marks the days in which this week lies by their first, and calls no set of whole days this week', () => {
  const timeline = aTimeline(Array.from({ length: 30 }, () => 1));
  const at = (countedAt: string) =>
    drawTimeline(
      plotTimeline({ kind: 'timeline', signal: aSignal(), timeline, countedAt, isSample: false }),
      (text) => text.length,
    );
  expect(JSON.stringify(at('2026-03-20T05:01:00.000Z'))).toContain('"since Mar 13"');
  expect(JSON.stringify(at('2026-03-20T15:01:00.000Z'))).toContain('"since Mar 14"');
  expect(JSON.stringify(at('2026-03-20T05:01:00.000Z'))).not.toMatch(/this week/i);
});

describe('the scale of counts', () => {
  it('ends on a round number not far above the largest count, with a whole one in the middle', () => {
    expect([[], [0], [1], [2], [9], [13], [101], [1e12]].map((counts) => countScale(counts))).toEqual([
      { max: 1, interval: 1 },
      { max: 1, interval: 1 },
      { max: 1, interval: 1 },
      { max: 2, interval: 1 },
      { max: 10, interval: 5 },
      { max: 16, interval: 8 },
      { max: 120, interval: 60 },
      { max: 1e12, interval: 5e11 },
    ]);
  });

  it('holds every count and leaves less than half of itself empty', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 1e12 }), (count) => {
        const { max, interval } = countScale([count]);
        expect(max).toBeGreaterThanOrEqual(count);
        expect(max / 2).toBeLessThanOrEqual(count);
        expect([max, Number.isInteger(interval)]).toEqual([2 * interval, true]);
      }),
    );
  });
});

describe('dates under an axis', () => {
  it('have their year at the end, and at the start when it is another', () => {
    expect(dateLabels(['2026-01-02', '2026-02-10', '2026-03-20'])).toEqual(['Jan 2', 'Feb 10', 'Mar 20, 2026']);
    expect(dateLabels(['2025-12-21', '2026-02-03', '2026-03-20'])).toEqual(['Dec 21, 2025', 'Feb 3', 'Mar 20, 2026']);
  });

  it('are all days of what a point counts', () => {
    const labels = (first: string, last: string) => {
      const days = everyDay([first, last]).map((date) => ({ date, count: 1 }));
      return spanLabels(spansOf(days, 20).spans);
    };
    expect(labels('2026-10-30', '2026-11-28').slice(-2)).toEqual(['Nov 25–26', 'Nov 27–28']);
    expect(labels('2025-11-29', '2026-11-28').slice(0, 2)).toEqual(['Nov 29–Dec 3, 2025', 'Dec 4–Jan 2']);
    expect(labels('2026-11-20', '2026-11-28').slice(-2)).toEqual(['Nov 27', 'Nov 28']);
  });

  it('are those of both ends, and of the middle when there is room', () => {
    expect([0, 1, 2, 4, 5, 90].map(labelledDays)).toEqual([[], [0], [0, 1], [0, 3], [0, 2, 4], [0, 44, 89]]);
  });
});

describe('the sources', () => {
  it('come with most mentions first, and the small ones as one', () => {
    const named = (provider: string, mentions: number) => ({ provider, mentions, percent: mentions });
    const sourceDistribution = [named('gitlab', 3), named('github', 60), named('a', 2), named('b', 1), named('x', 0)];
    const stats = { totalMentions: 100, sourceDistribution: [...sourceDistribution, named('c', 14), named('d', 20)] };

    expect(plotSources({ kind: 'sources', topic: 't', stats, isSample: false }).rows).toEqual([
      { name: 'GitHub', mentions: 60, percent: 60 },
      { name: 'D', mentions: 20, percent: 20 },
      { name: 'C', mentions: 14, percent: 14 },
      { name: 'GitLab', mentions: 3, percent: 3 },
      { name: '2 others', mentions: 3, percent: 3 },
    ]);
  });
});

describe('two signals', () => {
  const compare = (first: number | null, second: number | null) =>
    plotComparison({
      kind: 'comparison',
      signals: [
        { signal: aSignal({ mentionsLastWindow: first }), timeline: aTimeline([1, 2, 3]) },
        { signal: aSignal({ mentionsLastWindow: second }), timeline: aTimeline([4]) },
      ],
      isSample: false,
    });

  it('stand on the days of both, and what is not known of one stays empty', () => {
    const { dates, lines } = compare(1, 1);

    expect(dates).toEqual(['2026-03-18', '2026-03-19', '2026-03-20']);
    expect(lines.map(({ values }) => values)).toEqual([
      [1, 2, 3],
      [null, null, 4],
    ]);
  });
});
