import type { Logger } from 'pino';
import type { InFlight } from '../slack/in-flight.ts';

/** Work that the clock asks for. */
export interface Job {
  /** For the log. */
  name: string;
  everyMs: number;
  /** Does all that is due by `now`, and begins nothing new once the program is stopping. Never runs twice at the same time. */
  run(now: number, stopping: AbortSignal): Promise<void>;
}

export interface Schedule {
  /** Runs each job now, and again and again. */
  start(): void;
  stop(): void;
  /** Runs what is not running, and waits until all of it has ended. */
  runNow(): Promise<void>;
}

interface Options {
  now: () => number;
  inFlight: InFlight;
  logger: Pick<Logger, 'error'>;
}

/** The program's one clock. A job that fails holds up no other, and is tried again at its next turn. */
export function createSchedule(jobs: readonly Job[], { now, inFlight, logger }: Options): Schedule {
  const running = new Map<Job, Promise<void>>();
  const stopping = new AbortController();
  let timers: NodeJS.Timeout[] = [];

  const run = (job: Job): Promise<void> => {
    const known = running.get(job);
    if (known !== undefined) return known;
    const work = job
      .run(now(), stopping.signal)
      .catch((error) => logger.error({ err: error, job: job.name }, 'A job of the schedule failed'))
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
