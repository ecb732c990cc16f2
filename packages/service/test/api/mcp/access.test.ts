import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApiKey } from '../../../src/accounts/keys/api-keys.ts';
import { AT, addKey, createKey, openEmptyStore, type TestStore } from '../../support/filled-store.ts';
import { connectClient, LIST_TOOLS, REVISIONS, send } from '../support/mcp.ts';
import { type RunningServer, startServer } from '../support/running-server.ts';

const TYPE = { 'content-type': 'application/json' };

describe('access', () => {
  let opened: TestStore;
  let server: RunningServer;
  let now = AT;

  beforeAll(async () => {
    opened = await openEmptyStore();
    server = await startServer({ store: opened.store, now: () => now, serviceUrl: 'https://pain.example.com' });
  });
  afterAll(async () => {
    await server.close();
    await opened.close();
  });

  const listTools = (key: string, headers: Record<string, string> = {}) =>
    send(server, LIST_TOOLS, { ...TYPE, authorization: `Bearer ${key}`, ...headers });

  it('needs a key, and says so with a status, a challenge and the body that REST has', async () => {
    const { status, headers, body } = await send(server, LIST_TOOLS, TYPE);
    expect(status).toBe(401);
    expect(headers['www-authenticate']).toBe(
      'Bearer realm="pain-signals", resource_metadata="https://pain.example.com/.well-known/oauth-protected-resource/mcp", scope="signals:read"',
    );
    expect(body).toEqual({ code: 'UNAUTHORIZED', message: expect.stringContaining('API key'), path: '/mcp' });
  });

  it('is asked for before the body is looked at', async () => {
    for (const body of ['', '{', 'x'.repeat(100_000)]) expect((await send(server, body)).status).toBe(401);
  });

  it('refuses a key that is unknown or revoked', async () => {
    const revoked = await createKey(opened.store);
    await opened.store.keys.revoke(revoked.split('_')[1] ?? '');
    for (const key of [createApiKey().key, revoked, 'x']) {
      const { status, headers } = await listTools(key);
      expect(status).toBe(401);
      expect(headers['www-authenticate']).toContain('error="invalid_token"');
    }
  });

  it('needs a Pro plan', async () => {
    const { status, body } = await listTools(await createKey(opened.store, 'free'));
    expect(status).toBe(403);
    expect(body).toMatchObject({ code: 'PRO_REQUIRED', path: '/mcp' });
  });

  it('has one budget with REST, over all keys of a user', async () => {
    const account = await opened.store.accounts.create('ada@example.org', 'pro');
    const keys = [
      await addKey(opened.store, account?.id ?? ''),
      await addKey(opened.store, account?.id ?? ''),
    ] as const;
    for (let turn = 0; turn < 30; turn += 1) {
      expect((await listTools(keys[0])).headers['ratelimit-remaining']).toBe(String(59 - 2 * turn));
      expect((await server.ask('/api/meta/pipeline', { key: keys[1] })).status).toBe(200);
    }
    const { status, headers, body } = await listTools(keys[1]);
    expect(status).toBe(429);
    expect(headers).toMatchObject({ 'retry-after': '1', 'ratelimit-remaining': '0' });
    expect(body).toMatchObject({ code: 'RATE_LIMITED', path: '/mcp' });
    expect((await server.ask('/api/meta/pipeline', { key: keys[0] })).status).toBe(429);
    now += 60_000;
    expect((await listTools(keys[1])).status).toBe(200);
  });

  it.each(REVISIONS)('is refused to the official client of %s by its own kind of error', async (revision) => {
    await expect(connectClient(server, createApiKey().key, revision)).rejects.toThrow(/UNAUTHORIZED|401|Unauthorized/);
    await expect(connectClient(server, await createKey(opened.store, 'free'), revision)).rejects.toThrow(
      /403|PRO_REQUIRED/,
    );
  });
});

describe('a page that has its name resolve to this machine', () => {
  let opened: TestStore;
  let server: RunningServer;
  let authorization: string;

  beforeAll(async () => {
    opened = await openEmptyStore();
    server = await startServer({ store: opened.store, serviceUrl: 'https://pain.example.com' });
    authorization = `Bearer ${await createKey(opened.store)}`;
  });
  afterAll(async () => {
    await server.close();
    await opened.close();
  });

  const listTools = (headers: Record<string, string>) =>
    send(server, LIST_TOOLS, { ...TYPE, authorization, ...headers });

  it.each([
    { host: 'evil.example.com', origin: 'http://evil.example.com' },
    { host: 'evil.example.com', origin: 'https://pain.example.com' },
    { host: 'localhost.evil.example', origin: 'http://localhost:4000' },
    { host: '127.0.0.1.nip.io:4000', origin: 'http://127.0.0.1:4000' },
    { host: 'pain.example.com.evil.example', origin: 'https://pain.example.com' },
    { origin: 'https://evil.example.com' },
    { origin: 'null' },
    { origin: 'file://' },
    { host: 'localhost', origin: 'http://localhost.evil.example' },
  ])('is refused: %j', async (headers: Record<string, string>) => {
    const { status, body } = await listTools(headers);
    expect(status).toBe(403);
    expect(body).toMatchObject({ message: expect.stringContaining('SERVICE_URL'), path: '/mcp' });
  });

  it('is refused with the right key and the wrong one alike, and spends nothing', async () => {
    const evil = { host: 'evil.example.com', origin: 'http://evil.example.com' };
    const { headers } = await listTools(evil);
    expect(headers['ratelimit-remaining']).toBeUndefined();
    expect((await listTools({ ...evil, authorization: 'Bearer x' })).status).toBe(403);
  });

  it.each([
    { host: 'localhost:4000' },
    { host: '127.0.0.1' },
    { host: '[::1]:4000' },
    { host: 'pain.example.com' },
    { host: 'PAIN.example.com:443', origin: 'https://pain.example.com' },
    { origin: 'http://localhost:6274' },
    { host: 'service:4000' },
  ])('is not whoever names this service: %j', async (headers: Record<string, string>) => {
    expect((await listTools(headers)).status).toBe(200);
  });
});
