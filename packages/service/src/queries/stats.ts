import type { SignalStats } from '@pain-signals/contract';
import type { QueryDeps } from './deps.ts';
import { findSignal } from './find-signal.ts';

/** Section 2.3: the same figures as list and detail show, as of the last snapshot. Throws NOT_FOUND. */
export const stats =
  (deps: QueryDeps) =>
  async (id: string): Promise<SignalStats> => {
    const row = await findSignal(deps, id);
    return {
      painSignalId: row.id,
      totalMentions: row.volume,
      last7dMentions: row.mentionsLastWindow,
      prev7dMentions: row.mentionsPrevWindow,
      growthRate: row.growth,
      sourceDistribution: row.sourceDistribution,
    };
  };
