import { FolderInUseError, openDatabase } from '@pain-signals/storage';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { eventually } from '../../storage/test/support/eventually.ts';
import { smallDisk } from '../../storage/test/support/small-disk.ts';
import { loadConfig, type ServiceConfig } from '../src/config/config.ts';
import { importPosts } from '../src/jobs/import.ts';
import { type RunningService, startService } from '../src/start-service.ts';
import { openStore } from '../src/store/index.ts';
import { createKey, openEmptyStore, type TestStore } from './support/filled-store.ts';
import { complaints, NOW } from './support/posts.ts';

const SILENT = pino({ enabled: false });

describe('the service', () => {
  let beside: TestStore;
  let config: ServiceConfig;
  let service: RunningService;
  let key: string;

  beforeEach(async () => {
    // What an operator does beside the running service, through a handle of their own.
    beside = await openEmptyStore();
    key = await createKey(beside.store);
    config = loadConfig({
      DATA_DIR: beside.dataDir,
      SERVICE_PORT: '0',
      AS_OF: new Date(NOW).toISOString(),
      LOG_LEVEL: 'silent',
    });
    await importPosts({ store: beside.store, now: () => NOW, newId: () => crypto.randomUUID() }, complaints(5));
    service = await startService(config, SILENT);
  });
  afterEach(async () => {
    await service.stop();
    await beside.close();
  });

  const ask = async (path: string) => {
    const response = await fetch(service.address + path, { headers: { authorization: `Bearer ${key}` } });
    return { status: response.status, text: await response.text() };
  };

  it('answers as soon as it has started, and by meaning a moment later', async () => {
    expect((await ask('/api/dashboard/top')).text).toContain('ocker');
    await eventually(async () => {
      const { status, text } = await ask('/api/signals/semantic-search?q=docker+cache');
      expect([status, text]).toEqual([200, expect.stringContaining('ocker')]);
    });
  });

  it('is ready when search answers, and no longer while it drains, although it still answers', async () => {
    expect((await ask('/readyz')).status).toBe(200);
    expect((await ask('/api/signals/semantic-search?q=docker+cache')).status).toBe(200);

    service.drain();

    expect(await ask('/readyz')).toMatchObject({ status: 503, text: expect.stringContaining('stopping') });
    expect((await ask('/healthz')).status).toBe(200);
    expect((await ask('/api/dashboard/top')).status).toBe(200);
  });

  it('shows what is imported beside it, and works nights that were missed', async () => {
    await ask('/api/dashboard/top');
    const posts = complaints(9, { title: 'Flaky login test on Safari', repository: 'acme/login' });
    await importPosts({ store: beside.store, now: () => NOW, newId: () => crypto.randomUUID() }, posts);
    await eventually(async () => expect((await ask('/api/dashboard/top')).text).toContain('afari'));
    await eventually(async () => expect(await beside.store.counters.get('nightAt')).toBe(NOW));
  });

  it('imports what is pushed in a thread of its own, so that requests need not wait for its refresh', async () => {
    await service.stop();
    service = await startService({ ...config, operatorToken: 'o'.repeat(20) }, SILENT);
    // The threads that start with the service are counted by then.
    await ask('/readyz');
    let threads = 0;
    const count = () => {
      threads += 1;
    };
    process.on('worker', count);
    onTestFinished(() => void process.off('worker', count));
    const push = async (lines: string) => {
      const headers = { authorization: `Bearer ${'o'.repeat(20)}`, 'content-type': 'application/x-ndjson' };
      const init = { method: 'POST', headers: { ...headers, 'idempotency-key': 'one' }, body: lines };
      const response = await fetch(`${service.address}/operator/ingest`, init);
      return { status: response.status, body: (await response.json()) as object };
    };
    const [post] = complaints(1, { title: 'Flaky login test on Safari' });
    const line = JSON.stringify({ ...post, createdAt: new Date(NOW).toISOString() });
    expect(await push(line)).toMatchObject({ status: 202, body: { stored: 1 } });
    expect(await push(line)).toMatchObject({ status: 202, body: { stored: 1 } });
    expect(await push(`${line}\n${line}`)).toMatchObject({ status: 422, body: { code: 'INVALID_PARAMETER' } });
    expect(threads).toBe(1);
  });

  it('counts the damaged rows that its threads leave out', async () => {
    await service.stop();
    service = await startService({ ...config, operatorToken: 'o'.repeat(20) }, SILENT);
    await eventually(async () => expect(await beside.store.counters.get('nightAt')).toBe(NOW));
    const { kysely, close } = await openDatabase({ dataDir: beside.dataDir, name: 'service' });
    onTestFinished(close);
    await sql`update briefs set brief_json = '{'`.execute(kysely);
    const headers = { authorization: `Bearer ${'o'.repeat(20)}`, 'content-type': 'application/x-ndjson' };
    // Their brief is compared with the others.
    const posts = complaints(9, { title: 'Flaky login test on Safari', repository: 'acme/login' });
    const body = posts
      .map(({ createdAt, ...post }) => JSON.stringify({ ...post, createdAt: new Date(createdAt).toISOString() }))
      .join('\n');
    await fetch(`${service.address}/operator/ingest`, { method: 'POST', headers, body });
    expect((await ask('/metrics')).text).toMatch(/^painsignals_damaged_rows_total\{table="briefs"\} \d+$/m);
  });

  it('has its folder for itself', async () => {
    await expect(startService(config, SILENT)).rejects.toBeInstanceOf(FolderInUseError);
    expect((await ask('/healthz')).status).toBe(200);
  });

  it('leaves nothing behind when it cannot listen', async () => {
    const other = await openEmptyStore();
    const port = new URL(service.address).port;
    const taken = loadConfig({ DATA_DIR: other.dataDir, SERVICE_PORT: port, LOG_LEVEL: 'silent' });
    await expect(startService(taken, SILENT)).rejects.toMatchObject({ code: 'EADDRINUSE' });
    const again = await startService({ ...taken, port: 0 }, SILENT);
    await again.stop();
    await other.close();
  });

  it('stops, and can be started again on the same folder', async () => {
    await service.stop();
    await expect(ask('/healthz')).rejects.toThrow();
    service = await startService(config, SILENT);
    expect((await ask('/healthz')).status).toBe(200);
  });
});

