import type { Timeline } from '@pain-signals/contract';
import type { QueryDeps } from './deps.ts';
import { findSignal } from './find-signal.ts';
import { lastDays } from './last-days.ts';

/** Section 2.4: mentions of the last `days` UTC days, today included; `totalMentions` is their sum. Throws NOT_FOUND. */
export const timeline =
  (deps: QueryDeps) =>
  async (id: string, days: number): Promise<Timeline> => {
    const { id: painSignalId } = await findSignal(deps, id);
    const dates = lastDays(deps.at(), days);
    const counts = await deps.store.evidence.dailyCounts(painSignalId, dates[0] ?? '', dates.at(-1) ?? '');
    const countOf = new Map(counts.map(({ date, count }) => [date, count]));
    const buckets = dates.map((date) => ({ date, count: countOf.get(date) ?? 0 }));
    return { painSignalId, buckets, totalMentions: buckets.reduce((sum, { count }) => sum + count, 0) };
  };
