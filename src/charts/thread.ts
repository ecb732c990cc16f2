import { Worker } from 'node:worker_threads';
import type { Logger } from 'pino';
import type { ChartPlot } from '#blocks/charts/plots/plan-chart.ts';
import type { ChartWorkerMessage } from './worker.ts';

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

function startChartThread(file: URL, { onEnd }: ThreadEvents): ChartThread {
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

/** `busy`: too many wait. `late`: it took too long. `broken`: it cannot be drawn, or its thread crashed. `stopped`: too late. */
export type NotDrawnReason = 'busy' | 'late' | 'broken' | 'stopped';

/** A card can always go without its picture. */
export class ChartNotDrawnError extends Error {
  override readonly name = 'ChartNotDrawnError';
  readonly reason: NotDrawnReason;

  private constructor(reason: NotDrawnReason, message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }

  static busy(waiting: number): ChartNotDrawnError {
    return new ChartNotDrawnError('busy', `The chart was refused: ${waiting} others wait already`);
  }

  static late(limitMs: number): ChartNotDrawnError {
    return new ChartNotDrawnError('late', `The chart was not drawn within ${limitMs} ms`);
  }

  static broken(cause: unknown): ChartNotDrawnError {
    return new ChartNotDrawnError('broken', 'The chart could not be drawn', { cause });
  }

  static stopped(): ChartNotDrawnError {
    return new ChartNotDrawnError('stopped', 'The chart was refused: the program is about to end');
  }
}