it('by itself goes on answering with its disk full, and says that nothing can be written', async (context) => {
  const disk = smallDisk('8m');
  if (disk === null) return context.skip('a small disk takes the right to mount one');
  const store = await openStore({ dataDir: disk.folder });
  onTestFinished(() => store.close());
  await importPosts({ store, now: () => NOW, newId: () => crypto.randomUUID() }, complaints(5));
  const authorization = `Bearer ${await createKey(store)}`;
  const settings = { SERVICE_PORT: '0', AS_OF: new Date(NOW).toISOString(), OPERATOR_TOKEN: 'o'.repeat(20) };
  const service = await startService(loadConfig({ DATA_DIR: disk.folder, ...settings }), SILENT);
  onTestFinished(() => service.stop());
  const ask = async (path: string, init?: RequestInit) => {
    const response = await fetch(service.address + path, { headers: { authorization }, ...init });
    return { status: response.status, text: await response.text() };
  };
  await eventually(async () => expect(await store.counters.get('nightAt')).toBe(NOW));
  disk.fill();

  expect((await ask('/readyz')).status).toBe(200);
  expect((await ask('/api/dashboard/top')).text).toContain('ocker');
  await eventually(async () => expect((await ask('/metrics')).text).toMatch(/^painsignals_database_writable 0$/m));
  const headers = { authorization: `Bearer ${settings.OPERATOR_TOKEN}`, 'content-type': 'application/x-ndjson' };
  const body = JSON.stringify(complaints(1, { title: 'Another' })[0]);
  expect(await ask('/operator/ingest', { method: 'POST', headers, body })).toMatchObject({
    status: 503,
    text: expect.stringContaining('takes no writes'),
  });
});
