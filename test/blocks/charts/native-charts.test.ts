import { expect, it } from 'vitest';
import { historyLabel } from '#blocks/charts/chart-menus.ts';
import { comparisonChart, historyChart, timelineChart } from '#blocks/charts/native-charts.ts';
import { dailySparkline, picturePlaceholder } from '#blocks/charts/picture.ts';
import { aTimeline, idOf } from '../../support/service/sample-signals.ts';

it('draws a history from the point that its heading names to the last one, however many there are', () => {
  for (const nights of [2, 20, 21, 90, 96]) {
    const points = Array.from({ length: nights }, (_, at) => ({
      date: new Date(Date.UTC(2026, 0, 1 + at)).toISOString().slice(0, 10),
      ...{ score: at === 0 ? 99 : 50, ownerCount: 1, volume: 1 },
    }));
    const history = { painSignalId: idOf(1), points, trackingStartedAt: '2026-01-01T00:00:00.000Z' };
    const drawn = JSON.stringify(historyChart(history, picturePlaceholder('')));
    expect(drawn).toContain('"Jan 1"');
    expect(drawn).toContain('99');
    expect(drawn.match(/:50[,}]/g)).toHaveLength(Math.min(nights, 20) - 1);
  }
});

it('names a history by its first day where it was tracked for less than was asked', () => {
  const points = [1, 2, 3].map((day) => ({ date: `2026-08-0${day}`, score: 1, ownerCount: 1, volume: 1 }));
  const history = { painSignalId: idOf(1), points, trackingStartedAt: '2026-01-01T00:00:00.000Z' };
  expect(historyLabel(history, 180)).toContain('Score history since');
  expect(historyLabel({ ...history, points: [] }, 180)).toBe('Score history, last 180 days');
});

const seriesOf = (drawn: ReturnType<typeof timelineChart>) => {
  const [block] = drawn.type === 'native' ? drawn.blocks : [];
  if (block === undefined || !('chart' in block)) throw new Error('not drawn');
  return { title: block.title, values: block.chart.series.map(({ data }) => data.map(({ value }) => value)) };
};
const sum = (values: readonly number[] = []) => values.reduce((total, each) => total + each, 0);

it('counts every day of a span in a point, and says how many days a shorter first point has', () => {
  for (const length of [31, 86, 96, 101, 128, 130, 149, 180, 201, 364, 365]) {
    const timeline = aTimeline(Array.from({ length }, (_, at) => (at === 0 ? 18 : 1)));
    const { title, values } = seriesOf(timelineChart(timeline, 365, picturePlaceholder('')));
    expect([length, sum(values[0])]).toEqual([length, length + 17]);
    expect(values[0]?.length).toBeLessThanOrEqual(20);
    const compared = seriesOf(comparisonChart(timeline, timeline, 365, picturePlaceholder('')));
    expect(compared).toEqual({ title, values: [values[0], values[0]] });
  }
  const titleOf = (length: number) =>
    seriesOf(timelineChart(aTimeline(Array.from({ length }, () => 1)), 365, picturePlaceholder(''))).title;
  expect(titleOf(128)).toBe('Mentions per 10 days (UTC; first: 8 days)');
  expect(titleOf(91)).toBe('Mentions per 5 days (UTC; first: 1 day)');
  expect(titleOf(90)).toBe('Mentions per 5 days (UTC)');
});

it('draws the peak of the first days in characters, with the days that it is of', () => {
  const timeline = aTimeline(Array.from({ length: 128 }, (_, at) => (at === 0 ? 18 : 0)));
  const [heading, marks] = dailySparkline(timeline, 180).split('\n');
  expect(heading).toMatch(/^\*Mentions per 5 days \(UTC; first: 3 days\) since /);
  expect(marks).toMatch(/^█▁{25} {2}peak 18 \(3 days from /);
});
