import type { SignalDetail } from './answers.ts';
import type { QueryDeps } from './deps.ts';
import { findSignal } from './find-signal.ts';
import { instant, toListItem } from './list-item.ts';

/** Section 2.2. Throws NOT_FOUND. */
export const getSignal =
  (deps: QueryDeps) =>
  async (id: string): Promise<SignalDetail> => {
    const row = await findSignal(deps, id);
    return {
      ...toListItem(row),
      summary: row.summary,
      chunkCount: row.chunkCount,
      firstSeenAt: instant(row.firstSeenAt),
      createdAt: instant(row.createdAt),
      updatedAt: instant(row.updatedAt),
      scoreParts: row.scoreParts,
      scorePartsWeekBefore: row.scorePartsWeekBefore,
    };
  };
