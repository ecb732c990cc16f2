import type { Logger } from 'pino';
import type { ChartPlot } from '#blocks/charts/plan-chart.ts';
import { ChartNotDrawnError } from './chart-not-drawn-error.ts';
import { type ChartThread, startChartThread } from './chart-thread.ts';

export interface RestartingChartThread {
  /** One plot at a time. Rejects with a ChartNotDrawnError. */
  draw(plot: ChartPlot): Promise<Uint8Array>;
  stop(): Promise<void>;
}

export interface ThreadTimeouts {
  /** From when a plot is given until it is drawn. */
  drawTimeoutMs: number;
  /** From when a thread is started until it can draw. */
  startTimeoutMs: number;
}

/** A thread that another one takes the place of when it crashes or hangs. The first starts at once: it loads for a while. */
export function createRestartingChartThread(file: URL, limits: ThreadTimeouts, logger: Logger): RestartingChartThread {
  let thread: ChartThread | null = null;
  let isStopped = false;

  const start = (): ChartThread => {
    const started = startChartThread(file, {
      onEnd({ wasReady, error }) {
        if (isStopped) return;
        logger.warn({ err: error }, 'The chart thread has ended');
        // One that never could draw would end the same way again: only the next plot tries anew.
        if (thread === started) thread = wasReady ? start() : null;
      },
    });
    return started;
  };

  thread = start();
  return {
    async draw(plot) {
      thread ??= start();
      const used = thread;
      try {
        await withChartTimeout(limits.startTimeoutMs, used.ready);
        return await withChartTimeout(limits.drawTimeoutMs, used.draw(plot));
      } catch (error) {
        if (isStopped) throw ChartNotDrawnError.stopped();
        if (!(error instanceof ChartNotDrawnError)) throw ChartNotDrawnError.broken(error);
        await used.end();
        throw error;
      }
    },
    async stop() {
      isStopped = true;
      await thread?.end();
    },
  };
}

async function withChartTimeout<T>(limitMs: number, work: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(ChartNotDrawnError.late(limitMs)), limitMs);
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
