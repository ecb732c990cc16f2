import { expect, it, onTestFinished } from 'vitest';
import type { Store } from '../../../src/store/index.ts';
import { openEmptyStore } from '../../support/filled-store.ts';
import { NOW } from '../../support/posts.ts';
import { startServer } from '../support/running-server.ts';

const TOKEN = 'the-token-of-the-operator';
const line = (externalId: string) =>
  JSON.stringify({
    provider: 'tracker',
    externalId,
    title: `Build ${externalId} fails`,
    createdAt: '2026-02-01T12:00:00Z',
  });

async function open(operatorToken: string | null) {
  const opened = await openEmptyStore();
  const server = await startServer({ store: opened.store, operatorToken, asOf: NOW });
  onTestFinished(async () => {
    await server.close();
    await opened.close();
  });
  return (body: string, token = TOKEN, others: Record<string, string> = {}) =>
    server.ask('/operator/ingest', {
      key: token,
      method: 'POST',
      body,
      headers: { 'content-type': 'application/x-ndjson', ...others },
    });
}

it('stores good lines once, and names the bad ones with their numbers', async () => {
  const push = await open(TOKEN);
  const lines = [line('1'), 'not JSON', line('2')].join('\n');

  const first = await push(lines);
  const again = await push(lines);

  expect(first).toMatchObject({
    status: 202,
    body: {
      read: 2,
      stored: 2,
      known: 0,
      invalid: 1,
      faults: [{ line: 2, fault: expect.stringContaining('not JSON') }],
    },
  });
  expect(again).toMatchObject({ status: 202, body: { stored: 0, known: 2 } });
});

it('answers a batch with the same Idempotency-Key as the first time, and refuses other lines with it', async () => {
  const push = await open(TOKEN);
  const keyed = { 'idempotency-key': 'batch 1' };
  const first = await push(line('1'), TOKEN, keyed);
  const again = await push(line('1'), TOKEN, keyed);
  expect(again).toMatchObject({ status: 202, body: first.body });
  expect([first, again].map(({ headers }) => headers.get('idempotency-replayed'))).toEqual([null, 'true']);
  expect(await push(line('2'), TOKEN, keyed)).toMatchObject({ status: 422 });
  expect(await push(line('2'), TOKEN, { 'idempotency-key': 'batch 2' })).toMatchObject({ body: { stored: 1 } });
});

it('stores one of two batches that come at once with the same Idempotency-Key, and the next when none was stored', async () => {
  const push = await open(TOKEN);
  const keyed = { 'idempotency-key': 'batch 1' };
  expect(await push('\n'.repeat(5_001), TOKEN, keyed)).toMatchObject({ status: 400 });
  const pushed = await Promise.all(['1', '2'].map((id) => push(line(id), TOKEN, keyed)));
  expect(pushed.map(({ status }) => status).toSorted()).toEqual([202, 422]);
  expect(await push(`${line('1')}\n${line('2')}`, TOKEN)).toMatchObject({ body: { stored: 1, known: 1 } });
});

it('gives one answer to the same batch that comes several times at once with one Idempotency-Key', async () => {
  const push = await open(TOKEN);
  const keyed = { 'idempotency-key': 'batch 1' };
  const pushed = await Promise.all([1, 2, 3].map(() => push(line('1'), TOKEN, keyed)));
  expect(new Set(pushed.map(({ body }) => JSON.stringify(body))).size).toBe(1);
  expect(pushed.filter(({ headers }) => headers.get('idempotency-replayed') === null)).toHaveLength(1);
});

it('answers a batch that takes longer than other connections may be silent', async () => {
  const opened = await openEmptyStore();
  const { promise: turn, resolve: giveTurn } = Promise.withResolvers<void>();
  const transaction: Store['transaction'] = async (work) => {
    await turn;
    return opened.store.transaction(work);
  };
  const server = await startServer({
    ...{ store: { ...opened.store, transaction }, operatorToken: TOKEN, asOf: NOW, requestTimeoutMs: 50 },
    readiness: () => turn.then(() => null),
  });
  onTestFinished(async () => {
    await server.close();
    await opened.close();
  });
  const headers = { 'content-type': 'application/x-ndjson' };
  const pushed = server.ask('/operator/ingest', { key: TOKEN, method: 'POST', body: line('1'), headers });
  await expect(server.ask('/readyz')).rejects.toThrow();
  giveTurn();
  expect(await pushed).toMatchObject({ status: 202, body: { stored: 1 } });
});

it('refuses more than 5,000 lines at once, empty ones too', async () => {
  const push = await open(TOKEN);
  for (const body of ['\n'.repeat(5_001), `${'x\n'.repeat(5_000)}x`])
    expect(await push(body)).toMatchObject({ status: 400 });
  expect(await push(`\n\n${line('1')}\n\n`)).toMatchObject({ status: 202, body: { stored: 1, invalid: 0 } });
});

