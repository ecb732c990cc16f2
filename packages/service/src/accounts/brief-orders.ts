import { ServiceError } from '../model/service-error.ts';
import type { Account, BriefJob, Store } from '../store/index.ts';
import { ATTEMPT_LIMITS, type AttemptLimits } from './limits/attempt-limits.ts';

export interface BriefOrders {
  /** Begins to write; look for how far it is with `find`. Throws PRO_REQUIRED, QUOTA_EXCEEDED. */
  order(account: Account, signalId: string): Promise<BriefJob>;
  /** Null unless the account ordered it. */
  find(account: Account, jobId: string): Promise<BriefJob | null>;
  /** Resolves when nothing is being written any more. */
  settled(): Promise<void>;
}

export interface BriefOrderOptions {
  jobs: Store['briefJobs'];
  rations: AttemptLimits;
  /** Whether there is a brief now. */
  generate: (signalId: string) => Promise<boolean>;
  onError: (error: unknown) => void;
}

/** Section 4.5: writing a brief costs time, so each person may order some a day. */
export function createBriefOrders({ jobs, rations, generate, onError }: BriefOrderOptions): BriefOrders {
  const underWay = new Set<Promise<void>>();
  const work = async ({ id, signalId }: BriefJob): Promise<void> => {
    try {
      await jobs.end(id, (await generate(signalId)) ? 'done' : 'empty');
    } catch (error) {
      onError(error);
      await jobs.end(id, 'failed').catch(onError);
    }
  };
  return {
    async order(account, signalId) {
      if (account.plan !== 'pro') throw new ServiceError('PRO_REQUIRED', 'Briefs need a Pro subscription.');
      if (!(await rations.tryTake('brief', account.id)))
        throw new ServiceError(
          'QUOTA_EXCEEDED',
          `You have ordered ${ATTEMPT_LIMITS.brief.tries} briefs in 24 hours. Try again tomorrow.`,
        );
      const job = await jobs.create(account.id, signalId);
      const writing = work(job).finally(() => underWay.delete(writing));
      underWay.add(writing);
      return job;
    },
    find: (account, jobId) => jobs.find(account.id, jobId),
    async settled() {
      await Promise.all(underWay);
    },
  };
}
