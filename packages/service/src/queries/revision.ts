import type { QueryDeps } from './deps.ts';

/** What answers are reckoned from: the last snapshot, and what was removed, hidden or put in place of all since. Opaque to readers. */
export const revision =
  ({ store, keep }: QueryDeps) =>
  (): Promise<string> =>
    keep('revision', async () => {
      const [snapshot, removals] = await Promise.all([store.snapshots.lastNumber(), store.counters.get('removals')]);
      return `${snapshot}.${removals}`;
    });
