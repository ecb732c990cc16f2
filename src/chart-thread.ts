import { Worker } from 'node:worker_threads';
import type { ChartPlot } from '#blocks/charts/plan-chart.ts';
import type { ChartWorkerMessage } from './chart-worker.ts';

/** One thread that draws one picture at a time. */
export interface ChartThread {
  /** Rejects when the thread ends before it could draw anything. */
  ready: Promise<void>;
  /** Rejects when the plot cannot be drawn, or the thread ends over it. */
  draw(plot: ChartPlot): Promise<Uint8Array>;
  end(): Promise<void>;
}

interface ThreadEvents {
  /** It ended by itself or was ended; `wasReady` tells a crash from a thread that never could start. */
  onEnd(end: { wasReady: boolean; error: Error }): void;
}

// A drawing takes some 20; less room than the usual makes the collector come sooner.
const MEMORY_LIMITS = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 6 };

export function startChartThread(file: URL, { onEnd }: ThreadEvents): ChartThread {
  // Drawing needs no secret of the environment.
  const worker = new Worker(file, { env: {}, resourceLimits: MEMORY_LIMITS });
  const starting = Promise.withResolvers<void>();
  let wasReady = false;
  let drawing: PromiseWithResolvers<Uint8Array> | null = null;
  let error = new Error('The chart thread has ended');

  worker.on('message', (message: ChartWorkerMessage) => {
    if ('ready' in message) {
      wasReady = true;
      return starting.resolve();
    }
    if ('png' in message) drawing?.resolve(message.png);
    else drawing?.reject(new Error(message.fault));
    drawing = null;
  });
  worker.on('error', (cause) => {
    error = new Error('The chart thread has crashed', { cause });
  });
  worker.on('exit', () => {
    starting.reject(error);
    drawing?.reject(error);
    onEnd({ wasReady, error });
  });
  // Whoever draws hears of it; nobody has to.
  starting.promise.catch(() => undefined);

  return {
    ready: starting.promise,
    draw(plot) {
      drawing = Promise.withResolvers();
      worker.postMessage(plot);
      return drawing.promise;
    },
    end: async () => void (await worker.terminate()),
  };
}
