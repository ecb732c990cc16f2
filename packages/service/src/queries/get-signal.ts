import type { SignalDetail } from './answers.ts';
import type { QueryDeps } from './deps.ts';
import { findSignal } from './find-signal.ts';
import { isoInstant, toSignalItem } from './list-item.ts';

/** Section 2.2. Throws NOT_FOUND. */
export const getSignal =
  (deps: QueryDeps) =>
  async (id: string): Promise<SignalDetail> => {
    const row = await findSignal(deps, id);
    return {
      ...toSignalItem(row),
      summary: row.summary,
      chunkCount: row.chunkCount,
      firstSeenAt: isoInstant(row.firstSeenAt),
      createdAt: isoInstant(row.createdAt),
      updatedAt: isoInstant(row.updatedAt),
      scoreParts: row.scoreParts,
      scorePartsWeekBefore: row.scorePartsWeekBefore,
    };
  };
