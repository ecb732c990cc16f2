import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type CallTimes,
  createMemoryRateLimiter,
  createSharedRateLimiter,
  rateLimitHeaders,
} from '../../../src/accounts/limits/rate-limit.ts';
import { openStore, type Store } from '../../../src/store/index.ts';

describe('the rate limit in memory', () => {
  it('counts each account by itself', async () => {
    const count = createMemoryRateLimiter(() => 1_000_000);
    for (let times = 0; times < 60; times += 1) expect((await count('one')).taken).toBe(true);
    expect((await count('one')).taken).toBe(false);
    expect((await count('other')).taken).toBe(true);
  });

  it('lets calls in again as the clock goes on', async () => {
    let now = 1_000_000;
    const count = createMemoryRateLimiter(() => now);
    for (let times = 0; times < 61; times += 1) await count('one');
    now += 60_000;
    expect(await count('one')).toEqual({ taken: true, remaining: 59, resetMs: 60_000 });
  });
});

describe('the rate limit kept in the database', () => {
  let dataDir: string;
  let store: Store;
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'rate-limit-'));
    store = await openStore({ dataDir });
  });
  afterAll(async () => {
    await store.close();
    await rm(dataDir, { recursive: true });
  });

  it('lets sixty through over all who count with it, however they call at once', async () => {
    const counters = [1, 2].map(() => createSharedRateLimiter(store.calls, () => 1_000_000));
    const windows = await Promise.all(counters.flatMap((count) => Array.from({ length: 40 }, () => count('account'))));
    expect(windows.filter((window) => window.taken)).toHaveLength(60);
  });

  it('asks the database for one account once at a time, and no more until a call may be allowed again', async () => {
    let now = 3_000_000;
    let [asked, asking, most] = [0, 0, 0];
    const change: CallTimes['change'] = async (...given) => {
      asked += 1;
      asking += 1;
      most = Math.max(most, asking);
      const changed = await store.calls.change(...given);
      asking -= 1;
      return changed;
    };
    const count = createSharedRateLimiter({ change }, () => now);
    const calls = (many: number) => Promise.all(Array.from({ length: many }, () => count('eager')));
    await calls(100);
    expect([asked, most]).toEqual([61, 1]);
    now += 59_999;
    expect((await calls(100))[0]).toEqual({ taken: false, remaining: 0, resetMs: 1 });
    expect(asked).toBe(61);
    now += 1;
    expect((await calls(1))[0]?.taken).toBe(true);
  });

  it('goes on after the database failed', async () => {
    const answers: CallTimes['change'][] = [() => Promise.reject(new Error('away')), store.calls.change];
    const change: CallTimes['change'] = (...given) => (answers.shift() ?? store.calls.change)(...given);
    const count = createSharedRateLimiter({ change }, () => 4_000_000);
    const [failed, next] = await Promise.allSettled([count('unlucky'), count('unlucky')]);
    expect([failed, next]).toMatchObject([{ status: 'rejected' }, { status: 'fulfilled', value: { taken: true } }]);
  });

  it('is the same window as in memory', async () => {
    let now = 2_000_000;
    const shared = createSharedRateLimiter(store.calls, () => now);
    const inMemory = createMemoryRateLimiter(() => now);
    for (let times = 0; times < 130; times += 1) {
      expect(await shared('other')).toEqual(await inMemory('other'));
      now += 700;
    }
  });
});

describe('the headers about the budget', () => {
  it('say the limit, what is left, and in how many whole seconds more will be', () => {
    expect(rateLimitHeaders({ taken: true, remaining: 12, resetMs: 1_001 })).toEqual({
      'ratelimit-limit': '60',
      'ratelimit-remaining': '12',
      'ratelimit-reset': '2',
    });
  });
});
