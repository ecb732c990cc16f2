import { Worker } from 'node:worker_threads';
import { TimedOutError, withTimeout } from '@pain-signals/contract';
import type { Logger } from 'pino';
import type { ChartPlot } from '#blocks/charts/plots/plan-chart.ts';
import type { ChartWorkerMessage } from './worker.ts';

interface ThreadEvents {
  /** `wasReady` is false when the thread could not start. */
  onEnd(end: { wasReady: boolean; error: Error }): void;
}

// A chart needs about 20 MB; a small limit makes garbage collection run sooner.
const MEMORY_LIMITS = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 6 };

function startChartThread(file: URL, { onEnd }: ThreadEvents) {
  // Drawing needs no secrets.
  const worker = new Worker(file, { env: {}, resourceLimits: MEMORY_LIMITS });
  const starting = Promise.withResolvers<void>();
  let wasReady = false;
  let drawing: PromiseWithResolvers<Uint8Array> | null = null;
  let error = new Error('chart thread ended');

  worker.on('message', (message: ChartWorkerMessage) => {
    if ('ready' in message) {
      wasReady = true;
      return starting.resolve();
    }
    if ('png' in message) drawing?.resolve(message.png);
    else drawing?.reject(new Error(message.error));
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
  // draw() awaits it too.
  starting.promise.catch(() => undefined);

  return {
    /** Rejects when the thread ends before it is ready. */
    ready: starting.promise,
    /** Rejects when the plot can't be drawn, or the thread ends meanwhile. */
    draw(plot: ChartPlot): Promise<Uint8Array> {
      drawing = Promise.withResolvers();
      worker.postMessage(plot);
      return drawing.promise;
    },
    end: async (): Promise<void> => void (await worker.terminate()),
  };
}

/** One thread that draws one picture at a time. */
export type ChartThread = ReturnType<typeof startChartThread>;

export interface ThreadTimeouts {
  /** For one plot. */
  drawTimeoutMs: number;
  /** Until a thread is ready. */
  startTimeoutMs: number;
}

/** Replaces the thread when it crashes or hangs. The first one starts at once, since loading takes a while. */
export function createRestartingChartThread(file: URL, limits: ThreadTimeouts, logger: Logger) {
  let thread: ChartThread | null = null;
  let isStopped = false;

  const start = (): ChartThread => {
    const started = startChartThread(file, {
      onEnd({ wasReady, error }) {
        if (isStopped) return;
        logger.warn({ err: error }, 'The chart thread has ended');
        // A thread that could not start would fail again; the next plot tries once more.
        if (thread === started) thread = wasReady ? start() : null;
      },
    });
    return started;
  };

  thread = start();
  return {
    /** One plot at a time. Rejects with a ChartNotDrawnError. */
    async draw(plot: ChartPlot): Promise<Uint8Array> {
      thread ??= start();
      const used = thread;
      try {
        await withTimeout(limits.startTimeoutMs, used.ready);
        return await withTimeout(limits.drawTimeoutMs, used.draw(plot));
      } catch (error) {
        if (isStopped) throw new ChartNotDrawnError('stopped');
        if (!(error instanceof TimedOutError)) throw new ChartNotDrawnError('broken', error);
        await used.end();
        throw new ChartNotDrawnError('late', error);
      }
    },
    async stop(): Promise<void> {
      isStopped = true;
      await thread?.end();
    },
  };
}

const REASONS = {
  busy: 'Too many charts wait already',
  late: 'The chart was not drawn in time',
  broken: 'The chart could not be drawn, or its thread crashed',
  stopped: 'The program is about to end',
} as const;

/** A card can always be sent without its chart. */
export class ChartNotDrawnError extends Error {
  override readonly name = 'ChartNotDrawnError';
  readonly reason: keyof typeof REASONS;

  constructor(reason: keyof typeof REASONS, cause?: unknown) {
    super(REASONS[reason], { cause });
    this.reason = reason;
  }
}
