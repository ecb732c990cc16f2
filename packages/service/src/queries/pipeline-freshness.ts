import type { Freshness } from './answers.ts';
import type { QueryDeps } from './deps.ts';
import { isoInstant } from './list-item.ts';

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
