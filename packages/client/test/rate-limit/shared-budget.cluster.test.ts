import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, createConnection, createServer, type Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import { Redis } from 'ioredis';
import { afterEach, describe, expect, it } from 'vitest';
import { createPainClient, type PainClient, type PainClientOptions } from '../../src/index.ts';
import { createRedisLedger } from '../../src/rate-limit/ledger.ts';
import { failure, json } from '../support/scripted-service.ts';
import { type StrictService, startStrictService } from '../support/strict-window.ts';

const REDIS_URL = process.env.REDIS_URL ?? '';
const CALLER = fileURLToPath(new URL('../support/caller-process.ts', import.meta.url));
const WINDOW_MS = 2_000;
const CALLS = 60;

if (REDIS_URL === '')
  console.warn('Skipped: a budget shared over Redis. Set REDIS_URL, e.g. redis://127.0.0.1:6379, to run it.');

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

async function startService(): Promise<StrictService> {
  const service = await startStrictService({ calls: CALLS, windowMs: WINDOW_MS });
  cleanups.push(service.close);
  return service;
}

function connect(options: PainClientOptions): PainClient {
  const client = createPainClient(options);
  cleanups.push(client.close);
  return client;
}

/** Stands between a client and Redis, and can be cut. */
async function startProxy(target: string) {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const far = createConnection({ host: hostname, port: Number(port || 6379) });
    for (const socket of [near, far]) sockets.add(socket.on('error', () => {}));
    near.pipe(far).pipe(near);
  });
  const listen = (at: number) => new Promise<void>((resolve) => server.listen(at, '127.0.0.1', resolve));
  await listen(0);
  const ownPort = (server.address() as AddressInfo).port;
  const cut = () => {
    for (const socket of sockets) socket.destroy();
    return new Promise<void>((resolve) => server.close(() => resolve()));
  };
  /** The other end is gone without a word. */
  const silence = () => {
    for (const socket of sockets) socket.unpipe().pause();
  };
  cleanups.push(cut);
  return { silence, url: `redis://127.0.0.1:${ownPort}`, cut, open: () => listen(ownPort) };
}

/** Each test has a key of its own, so runs do not meet in Redis. */
const aKey = () => `pain_test_${randomUUID().replaceAll('-', '')}`;

