import { GlobalFonts } from '@napi-rs/canvas';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { drawChart } from '#blocks/charts/drawing/draw-chart.ts';
import { FONT_FAMILY, TYPE } from '#blocks/charts/drawing/theme.ts';
import type { ChartDescription } from '#blocks/charts/plots/chart-description.ts';
import { planChart } from '#blocks/charts/plots/plan-chart.ts';
import { drawOnCanvas, measureText } from '#src/charts/worker.ts';
import { HOSTILE_CHARTS } from '../../../support/charts/hostile-charts.ts';
import { collide, contrast, lookBehind, rgbOf, type TextBox, textBoxesOf } from '../../../support/charts/text-boxes.ts';
import { aTimeline } from '../../../support/service/sample-signals.ts';

/** A phone shows the picture this wide, and nobody reads smaller letters there. */
const SHOWN_WIDTH = 360;
const SMALLEST = 11;

function lookAt(description: ChartDescription) {
  const drawing = drawChart(planChart(description).plot, measureText);
  const { canvas, chart } = drawOnCanvas(drawing);
  try {
    const boxes = textBoxesOf(chart);
    return { ...drawing, boxes: boxes.map((box) => ({ ...box, ...lookBehind(canvas, box) })) };
  } finally {
    chart.dispose();
  }
}

type Seen = ReturnType<typeof lookAt>;

/** All that is wrong with a picture's text, in words. */
function faultsOf({ width, height, boxes }: Seen): string[] {
  const outside = boxes.filter(
    ({ left, top, right, bottom }) => left < 0 || top < 0 || right > width || bottom > height,
  );
  const small = boxes.filter(({ size }) => (size * SHOWN_WIDTH) / width < SMALLEST);
  const invisible = boxes.filter(({ isPainted }) => !isPainted);
  const faint = boxes.filter(({ fill, ground }) => contrast(rgbOf(Number.parseInt(fill.slice(1), 16)), ground) < 4.5);
  const colliding = boxes.flatMap((one, at) =>
    boxes
      .slice(at + 1)
      .filter((other) => collide(one, other))
      .map((other) => [one, other]),
  );
  const say = (fault: string, found: readonly TextBox[]) => found.map(({ text }) => `${fault}: ${text}`);
  return [
    ...say('outside', outside),
    ...say('too small', small),
    ...say('not painted', invisible),
    ...say('too faint', faint),
    ...colliding.map(([one, other]) => `too close: ${one?.text} / ${other?.text}`),
  ];
}

it('draws with the font that comes with the app, in both of its weights', () => {
  const { styles } = GlobalFonts.families.find(({ family }) => family === FONT_FAMILY) ?? {};

  expect(styles?.map(({ weight }) => weight).toSorted()).toEqual([TYPE.plain.weight, TYPE.title.weight]);
});

describe('every text of a chart is inside, apart, large and dark enough', () => {
  it.each(HOSTILE_CHARTS)('%s', (_, description) => {
    const seen = lookAt(description);

    expect(faultsOf(seen)).toEqual([]);
    expect(seen.boxes.length).toBeGreaterThan(1);
    // A text named __proto__ must not reach the prototype of all objects.
    expect(Object.keys(Object.prototype)).toEqual([]);
    expect([seen.width, seen.height >= 600, seen.height <= 1_200]).toEqual([1_200, true, true]);
  });

  it('whatever the topic, the days and their counts', () => {
    const topic = fc.string({ unit: 'binary', maxLength: 200 });
    const counts = fc.array(fc.oneof(fc.nat(20), fc.nat(1e12)), { maxLength: 100 });
    fc.assert(
      fc.property(
        topic,
        counts,
        fc.double({ noNaN: true, min: -1, max: 1e9 }),
        fc.boolean(),
        (text, days, growth, isSample) => {
          const signal = {
            topic: text,
            growth,
            mentionsLastWindow: days[0] ?? null,
            mentionsPrevWindow: days[1] ?? null,
            volume: 10,
          };
          expect(faultsOf(lookAt({ kind: 'timeline', signal, timeline: aTimeline(days), isSample }))).toEqual([]);
        },
      ),
      { numRuns: 40 },
    );
  });
});
