import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createApiKey } from '../../../src/accounts/keys/api-keys.ts';
import { openStore } from '../../../src/store/index.ts';
import { AT, addKey, createKey, openEmptyStore, type TestStore } from '../../support/filled-store.ts';
import { type RunningServer, startServer } from '../support/running-server.ts';

const ID = '6ba7b810-9dad-41d1-80b4-00c04fd430c8';
const DATA_PATHS = [
  '/api/dashboard/trending',
  '/api/dashboard/emerging',
  '/api/dashboard/top',
  '/api/pain-signals',
  `/api/pain-signals/${ID}`,
  `/api/pain-signals/${ID}/stats`,
  `/api/pain-signals/${ID}/timeline`,
  `/api/pain-signals/${ID}/history`,
  `/api/pain-signals/${ID}/evidence`,
  `/api/pain-signals/${ID}/brief`,
  '/api/signals/semantic-search?q=login',
  '/api/opportunities',
  '/api/meta/pipeline',
];
const SESSION_PATHS = ['/api/me', '/api/me/usage', '/api/alerts', '/api/alerts/1', '/api/billing', '/api/chunks/1-0'];

describe('access', () => {
  let opened: TestStore;
  let server: RunningServer;
  let now = AT;

  beforeAll(async () => {
    opened = await openEmptyStore();
    server = await startServer({ store: opened.store, now: () => now });
  });
  beforeEach(() => {
    now += 3_600_000;
  });
  afterAll(async () => {
    await server.close();
    await opened.close();
  });

  it.each([...DATA_PATHS, ...SESSION_PATHS])('needs a key at %s', async (path) => {
    const { status, headers, body } = await server.ask(path, { key: null });
    expect(status).toBe(401);
    expect(headers.get('www-authenticate')).toBe('Bearer realm="pain-signals"');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(body).toMatchObject({ code: 'UNAUTHORIZED', path: path.split('?')[0] });
  });

  it('refuses a key that is unknown or no key at all, and says so in the challenge', async () => {
    for (const key of [createApiKey().key, 'pain_x', '']) {
      const { status, headers } = await server.ask('/api/dashboard/top', { key });
      expect(status).toBe(401);
      expect(headers.get('www-authenticate')).toContain('error="invalid_token"');
    }
  });

  it.each(DATA_PATHS)('needs a Pro plan at %s', async (path) => {
    const { status, body } = await server.ask(path, { key: await createKey(opened.store, 'free') });
    expect(status).toBe(403);
    expect(body).toMatchObject({ code: 'PRO_REQUIRED' });
  });

  it('follows a plan that changes, and a key that is revoked, at once, whichever process did it', async () => {
    const elsewhere = await openStore({ dataDir: opened.dataDir });
    const account = await opened.store.accounts.create('ada@example.org', 'pro');
    const key = await addKey(opened.store, account?.id ?? '');
    const status = async () => (await server.ask('/api/meta/pipeline', { key })).status;
    expect(await status()).toBe(200);
    await elsewhere.accounts.setPlan('ada@example.org', 'free');
    expect(await status()).toBe(403);
    await elsewhere.accounts.setPlan('ada@example.org', 'pro');
    expect(await status()).toBe(200);
    await elsewhere.keys.revoke(key.split('_')[1] ?? '');
    expect(await status()).toBe(401);
    await elsewhere.close();
  });

  it.each(SESSION_PATHS)('is for signed-in people at %s, whatever the method', async (path) => {
    const key = await createKey(opened.store);
    for (const method of ['GET', 'POST', 'PUT', 'DELETE']) {
      const { status, body } = await server.ask(path, { key, method });
      expect(status).toBe(403);
      expect(body).toMatchObject({ code: 'SESSION_REQUIRED', path });
    }
  });

  it('is for signed-in people where briefs are generated, whatever is sent', async () => {
    const key = await createKey(opened.store);
    const path = `/api/pain-signals/${ID}/brief/generate`;
    for (const init of [{}, { body: '{"x":', headers: { 'content-type': 'application/json' } }, { body: 'x=1' }]) {
      const { status, body } = await server.ask(path, { key, method: 'POST', ...init });
      expect(status).toBe(403);
      expect(body).toMatchObject({ code: 'SESSION_REQUIRED', path });
    }
    expect((await server.ask(path, { key: null, method: 'POST' })).status).toBe(401);
  });

  it('notes when a key was last used', async () => {
    const account = await opened.store.accounts.create('grace@example.org', 'pro');
    const key = await addKey(opened.store, account?.id ?? '');
    await server.ask('/api/meta/pipeline', { key });
    const [record] = await opened.store.keys.list(account?.id ?? '');
    expect(record?.lastUsedAt).not.toBeNull();
  });
});

describe('the budget', () => {
  let opened: TestStore;
  let server: RunningServer;
  let now = AT;

  beforeAll(async () => {
    opened = await openEmptyStore();
    server = await startServer({ store: opened.store, now: () => now });
  });
  afterAll(async () => {
    await server.close();
    await opened.close();
  });

  it('is sixty calls in any sixty seconds, over all keys of a user, whatever is asked', async () => {
    const account = await opened.store.accounts.create('lin@example.org', 'pro');
    const keys = [await addKey(opened.store, account?.id ?? ''), await addKey(opened.store, account?.id ?? '')];
    const paths = ['/api/meta/pipeline', '/api/dashboard/top?limit=99', `/api/pain-signals/${ID}`];
    const ask = (turn: number) => server.ask(paths[turn % 3] ?? '', { key: keys[turn % 2] ?? '' });

    for (let turn = 0; turn < 60; turn += 1) {
      const { status, headers } = await ask(turn);
      expect(status).toBe([200, 400, 404][turn % 3]);
      expect(headers.get('ratelimit-limit')).toBe('60');
      expect(headers.get('ratelimit-remaining')).toBe(String(59 - turn));
      expect(headers.get('ratelimit-reset')).toBe('60');
    }
    const refused = await ask(60);
    expect(refused.status).toBe(429);
    expect(refused.headers.get('retry-after')).toBe('1');
    expect(refused.headers.get('ratelimit-remaining')).toBe('0');
    expect(refused.body).toMatchObject({ code: 'RATE_LIMITED', path: '/api/meta/pipeline' });

    const somebodyElse = await createKey(opened.store);
    expect((await server.ask('/api/meta/pipeline', { key: somebodyElse })).status).toBe(200);

    now += 59_999;
    expect((await ask(0)).status).toBe(429);
    now += 1;
    expect((await ask(0)).status).toBe(200);
  });

  it('is counted for users without Pro too, and not touched by calls without a key', async () => {
    now += 60_000;
    const key = await createKey(opened.store, 'free');
    for (let turn = 0; turn < 60; turn += 1) expect((await server.ask('/api/opportunities', { key })).status).toBe(403);
    expect((await server.ask('/api/opportunities', { key })).status).toBe(429);
    const { headers } = await server.ask('/healthz', { key: null });
    expect(headers.get('ratelimit-limit')).toBeNull();
  });

  it('lets an address that gets keys wrong wait, but not the ones that work there', async () => {
    now += 60_000;
    const key = await createKey(opened.store);
    await server.ask('/api/meta/pipeline', { key });
    const statuses = [];
    for (let turn = 0; turn < 32; turn += 1) {
      statuses.push((await server.ask('/api/meta/pipeline', { key: createApiKey().key })).status);
    }
    expect(statuses).toEqual([...Array(30).fill(401), 429, 429]);
    expect((await server.ask('/api/meta/pipeline', { key })).status).toBe(200);
  });
});
