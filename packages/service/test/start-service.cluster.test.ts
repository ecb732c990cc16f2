import { pino } from 'pino';
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import {
  connectTo,
  createPostgresDatabase,
  describeOnPostgres,
  type TestDatabase,
} from '../../storage/test/support/postgres.ts';
import { temporaryFolder } from '../../storage/test/support/temporary-folder.ts';
import { loadConfig } from '../src/config/config.ts';
import { importPosts } from '../src/jobs/import.ts';
import { openThread } from '../src/jobs/pipeline/open-pipeline.ts';
import { type RunningService, startService } from '../src/start-service.ts';
import { openStore, type Store } from '../src/store/index.ts';
import { createKey } from './support/filled-store.ts';
import { complaints, NOW } from './support/posts.ts';

describeOnPostgres('two processes of the service on one database', () => {
  let database: TestDatabase;
  let store: Store;
  let services: RunningService[];
  let key: string;

  beforeEach(async () => {
    database = await createPostgresDatabase();
    const { databaseUrl } = database;
    store = await openStore({ databaseUrl, dataDir: temporaryFolder() });
    await importPosts({ store, now: () => NOW, newId: () => crypto.randomUUID() }, complaints(6));
    key = await createKey(store);
    const config = loadConfig({
      DATABASE_URL: databaseUrl,
      DATA_DIR: temporaryFolder(),
      SERVICE_PORT: '0',
      AS_OF: new Date(NOW).toISOString(),
      LOG_LEVEL: 'silent',
    });
    const log = pino({ enabled: false });
    services = [await startService(config, log), await startService(config, log)];
  });
  afterEach(async () => {
    for (const service of services) await service.stop();
    await store.close();
    await database.drop();
  });

  const ask = async (turn: number, path: string) => {
    const address = services[turn % services.length]?.address;
    const response = await fetch(`${address}${path}`, { headers: { authorization: `Bearer ${key}` } });
    return { status: response.status, text: await response.text() };
  };

  it('let sixty calls of a user through, whichever of them is asked, all at once', async () => {
    const answers = await Promise.all(Array.from({ length: 90 }, (_, turn) => ask(turn, '/api/dashboard/top')));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(60);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(30);
  });

  it('answer every question alike', async () => {
    const id = (await store.signals.top({ metric: 'score', limit: 1 }))[0]?.id;
    const search = '/api/signals/semantic-search?q=docker+cache';
    const waiting = { timeout: 20_000, interval: 500 };
    await vi.waitFor(async () => {
      key = await createKey(store);
      for (const turn of [0, 1]) expect((await ask(turn, search)).status).toBe(200);
    }, waiting);
    for (const path of [
      '/api/dashboard/trending',
      '/api/dashboard/emerging?maxVolume=9007199254740991',
      '/api/dashboard/top?metric=growth',
      '/api/pain-signals?query=docker+%22layer+cache%22&sortBy=lastSeenAt&direction=asc&minScore=0&owner=%00',
      '/api/pain-signals?page=2147483647&size=100&minDocumentDiversity=2147483647&painType=bug',
      `/api/pain-signals/${id}`,
      `/api/pain-signals/${id}/stats`,
      `/api/pain-signals/${id}/timeline?days=365`,
      `/api/pain-signals/${id}/history`,
      `/api/pain-signals/${id}/evidence?page=2147483647&size=100`,
      `/api/pain-signals/${id}/brief`,
      '/api/opportunities',
      '/api/meta/pipeline',
      search,
    ]) {
      const [one, other] = [await ask(0, path), await ask(1, path)];
      expect([path, one.status]).toEqual([path, 200]);
      expect(other).toEqual(one);
    }
  });

  it('leave the connections that the operator set to requests: a thread takes three more at most', async () => {
    const settings = { DATABASE_URL: database.databaseUrl, DATA_DIR: temporaryFolder(), DATABASE_POOL_SIZE: '10' };
    const { store: thread } = await openThread(loadConfig(settings), () => {});
    onTestFinished(() => thread.close());
    await Promise.all(Array.from({ length: 12 }, () => thread.posts.lastId()));
    expect(thread.poolUse?.()).toEqual({ used: 0, idle: 3, waiting: 0 });
  });

  it('refuse a revoked key, both of them, within a second or two', async () => {
    for (const turn of [0, 1]) expect((await ask(turn, '/api/meta/pipeline')).status).toBe(200);
    await store.keys.revoke(key.split('_')[1] ?? '');
    await vi.waitFor(
      async () => {
        for (const turn of [0, 1]) expect((await ask(turn, '/api/meta/pipeline')).status).toBe(401);
      },
      { timeout: 2_000, interval: 100 },
    );
  });

  it('are ready only while calls can be counted in the database, which a standby or read-only one refuses', async () => {
    const name = new URL(database.databaseUrl).pathname.slice(1);
    const server = await connectTo(process.env.DATABASE_URL ?? '');
    const change = async (statement: string) => {
      await server.query(statement);
      await server.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name]);
    };
    const waiting = { timeout: 20_000, interval: 250 };
    expect((await ask(0, '/readyz')).status).toBe(200);

    await change(`alter database ${name} set default_transaction_read_only = on`);
    await vi.waitFor(async () => {
      expect(await ask(0, '/readyz')).toMatchObject({ status: 503, text: expect.stringContaining('takes no writes') });
      expect(await ask(0, '/api/dashboard/top')).toMatchObject({
        status: 503,
        text: expect.stringContaining('takes no writes'),
      });
      expect((await ask(0, '/metrics')).text).toMatch(/^painsignals_database_writable 0$/m);
    }, waiting);
    await change(`alter database ${name} reset default_transaction_read_only`);
    await vi.waitFor(async () => {
      expect((await ask(0, '/readyz')).status).toBe(200);
      expect((await ask(0, '/api/dashboard/top')).status).toBe(200);
    }, waiting);
  });
});