async function startCaller(service: StrictService, apiKey: string, count: number) {
  const child: ChildProcess = spawn(
    process.execPath,
    [CALLER, service.url, REDIS_URL, String(WINDOW_MS), String(count), apiKey],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  cleanups.push(() => child.kill('SIGKILL'));
  let said = '';
  child.stdout?.on('data', (part: Buffer) => {
    said += part;
  });
  const ended = once(child, 'exit');
  return { kill: () => child.kill('SIGKILL'), ended, said: () => said };
}

/** The ideal: the first window's calls at once, then each window's as soon as the one before is over. */
const idealMs = (count: number, perWindow: number) => (Math.ceil(count / perWindow) - 1) * WINDOW_MS;

/** A call that is paid for twice waits for one window more; on a busy machine all of them come later by less. */
const mostMs = (count: number) => idealMs(count, 50) + WINDOW_MS;

/** From the first call that was let through to the last. */
const tookMs = ({ times }: StrictService) => (times.at(-1) ?? 0) - (times[0] ?? 0);

describe.skipIf(REDIS_URL === '')('a budget shared over Redis', () => {
  it('lets two processes make 200 calls without one refusal, and none waits for a window more than it must', async () => {
    const service = await startService();
    const key = aKey();
    const callers = await Promise.all([startCaller(service, key, 100), startCaller(service, key, 100)]);
    await Promise.all(callers.map(({ ended }) => ended));
    for (const { said } of callers) expect(said()).toContain('failed 0 redis');
    expect(service.refusals).toBe(0);
    expect(service.times).toHaveLength(200);
    expect(tookMs(service)).toBeLessThan(mostMs(200));
  });

  it('loses nothing when one of them is killed midway', async () => {
    const service = await startService();
    const key = aKey();
    const [survivor, victim] = await Promise.all([startCaller(service, key, 150), startCaller(service, key, 150)]);
    while (service.times.length < 75) await new Promise((resolve) => setTimeout(resolve, 5));
    victim.kill();
    await survivor.ended;
    expect(survivor.said()).toContain('failed 0 redis');
    expect(service.refusals).toBe(0);
    expect(tookMs(service)).toBeLessThan(mostMs(service.times.length));
  });

  it('tells each process what is left for all', async () => {
    const service = await startService();
    const key = aKey();
    const [first, second] = [1, 2].map(() => connect({ apiUrl: service.url, apiKey: key, redisUrl: REDIS_URL }));
    await Promise.all([first?.trending(), first?.top(), second?.emerging()]);
    expect(await first?.budget()).toMatchObject({ left: 57 });
    expect(await second?.budget()).toMatchObject({ left: 57, nextFreeAt: expect.any(Number) });
  });

  it('holds every process up for as long as a 429 said to one of them', async () => {
    const service = await startService();
    const key = aKey();
    const [first, second] = [1, 2].map(() => connect({ apiUrl: service.url, apiKey: key, redisUrl: REDIS_URL }));
    service.answer(failure(429, 'RATE_LIMITED', '', { 'retry-after': '30' }));
    await expect(first?.trending()).rejects.toMatchObject({ name: 'RateLimitedError', status: 429 });
    const asked = service.asked.length;
    await expect(second?.trending()).rejects.toMatchObject({ name: 'RateLimitedError', status: null });
    expect(service.asked).toHaveLength(asked);
  });

  it('counts alone while Redis is away, says so once, and together again afterwards', async () => {
    const service = await startService();
    const proxy = await startProxy(REDIS_URL);
    const warnings: string[] = [];
    const warn = (message: string) => void warnings.push(message);
    const client = connect({ apiUrl: service.url, apiKey: aKey(), redisUrl: proxy.url, warn });
    await client.trending({ limit: 1 });
    expect(client.health().budget).toBe('redis');
    await proxy.cut();
    await client.trending({ limit: 2 });
    await client.trending({ limit: 3 });
    expect(client.health().budget).toBe('memory, redis is away');
    expect(await client.budget()).toMatchObject({ left: 57 });
    expect(warnings).toHaveLength(1);
    await proxy.open();
    while (client.health().budget !== 'redis') await new Promise((resolve) => setTimeout(resolve, 20));
    await client.trending({ limit: 4 });
    expect(warnings).toHaveLength(1);
  });

  it('counts the searches of all processes, and makes a third of them alone while Redis is away', async () => {
    const service = await startService();
    service.answer(json({ items: [], page: 0, size: 20, totalItems: 0, totalPages: 0 }));
    const proxy = await startProxy(REDIS_URL);
    const options = { apiUrl: service.url, apiKey: aKey(), pacing: { calls: 1_000 }, warn: () => {} };
    const [first, second] = [REDIS_URL, proxy.url].map((redisUrl) => connect({ ...options, redisUrl }));
    const search = async (client: PainClient | undefined, count: number) => {
      const before = service.asked.length;
      const questions = Array.from({ length: count }, () => client?.search({ q: randomUUID() }));
      await Promise.allSettled(questions);
      return service.asked.length - before;
    };
    expect(await search(first, 40)).toBe(40);
    expect(await second?.budget()).toMatchObject({ searches: { left: 5 } });
    expect(await search(second, 20)).toBe(5);
    await proxy.cut();
    expect(await search(second, 40)).toBe(10);
    expect(await search(first, 5)).toBe(0);
  });

  it('counts alone while Redis says nothing', async () => {
    const service = await startService();
    const proxy = await startProxy(REDIS_URL);
    const client = connect({ apiUrl: service.url, apiKey: aKey(), redisUrl: proxy.url, warn: () => {} });
    await client.trending({ limit: 1 });
    proxy.silence();
    await client.trending({ limit: 2 });
    await expect.poll(() => client.health().budget, { timeout: 5_000 }).toBe('memory, redis is away');
    await client.trending({ limit: 3 });
    expect(await client.budget()).toMatchObject({ left: 57 });
  });

  it('is held up by nothing that is not its own, such as times of a clock that was set back', async () => {
    const redis = new Redis(REDIS_URL);
    cleanups.push(() => redis.quit());
    const name = `test-${randomUUID()}`;
    const keys = [`pain-client:{${name}}:spent`, `pain-client:{${name}}:held`] as const;
    const ledger = createRedisLedger(redis, name, WINDOW_MS);
    const inADay = Date.now() + 24 * 60 * 60_000;
    for (let at = 0; at < CALLS; at += 1) await redis.zadd(keys[0], inADay, `old-${at}`);
    await redis.set(keys[1], inADay);
    cleanups.push(() => redis.del(...keys));

    expect(await ledger.take(CALLS)).toMatchObject({ spent: 1 });
    await ledger.block(1_000);
    expect(await ledger.take(CALLS)).toMatchObject({ waitMs: expect.closeTo(1_000, -3) });
  });
});
