import { ServiceError } from '../model/service-error.ts';
import type { Account, BriefJob, Store } from '../store/index.ts';
import { ATTEMPT_LIMITS, type AttemptLimits } from './limits/attempt-limits.ts';

export interface BriefJobOptions {
  jobs: Store['briefJobs'];
  limits: AttemptLimits;
  /** Returns whether the signal has a brief now. */
  generate: (signalId: string) => Promise<boolean>;
  onError: (error: unknown) => void;
}

/** Section 4.5: writing a brief is expensive, so each person has a daily limit. */
export function createBriefJobs({ jobs, limits, generate, onError }: BriefJobOptions) {
  const running = new Set<Promise<void>>();
  const work = async ({ id, signalId }: BriefJob): Promise<void> => {
    try {
      await jobs.end(id, (await generate(signalId)) ? 'done' : 'empty');
    } catch (error) {
      onError(error);
      await jobs.end(id, 'failed').catch(onError);
    }
  };
  return {
    /** Starts writing a brief in the background; see `find` for its state. Throws PRO_REQUIRED, QUOTA_EXCEEDED. */
    async order(account: Account, signalId: string): Promise<BriefJob> {
      if (account.plan !== 'pro') throw new ServiceError('PRO_REQUIRED', 'Briefs require a Pro subscription.');
      if (!(await limits.tryTake('brief', account.id)))
        throw new ServiceError(
          'QUOTA_EXCEEDED',
          `You have ordered ${ATTEMPT_LIMITS.brief.tries} briefs in 24 hours, the maximum. Try again tomorrow.`,
        );
      const job = await jobs.create(account.id, signalId);
      const writing = work(job).finally(() => running.delete(writing));
      running.add(writing);
      return job;
    },
    /** Null unless this account ordered it. */
    find: (account: Account, jobId: string): Promise<BriefJob | null> => jobs.find(account.id, jobId),
    /** Resolves when no brief is being written. */
    async settled(): Promise<void> {
      await Promise.all(running);
    },
  };
}
