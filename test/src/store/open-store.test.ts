import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { DATABASE_NAME, openStore } from '#src/store/open-store.ts';
import { SEALED_COLUMNS } from '#src/store/rotate-encryption.ts';
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
  const request = {
    responseUrl: 'https://hooks.slack.com/x',
    channelId: 'C1',
    userId: 'U1',
    threadTs: null,
    query: null,
  };
  await withStore([old], async ({ apiKeys, unansweredRequests }) => {
    await apiKeys.set('T2', 'pain_abcdefgh_two', 'U1');
    await unansweredRequests.put('trigger 1', { workspaceId: 'T2', request });
  });
  const report = await withStore([current, old], (store) => store.rotateEncryption());
  expect(report).toEqual({ values: 3, changed: 2, unreadable: 1 });
  await withStore([current], async ({ apiKeys, unansweredRequests }) => {
    expect(await apiKeys.find('T2')).toBe('pain_abcdefgh_two');
    expect(await unansweredRequests.take()).toMatchObject([{ key: 'trigger 1', request }]);
  });
});

it('rotates every encrypted column that a table has', async () => {
  const dataDir = temporaryFolder();
  await (await openStore({ databaseUrl: null, dataDir, encryptionKeys: null })).close();
  const file = new DatabaseSync(join(dataDir, `${DATABASE_NAME}.sqlite`));
  const sealed = file.prepare(
    "select t.name || '.' || c.name as cell from sqlite_master t join pragma_table_info(t.name) c where t.type = 'table' and c.name like '%sealed%'",
  );
  const cells = sealed.all().map(({ cell }) => cell);
  file.close();
  expect(SEALED_COLUMNS.map(([table, column]) => `${table}.${column}`).toSorted()).toEqual(cells.toSorted());
});
