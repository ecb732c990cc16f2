import { isoInstant } from '../model/day.ts';
import type { QueryDeps } from './deps.ts';
import type { Freshness } from './responses.ts';

export const freshnessQueries = ({ store, cached }: QueryDeps) => ({
  /** Section 2.8. Before the first snapshot, latestSnapshotAt is null. */
  pipelineFreshness: async (): Promise<Freshness> => {
    const freshness = await cached('pipeline', () => loadFreshness(store));
    // Stored posts change nothing that readers see until they are scored, so a cached answer wouldn't notice them.
    return freshness.latestSnapshotAt === null ? { ...freshness, ...(await samplePreparing(store)) } : freshness;
  },

  /** Changes with every snapshot, removal, hiding and restore. Opaque to clients. */
  revision: (): Promise<string> =>
    cached('revision', async () => {
      const [snapshot, removals] = await Promise.all([store.snapshots.lastNumber(), store.counters.get('removals')]);
      return `${snapshot}.${removals}`;
    }),
});

async function loadFreshness(store: QueryDeps['store']): Promise<Freshness> {
  const [latest, { sample, imported }] = await Promise.all([store.snapshots.latest(), store.posts.kinds()]);
  return {
    latestSnapshotAt: latest === null ? null : isoInstant(latest.at),
    totalActiveSignals: latest?.totalActiveSignals ?? 0,
    ...(sample ? { sample } : {}),
    ...(sample && imported ? { imported } : {}),
  };
}

async function samplePreparing({ counters, sample }: QueryDeps['store']): Promise<Partial<Freshness>> {
  if ((await counters.get('sampleDue')) === 0) return {};
  const total = await counters.get('samplePosts');
  return { sample: true, ...(total > 0 ? { samplePosts: { stored: await sample.count(), total } } : {}) };
}
