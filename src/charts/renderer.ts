import type { Logger } from 'pino';
import type { Chart, ChartDescription } from '#blocks/charts/plots/chart-description.ts';
import { type ChartPlot, planChart } from '#blocks/charts/plots/plan-chart.ts';
import { ChartNotDrawnError, createRestartingChartThread, type ThreadTimeouts } from './thread.ts';

export interface ChartRendererOptions extends Partial<ThreadTimeouts> {
  logger: Logger;
  /** How many charts may wait. */
  maxQueueLength?: number;
  threadFile?: URL;
}

interface QueuedChart {
  plot: ChartPlot;
  answer: PromiseWithResolvers<Uint8Array>;
}

/** Draws charts one after another in a worker thread. */
export function createChartRenderer({
  logger,
  maxQueueLength = 50,
  drawTimeoutMs = 5_000,
  startTimeoutMs = 30_000,
  threadFile = new URL('./worker.ts', import.meta.url),
}: ChartRendererOptions) {
  const thread = createRestartingChartThread(threadFile, { drawTimeoutMs, startTimeoutMs }, logger);
  const waiting: QueuedChart[] = [];
  let isDrawing = false;
  let isStopped = false;

  const drawWaiting = async (): Promise<void> => {
    if (isDrawing) return;
    isDrawing = true;
    for (let job = waiting.shift(); job !== undefined; job = waiting.shift()) {
      await thread.draw(job.plot).then(job.answer.resolve, job.answer.reject);
    }
    isDrawing = false;
  };

  return {
    /** Rejects with a ChartNotDrawnError; the card is then sent without its chart. */
    async renderChart(description: ChartDescription): Promise<Chart> {
      if (isStopped) throw new ChartNotDrawnError('stopped');
      if (waiting.length >= maxQueueLength) throw new ChartNotDrawnError('busy');
      const { plot, caption } = planChart(description);
      const answer = Promise.withResolvers<Uint8Array>();
      waiting.push({ plot, answer });
      void drawWaiting();
      const png = await answer.promise;
      return { ...caption, png: Buffer.from(png.buffer, png.byteOffset, png.byteLength) };
    },
    /** Rejects the charts that wait or are being drawn. */
    async stop(): Promise<void> {
      isStopped = true;
      for (const { answer } of waiting.splice(0)) answer.reject(new ChartNotDrawnError('stopped'));
      await thread.stop();
    },
  };
}

export type ChartRenderer = ReturnType<typeof createChartRenderer>;
