import { afterAll, beforeAll, expect, it } from 'vitest';
import { eventually } from '../../../../storage/test/support/eventually.ts';
import { runCli } from '../../support/cli.ts';
import { AT, addKey, createKey, openFilledStore, type TestStore } from '../../support/filled-store.ts';
import { type RunningServer, startServer } from '../support/running-server.ts';

const SEARCH = '/api/signals/semantic-search?q=docker';
const STATUS = '/api/meta/pipeline';

let filled: TestStore;
let server: RunningServer;
let key: string;
const clock = { at: AT };

beforeAll(async () => {
  filled = await openFilledStore();
  key = await createKey(filled.store);
  server = await startServer({ store: filled.store, key, now: () => clock.at });
});
afterAll(async () => {
  await server.close();
  await filled.close();
});

/** Two seconds apart, so that the budget of calls is never spent. */
async function searchOften(times: number): Promise<void> {
  for (let done = 0; done < times; done += 1) {
    clock.at += 2_000;
    await server.ask(SEARCH);
  }
}

/** The next call sees it; what was read is counted a moment after the answer. */
const untilTold = (told: (answer: Awaited<ReturnType<RunningServer['ask']>>) => void) =>
  eventually(async () => {
    clock.at += 1_000;
    told(await server.ask(STATUS));
  }, 100);

it('warns who searches in a loop, suspends the account when it goes on, and lets it in again when it is restored', async () => {
  const email = (await filled.store.keys.findByPrefix(key.split('_')[1] ?? ''))?.account.email ?? '';
  const environment = { DATA_DIR: filled.dataDir };
  const other = await addKey(filled.store, (await filled.store.accounts.find(email))?.id ?? '');

  await searchOften(61);
  await untilTold(({ status, headers }) => {
    expect(status).toBe(200);
    expect(headers.get('warning')).toMatch(/^299 pain-signals "Fair use: more than 60 semantic searches/);
  });
  expect((await runCli(environment, 'key', 'list', email)).printed[0]).toMatch(/valid, warned 20.* for searching/);

  await searchOften(61);
  await untilTold(({ status, body }) => {
    expect(status).toBe(401);
    expect(body).toMatchObject({ code: 'KEY_SUSPENDED', path: STATUS });
  });
  expect((await server.ask('/api/me')).status).toBe(401);
  expect((await server.ask('/mcp', { method: 'POST' })).status).toBe(401);
  expect((await server.ask(STATUS, { key: other })).status).toBe(401);
  const refused = await runCli(environment, 'key', 'create', email);
  expect(refused).toMatchObject({ status: 1, printed: [], told: [expect.stringMatching(/is suspended.*key restore/)] });
  const prefix = key.split('_')[1] ?? '';
  expect((await runCli(environment, 'key', 'list', email)).printed[0]).toMatch(/suspended 20.* for searching/);

  expect(await runCli(environment, 'key', 'restore', prefix)).toMatchObject({ status: 0, told: [] });
  await untilTold(({ status, headers }) => {
    expect(status).toBe(200);
    expect(headers.get('warning')).toBeNull();
  });
  expect(await runCli(environment, 'key', 'restore', prefix)).toMatchObject({ status: 1 });
});

it('counts the distinct signals that lists give, over REST and MCP alike', async () => {
  const reader = await createKey(filled.store);
  const account = (await filled.store.keys.findByPrefix(reader.split('_')[1] ?? ''))?.account.id ?? '';
  const call = {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: 'search_signals', arguments: { page: 1, size: 5 } },
  };
  for (const page of [0, 0, 2]) await server.ask(`/api/pain-signals?page=${page}&size=5`, { key: reader });
  await server.ask('/mcp', {
    key: reader,
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(call),
  });

  await eventually(async () => expect(await filled.store.fairUse.listed(account, 0)).toBe(15));
});
