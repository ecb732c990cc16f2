import { isoInstant } from '../model/day.ts';
import type { QueryDeps } from './deps.ts';
import type { Freshness } from './responses.ts';

export const freshnessQueries = ({ store, cached }: QueryDeps) => ({
  /** Section 2.8. Before the first snapshot, latestSnapshotAt is null. */
  pipelineFreshness: (): Promise<Freshness> =>
    cached('pipeline', async () => {
      const [latest, { sample, imported }] = await Promise.all([store.snapshots.latest(), store.posts.kinds()]);
      return {
        latestSnapshotAt: latest === null ? null : isoInstant(latest.at),
        totalActiveSignals: latest?.totalActiveSignals ?? 0,
        ...(sample ? { sample } : {}),
        ...(sample && imported ? { imported } : {}),
      };
    }),

  /** Changes with every snapshot, removal, hiding and restore. Opaque to clients. */
  revision: (): Promise<string> =>
    cached('revision', async () => {
      const [snapshot, removals] = await Promise.all([store.snapshots.lastNumber(), store.counters.get('removals')]);
      return `${snapshot}.${removals}`;
    }),
});
