import type { Logger } from 'pino';
import type { InFlight } from '../slack/request-tracking.ts';

/** Work that repeats by the clock. */
export interface Job {
  /** For the log. */
  name: string;
  everyMs: number;
  /** Does everything that is due by `now`, and begins nothing new once the program stops. Never runs twice at the same time. */
  run(now: number, stopping: AbortSignal): Promise<void>;
}

export interface Schedule {
  /** Runs each job now, and then at its interval. */
  start(): void;
  stop(): void;
  /** Runs every job that isn't running, and resolves when all have ended. */
  runNow(): Promise<void>;
}

interface Options {
  now: () => number;
  inFlight: InFlight;
  logger: Pick<Logger, 'error'>;
}

/** The program's only clock. A job that fails delays no other, and runs again at its next turn. */
export function createSchedule(jobs: readonly Job[], { now, inFlight, logger }: Options): Schedule {
  const running = new Map<Job, Promise<void>>();
  const stopping = new AbortController();
  let timers: NodeJS.Timeout[] = [];

  const run = (job: Job): Promise<void> => {
    const known = running.get(job);
    if (known !== undefined) return known;
    const work = job
      .run(now(), stopping.signal)
      .catch((error) => logger.error({ err: error, job: job.name }, 'job failed'))
      .finally(() => running.delete(job));
    running.set(job, work);
    return inFlight.track(work);
  };
  const runNow = async () => {
    await Promise.all(jobs.map(run));
  };

  return {
    runNow,
    start() {
      void runNow();
      timers = jobs.map((job) => setInterval(() => void run(job), job.everyMs));
    },
    stop() {
      stopping.abort();
      for (const timer of timers) clearInterval(timer);
    },
  };
}
