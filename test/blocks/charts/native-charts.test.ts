import { expect, it } from 'vitest';
import { historyLabel } from '#blocks/charts/chart-menus.ts';
import { historyChart } from '#blocks/charts/native-charts.ts';
import { picturePlaceholder } from '#blocks/charts/picture.ts';
import { idOf } from '../../support/service/sample-signals.ts';

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
