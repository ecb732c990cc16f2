import { describe } from 'vitest';
import { testStore } from '../support/store-tests.ts';
import { openTemporaryStore } from '../support/temporary-store.ts';

describe('the store, on SQLite', () => {
  // One app has the folder, so both stand for one process.
  testStore(async (now) => {
    const store = await openTemporaryStore(now);
    return [store, store];
  });
});
