import type { History } from '@pain-signals/contract';
import type { QueryDeps } from './deps.ts';
import { findSignal } from './find-signal.ts';
import { lastDays } from './last-days.ts';
import { isoInstant } from './list-item.ts';

/** Section 2.5: what the nightly snapshots of the last `days` UTC days saw. Throws NOT_FOUND. */
export const history =
  (deps: QueryDeps) =>
  async (id: string, days: number): Promise<History> => {
    const row = await findSignal(deps, id);
    const [from = ''] = lastDays(deps.at(), days);
    const points = await deps.store.snapshots.history(row.id, from);
    return { painSignalId: row.id, points, trackingStartedAt: isoInstant(row.trackingStartedAt ?? row.createdAt) };
  };