it('is for who has the token, and is not there without one', async () => {
  expect(await (await open(TOKEN))(line('1'), 'another')).toMatchObject({ status: 401 });
  expect(await (await open(null))(line('1'))).toMatchObject({ status: 404 });
});

it('hears nobody new from an address for a minute after thirty wrong tokens, and says so', async () => {
  const { clock, key, ask } = await openKeys();
  // Two processes, each with a count of its own.
  const statuses = new Set<number | undefined>();
  for (let guess = 0; guess < 60; guess += 1) statuses.add((await key('T1AA', 'PUT', `guess-${guess}`)).status);
  expect([...statuses]).toEqual([401]);
  for (const token of ['guess', TOKEN]) {
    const { status, body } = (await ask('/operator/workspaces/T1AA/key', token, 'PUT')) ?? {};
    expect({ status, body }).toMatchObject({
      status: 429,
      body: { message: expect.stringMatching(/wrong OPERATOR_TOKEN.*Wait a minute/) },
    });
  }
  clock.at += 60_000;
  expect((await key('T1AA')).status).toBe(200);
});

it('goes on for the right token where it was right before, beside somebody who guesses, and so do API keys', async () => {
  const { key, ask } = await openKeys();
  const good = [await key('T1AA'), await key('T1AA')][0]?.key ?? '';
  for (let guess = 0; guess < 70; guess += 1) await key('T1AA', 'PUT', `guess-${guess}`);
  expect((await key('T1AA', 'PUT', 'guess')).status).toBe(429);
  for (const status of [(await key('T1AA')).status, (await key('T1AA')).status]) expect(status).toBe(200);
  expect(await ask('/api/dashboard/trending', good)).toMatchObject({ status: 200 });
});

async function openKeys(operatorToken = TOKEN) {
  const opened = await openEmptyStore();
  const clock = { at: NOW };
  const servers = await Promise.all(
    [1, 2].map(() => startServer({ store: opened.store, operatorToken, now: () => clock.at })),
  );
  onTestFinished(async () => {
    for (const server of servers) await server.close();
    await opened.close();
  });
  const [server] = servers;
  let turn = 0;
  return {
    store: opened.store,
    clock,
    ask: (path: string, key: string, method = 'GET') => server?.ask(path, { key, method }),
    /** By the two processes in turn. */
    key: async (id: string, method = 'PUT', token = TOKEN) => {
      turn += 1;
      const { status, body } =
        (await servers[turn % 2]?.ask(`/operator/workspaces/${id}/key`, { key: token, method })) ?? {};
      return { status, key: (body as { key?: string } | null)?.key ?? '' };
    },
  };
}

it('gives each workspace one account and one key, however often and from however many processes it is asked', async () => {
  const { store, key, ask } = await openKeys();
  const keys = await Promise.all([...Array(6)].map(() => key('T012AB')));
  const other = await key('T999');

  expect(new Set(keys.map((each) => each.key)).size).toBe(1);
  expect(other.key).not.toBe(keys[0]?.key);
  const account = await store.accounts.find('slack:t012ab');
  expect(account?.plan).toBe('pro');
  expect(await store.keys.list(account?.id ?? '')).toHaveLength(1);
  for (const each of [keys[0]?.key ?? '', other.key])
    expect(await ask('/api/dashboard/trending', each)).toMatchObject({ status: 200 });
});

it('gives each workspace calls of its own', async () => {
  const { key, ask } = await openKeys();
  const [one, other] = [await key('T1AA'), await key('T2AA')];
  for (let call = 0; call < 60; call += 1) await ask('/api/dashboard/trending', one.key);
  expect(await ask('/api/dashboard/trending', one.key)).toMatchObject({ status: 429 });
  expect(await ask('/api/dashboard/trending', other.key)).toMatchObject({ status: 200 });
});

it('revokes a workspace’s key, and gives it the next one when the app is installed again', async () => {
  const { key, ask } = await openKeys();
  const before = await key('T1AA');
  expect(await key('T1AA', 'DELETE')).toMatchObject({ status: 204 });
  expect(await key('T1AA', 'DELETE')).toMatchObject({ status: 204 });
  expect(await key('T0NOBODY', 'DELETE')).toMatchObject({ status: 204 });
  const after = await key('T1AA');
  expect(after.key).not.toBe(before.key);
  expect(await ask('/api/dashboard/trending', before.key)).toMatchObject({ status: 401 });
  expect(await ask('/api/dashboard/trending', after.key)).toMatchObject({ status: 200 });
});

it('gives keys to the operator alone, and for ids of Slack alone', async () => {
  const { key, store } = await openKeys();
  expect(await key('T1AA', 'PUT', 'another')).toMatchObject({ status: 401 });
  expect(await key('T1AA', 'DELETE', (await key('T1AA')).key)).toMatchObject({ status: 401 });
  for (const id of ['ada@example.com', 't1', 'T1%2F..%2F', 'U0ADA'])
    expect(await key(id)).toMatchObject({ status: 400 });
  expect(await store.accounts.find('slack:ada@example.com')).toBeNull();
});
