import { describe } from 'vitest';
import { testRecent } from '../../support/store/recent-tests.ts';
import { testStore } from '../../support/store/store-tests.ts';
import { openTemporaryStore } from '../../support/store/temporary-store.ts';
import { testWatchChecks } from '../../support/store/watch-check-tests.ts';

describe('the store, on SQLite', () => {
  // One app has the folder, so both stand for one process.
  const open = async (now: () => number) => {
    const store = await openTemporaryStore(now);
    return [store, store] as const;
  };
  testStore(open);
  testRecent(open);
  testWatchChecks(open);
});
