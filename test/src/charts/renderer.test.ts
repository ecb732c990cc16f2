import { createCanvas, loadImage } from '@napi-rs/canvas';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { ChartDescription } from '#blocks/charts/plots/chart-description.ts';
import { planChart } from '#blocks/charts/plots/plan-chart.ts';
import { type ChartRenderer, type ChartRendererOptions, createChartRenderer } from '#src/charts/renderer.ts';
import { HOSTILE_CHARTS } from '../../support/charts/hostile-charts.ts';
import { aSignal, aTimeline } from '../../support/service/sample-signals.ts';

const aChart = (topic = 'Tokens expire'): ChartDescription => ({
  kind: 'summary',
  heading: 'Top signals',
  firstRank: 1,
  total: 1,
  signals: [{ signal: aSignal({ topic }), timeline: aTimeline([1, 2, 3, 4, 5, 6, 7, 8, 9]) }],
  isSample: false,
});

const reasonOf = (drawing: Promise<unknown>) =>
  drawing.then(
    () => 'drawn',
    (error) => error.reason,
  );

describe('the chart renderer', () => {
  let renderer: ChartRenderer;
  beforeAll(() => {
    renderer = createChartRenderer({ logger: pino({ level: 'silent' }) });
  });
  afterAll(() => renderer.stop());

  const oneOfEach = [...new Map(HOSTILE_CHARTS.toReversed().map(([, chart]) => [chart.kind, chart])).values()];

  it.each(oneOfEach)('draws a $kind on a ground that nothing shines through', async (description) => {
    const { png, ...caption } = await renderer.renderChart(description);

    const image = await loadImage(png);
    const context = createCanvas(image.width, image.height).getContext('2d');
    context.drawImage(image, 0, 0);
    const { data } = context.getImageData(0, 0, image.width, image.height);
    const pixels = new Uint32Array(data.buffer);
    expect([image.width, image.height >= 600]).toEqual([1_200, true]);
    expect(data.every((part, at) => at % 4 !== 3 || part === 255)).toBe(true);
    expect(new Set(pixels).size).toBeGreaterThan(10);
    expect(caption).toEqual(planChart(description).caption);
  });

  it('gives each its own picture when several are asked for at once', async () => {
    const [one, other, again] = await Promise.all(
      [aChart('one'), aChart('other'), aChart('one')].map(renderer.renderChart),
    );

    expect(one?.png.equals(other?.png ?? Buffer.of())).toBe(false);
    expect(one?.png.equals(again?.png ?? Buffer.of())).toBe(true);
  });
});

describe('when drawing fails', () => {
  const renderers: ChartRenderer[] = [];
  const warnings: string[] = [];
  const logger = pino({ level: 'warn' }, { write: (line) => void warnings.push(line) });
  afterEach(async () => {
    await Promise.all(renderers.splice(0).map((renderer) => renderer.stop()));
    warnings.length = 0;
  });

  const threads = {
    scripted: new URL('../../support/charts/scripted-chart-thread.ts', import.meta.url),
    dead: new URL('../../support/charts/dead-chart-thread.ts', import.meta.url),
    silent: new URL('../../support/charts/silent-chart-thread.ts', import.meta.url),
  };
  function start(thread: keyof typeof threads, options: Partial<ChartRendererOptions> = {}): ChartRenderer {
    const renderer = createChartRenderer({ logger, threadFile: threads[thread], ...options });
    renderers.push(renderer);
    return renderer;
  }
  const drawnBy = async (renderer: ChartRenderer, topic: string) =>
    `${(await renderer.renderChart(aChart(topic))).png}`;

  it('puts another thread in the place of one that crashed, and only that picture is lost', async () => {
    const renderer = start('scripted');
    const drawings = ['before', 'crash', 'after'].map((topic) => renderer.renderChart(aChart(topic)));

    expect(await Promise.all(drawings.map(reasonOf))).toEqual(['drawn', 'broken', 'drawn']);
    expect(warnings.join()).toContain('chart thread ended');
  });

  it('ends a thread that takes too long, and goes on with another', async () => {
    const renderer = start('scripted', { drawTimeoutMs: 3_000 });

    expect(await reasonOf(renderer.renderChart(aChart('hang')))).toBe('late');
    expect(await drawnBy(renderer, 'after')).toBe('after');
  });

  it('keeps the thread when one picture cannot be drawn', async () => {
    const renderer = start('scripted');

    expect(await reasonOf(renderer.renderChart(aChart('fault')))).toBe('broken');
    expect(await drawnBy(renderer, 'after')).toBe('after');
    expect(warnings).toEqual([]);
  });

  it('refuses what more would wait than the queue is long', async () => {
    const renderer = start('scripted', { maxQueueLength: 2 });
    const drawings = ['drawing', 'first', 'second', 'third'].map((topic) => renderer.renderChart(aChart(topic)));

    expect(await Promise.all(drawings.map(reasonOf))).toEqual(['drawn', 'drawn', 'drawn', 'busy']);
  });

  it('says so when no thread can start, once for each picture and each start', async () => {
    const renderer = start('dead');
    const drawings = [renderer.renderChart(aChart()), renderer.renderChart(aChart())];

    expect(await Promise.all(drawings.map(reasonOf))).toEqual(['broken', 'broken']);
    expect(warnings).toHaveLength(2);
  });

  it('waits for a thread that starts, but not for ever', async () => {
    const renderer = start('silent', { startTimeoutMs: 100 });

    expect(await reasonOf(renderer.renderChart(aChart()))).toBe('late');
  });

  it('refuses what is drawn, what waits and what comes when it is stopped', async () => {
    const renderer = start('scripted');
    const drawings = ['hang', 'waits'].map((topic) => renderer.renderChart(aChart(topic)));
    const reasons = Promise.all(drawings.map(reasonOf));
    await renderer.stop();

    expect(await reasons).toEqual(['stopped', 'stopped']);
    expect(await reasonOf(renderer.renderChart(aChart()))).toBe('stopped');
    expect(warnings).toEqual([]);
  });
});
