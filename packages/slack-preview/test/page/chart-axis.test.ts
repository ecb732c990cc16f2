import { describe, expect, it } from 'vitest';
import { showChart } from '../../src/page/blocks/charts.ts';

function labelsOf(points: number): number[] {
  const categories = Array.from({ length: points }, (_, at) => `Day ${at}`);
  const series = [{ name: 'Score', data: categories.map((label) => ({ label, value: 1 })) }];
  const { markup } = showChart({ title: 'Score', chart: { type: 'line', axis_config: { categories }, series } });
  return [...markup.matchAll(/<text[^>]*>Day (\d+)<\/text>/g)].map(([, at]) => Number(at));
}

describe('the axis of a chart', () => {
  it.each([1, 2, 5, 6, 7, 13, 15, 16, 18, 20])(
    'of %i points has labels at equal distances, the last one among them',
    (points) => {
      const labels = labelsOf(points);
      const distances = new Set(labels.slice(1).map((at, index) => at - (labels[index] ?? 0)));
      expect(distances.size).toBeLessThanOrEqual(1);
      expect(labels.at(-1)).toBe(points - 1);
      expect(labels.length).toBeLessThanOrEqual(6);
      expect(labels.length).toBeGreaterThanOrEqual(Math.min(points, 3));
    },
  );
});
