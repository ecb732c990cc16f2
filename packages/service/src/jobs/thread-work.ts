import { DAY_MS, HOUR_MS, isoInstant } from '../model/day.ts';
import { pluralize } from '../model/pluralize.ts';
import type { DamagedRow, Store, ThreadFailure } from '../store/index.ts';

/** What a thread tells the main one, which then knows what it was doing when it ends unexpectedly. */
export type WorkMessage = { began: string } | { ended: string } | DamageMessage;

/** The main thread alone has the metrics. */
export interface DamageMessage {
  damaged: DamagedRow;
}

/** Runs work under a name that operators understand. */
export type TrackWork = <Result>(work: string, run: () => Promise<Result>) => Promise<Result>;

/** For work in a process of its own, whose end nobody misses. */
export const untracked: TrackWork = (_work, run) => run();

/** Work that ends, even with an error, does not end its thread, so its earlier failures are forgotten. */
export function createWorkTracker(
  { threadFailures }: Pick<Store, 'threadFailures'>,
  thread: string,
  post: (message: WorkMessage) => void,
): TrackWork {
  return async (work, run) => {
    post({ began: work });
    try {
      return await run();
    } finally {
      post({ ended: work });
      await threadFailures.clear(work, thread);
    }
  };
}

export const threadName = (schedule: string): string => `${schedule} thread`;
export const feedWork = (key: string): string => `feed ${key}`;
export const isFeedWork = (work: string): boolean => work.startsWith(feedWork(''));
export const fileWork = (name: string): string => `file ${name}`;
/** Of a file that was imported and can't be moved out of the folder: no thread ended, and it counts once. */
export const moveWork = (name: string): string => `moving file ${name}`;
export const isMoveWork = (work: string): boolean => work.startsWith(moveWork(''));

/** When work may be tried again, epoch ms. The first time at once: something else may have ended the thread they shared. */
export const retryAt = ({ failures, failedAt }: ThreadFailure): number =>
  failures === 1 ? failedAt : failedAt + Math.min(DAY_MS, HOUR_MS * 2 ** (failures - 2));

/** Whether work may be tried again. A failure more than a day ahead was noted by a wrong clock. */
export const mayRetry = (failure: ThreadFailure, now: number): boolean =>
  retryAt(failure) <= now || failure.failedAt - now > DAY_MS;

/** Tells the operator about work during which a thread of the service ended, or a file that can't be moved. */
export function describeThreadFailure(failure: ThreadFailure): string {
  const { work, failures, failedAt, reason } = failure;
  if (isMoveWork(work))
    return `import folder: ${work} failed at ${isoInstant(failedAt)}: ${reason}. It was read; move it away, or give the service the right to.`;
  return (
    `${work}: a thread of the service ended ${pluralize(failures, 'time')} while it ran, last at ` +
    `${isoInstant(failedAt)} (${reason}). It is tried again after ${isoInstant(retryAt(failure))}; ` +
    'the others go on. See the log of the service.'
  );
}
