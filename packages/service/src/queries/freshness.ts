import type { QueryDeps } from './deps.ts';
import { type Freshness, isoInstant } from './responses.ts';

/** Section 2.8: before the first snapshot there is no instant, and nothing is active. */
export const pipelineFreshness =
  ({ store, keep }: QueryDeps) =>
  (): Promise<Freshness> =>
    keep('pipeline', async () => {
      const [latest, { sample, imported }] = await Promise.all([store.snapshots.latest(), store.posts.kinds()]);
      return {
        latestSnapshotAt: latest === null ? null : isoInstant(latest.at),
        totalActiveSignals: latest?.totalActiveSignals ?? 0,
        ...(sample ? { sample } : {}),
        ...(sample && imported ? { imported } : {}),
      };
    });

/** What answers are reckoned from: the last snapshot, and what was removed, hidden or put in place of all since. Opaque to readers. */
export const revision =
  ({ store, keep }: QueryDeps) =>
  (): Promise<string> =>
    keep('revision', async () => {
      const [snapshot, removals] = await Promise.all([store.snapshots.lastNumber(), store.counters.get('removals')]);
      return `${snapshot}.${removals}`;
    });
