import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { openStore } from '#src/store/open-store.ts';
import { temporaryFolder } from '../../../packages/storage/test/support/temporary-folder.ts';
import { testRecent } from '../../support/store/recent-tests.ts';
import { testStore } from '../../support/store/store-tests.ts';
import { openTemporaryStore } from '../../support/store/temporary-store.ts';
import { testWatchChecks } from '../../support/store/watch-check-tests.ts';
import { testWrongClock } from '../../support/store/wrong-clock-tests.ts';

describe('the store, on SQLite', () => {
  // One app has the folder, so both stand for one process.
  const open = async (now: () => number) => {
    const store = await openTemporaryStore(now);
    return [store, store] as const;
  };
  testStore(open);
  testRecent(open);
  testWatchChecks(open);
  testWrongClock(open);
});

it('rotates every secret it can decrypt, and counts those it can’t', async () => {
  const dataDir = temporaryFolder();
  const [lost, old, current] = [randomBytes(32), randomBytes(32), randomBytes(32)];
  const withStore = async <Result>(
    encryptionKeys: Buffer[],
    work: (store: Awaited<ReturnType<typeof openStore>>) => Promise<Result>,
  ) => {
    const store = await openStore({ databaseUrl: null, dataDir, encryptionKeys });
    return work(store).finally(() => store.close());
  };
  await withStore([lost], ({ apiKeys }) => apiKeys.set('T1', 'pain_abcdefgh_one', 'U1'));
  await withStore([old], ({ apiKeys }) => apiKeys.set('T2', 'pain_abcdefgh_two', 'U1'));
  const report = await withStore([current, old], (store) => store.rotateEncryption());
  expect(report).toEqual({ values: 2, changed: 1, unreadable: 1 });
  expect(await withStore([current], ({ apiKeys }) => apiKeys.find('T2'))).toBe('pain_abcdefgh_two');
});
