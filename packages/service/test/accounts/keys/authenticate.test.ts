import { setImmediate } from 'node:timers/promises';
import { createFailedAttempts } from '@pain-signals/telemetry';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createApiKey } from '../../../src/accounts/keys/api-keys.ts';
import { type Authenticate, createAuthenticate } from '../../../src/accounts/keys/authenticate.ts';

import type { Account, ApiKeyRecord } from '../../../src/store/index.ts';

const visit = (authorization: string | undefined, ip = '192.0.2.1') => ({ headers: { authorization }, ip });
const MCP = 'https://pain.example.com/mcp';
const account: Account = { id: 'account-1', email: 'ada@example.org', plan: 'pro', createdAt: 0 };

function keyRecord(secretHash: string, prefix: string): ApiKeyRecord {
  return { prefix, accountId: account.id, secretHash, name: null, createdAt: 0, lastUsedAt: null, revokedAt: null };
}

describe('authentication', () => {
  const created = createApiKey();
  const bearer = `Bearer ${created.key}`;
  let record: ApiKeyRecord;
  let now: number;
  let lookUps: number;
  let revision: number;
  let revisionsRead: number;
  let reading: Promise<void>;
  let touched: string[];
  let authenticate: Authenticate;

  beforeEach(() => {
    record = keyRecord(created.secretHash, created.prefix);
    now = 1_000_000_000;
    lookUps = 0;
    revision = 7;
    revisionsRead = 0;
    reading = Promise.resolve();
    touched = [];
    authenticate = createAuthenticate({
      keys: {
        findByPrefix: async (prefix) => {
          lookUps += 1;
          return prefix === record.prefix ? { key: { ...record }, account, revision } : null;
        },
        touch: async (prefix) => void touched.push(prefix),
      },
      findTokenHolder: async (token, audience) => (token === 'good' && audience === MCP ? account : null),
      revision: async () => {
        revisionsRead += 1;
        await reading;
        return revision;
      },
      failures: createFailedAttempts(() => now),
      now: () => now,
      onTouchFailed: () => {},
    });
  });

  afterEach(() => void vi.useRealTimers());

  it('knows who sends a valid key, however the scheme is written', async () => {
    const caller = { accountId: 'account-1', plan: 'pro', keyPrefix: created.prefix };
    await expect(authenticate(visit(bearer))).resolves.toEqual(caller);
    await expect(authenticate(visit(`bearer  ${created.key} `))).resolves.toEqual(caller);
  });

  it('takes an access token where it is meant for, and nowhere else', async () => {
    const caller = { accountId: 'account-1', plan: 'pro', keyPrefix: null };
    await expect(authenticate({ ...visit('Bearer good'), audience: MCP })).resolves.toEqual(caller);
    for (const elsewhere of [visit('Bearer good'), { ...visit('Bearer good'), audience: 'https://else.example/mcp' }])
      await expect(authenticate(elsewhere)).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
    await expect(authenticate({ ...visit('Bearer bad'), audience: MCP })).rejects.toMatchObject({
      headers: {
        'www-authenticate':
          'Bearer realm="pain-signals", error="invalid_token", resource_metadata="https://pain.example.com/.well-known/oauth-protected-resource/mcp", scope="signals:read"',
      },
    });
  });

  it('asks for a key where none is sent', async () => {
    await expect(authenticate(visit(undefined))).rejects.toMatchObject({
      code: 'UNAUTHORIZED',
      headers: { 'www-authenticate': 'Bearer realm="pain-signals"' },
    });
  });

  it.each([
    ['nothing', ''],
    ['another scheme', `Basic ${created.key}`],
    ['no scheme', created.key],
    ['a key of another form', 'Bearer pain_abc'],
    ['an unknown key', `Bearer ${createApiKey().key}`],
    ['a known prefix with another secret', `Bearer pain_${created.prefix}_${'x'.repeat(40)}`],
  ])('refuses %s, and does not repeat it', async (_what, authorization) => {
    const refusal = authenticate(visit(authorization));
    await expect(refusal).rejects.toMatchObject({
      code: 'UNAUTHORIZED',
      headers: { 'www-authenticate': expect.stringContaining('invalid_token') },
    });
    await expect(refusal).rejects.not.toThrow(created.prefix);
  });

  it('refuses a key at the next call after it was revoked', async () => {
    await authenticate(visit(bearer));
    record.revokedAt = now;
    revision += 1;
    await expect(authenticate(visit(bearer))).rejects.toMatchObject({ code: 'UNAUTHORIZED', message: /revoked/ });
  });

  it('reads a key once while nothing changes, and asks once for many calls whether anything did', async () => {
    await authenticate(visit(bearer));
    await Promise.all(Array.from({ length: 10 }, () => authenticate(visit(bearer))));
    expect([lookUps, revisionsRead]).toEqual([1, 1]);
    now += 1_000;
    await authenticate(visit(bearer));
    expect([lookUps, revisionsRead]).toEqual([2, 1]);
  });

  it('asks once for all calls that arrive while it asks', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    await authenticate(visit(bearer));
    const { promise, resolve } = Promise.withResolvers<void>();
    reading = promise;
    const calls = [authenticate(visit(bearer))];
    for (let turn = 0; turn < 5; turn += 1) {
      await setImmediate();
      calls.push(authenticate(visit(bearer)));
    }
    resolve();
    await Promise.all(calls);
    expect(revisionsRead).toBe(2);
  });

  it('asks again where one answer never comes', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    await authenticate(visit(bearer));
    reading = new Promise(() => {});
    void authenticate(visit(bearer));
    await setImmediate();
    reading = Promise.resolve();
    const next = authenticate(visit(bearer));
    await vi.advanceTimersByTimeAsync(1_000);
    await expect(next).resolves.toMatchObject({ accountId: 'account-1' });
  });

  it('notes the use of a key once an hour', async () => {
    await authenticate(visit(bearer));
    await authenticate(visit(bearer));
    expect(touched).toEqual([created.prefix]);
    record.lastUsedAt = now;
    now += 3_600_000;
    await authenticate(visit(bearer));
    expect(touched).toEqual([created.prefix, created.prefix]);
  });

  it('makes an address wait that got thirty keys wrong, for a minute', async () => {
    for (let times = 0; times < 30; times += 1) {
      await expect(authenticate(visit(`Bearer ${createApiKey().key}`))).rejects.toMatchObject({ status: 401 });
    }
    await expect(authenticate(visit(`Bearer ${createApiKey().key}`))).rejects.toMatchObject({
      status: 429,
      headers: { 'retry-after': '1' },
    });
    now += 60_000;
    await expect(authenticate(visit('Bearer x'))).rejects.toMatchObject({ status: 401 });
  });

  it.each(['used here before', 'new to this process'])(
    'lets a key that is %s work beside somebody who guesses',
    async (which) => {
      if (which === 'used here before') await authenticate(visit(bearer));
      for (let times = 0; times < 40; times += 1) await authenticate(visit('Bearer x')).catch(() => {});
      await expect(authenticate(visit(bearer))).resolves.toMatchObject({ accountId: 'account-1' });
      await expect(authenticate(visit('Bearer x'))).rejects.toMatchObject({ status: 429 });
      await expect(authenticate(visit('Bearer x', '192.0.2.2'))).rejects.toMatchObject({ status: 401 });
    },
  );
});
