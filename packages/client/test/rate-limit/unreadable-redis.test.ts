import { type AddressInfo, createServer, type Socket } from 'node:net';
import { afterEach, expect, it, onTestFinished } from 'vitest';
import { createLedgers } from '../../src/rate-limit/shared-ledgers.ts';
import { systemClock } from '../../src/rate-limit/turn-queue.ts';

const INFO = 'redis_version:7.0.0\r\n';
const HELLO = '%1\r\n+proto\r\n:3\r\n';
/** The ledger's script: one slot taken, of one. */
const TAKEN = '*2\r\n:1\r\n:1\r\n';

/** A Redis that knows what a ledger asks, and can say more than that. */
async function startRedis(taken = TAKEN) {
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket.on('error', () => {}));
    socket.on('data', (asked) => {
      for (const [, command] of asked.toString().matchAll(/\*\d+\r\n\$\d+\r\n(\w+)\r\n/g)) {
        const answers: Record<string, string> = { info: `$${INFO.length}\r\n${INFO}\r\n`, hello: HELLO, eval: taken };
        socket.write(answers[command?.toLowerCase() ?? ''] ?? '+OK\r\n');
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return {
    url: `redis://127.0.0.1:${(server.address() as AddressInfo).port}`,
    sockets,
    say: (reply: string) => sockets.at(-1)?.write(reply),
  };
}

const uncaught: unknown[] = [];
const note = (error: unknown) => void uncaught.push(error);
afterEach(() => {
  process.off('uncaughtException', note);
  uncaught.length = 0;
});

it.each([
  ['a nil', '$-1\r\n'],
  ['a list that is nil', '*-1\r\n'],
  ['a push of nil', '>1\r\n_\r\n'],
  ['a subscription to nothing', '>3\r\n$9\r\nsubscribe\r\n$-1\r\n:1\r\n'],
  ['no reply at all', 'HTTP/1.1 400 Bad Request\r\n\r\n'],
])('opens its connection again after %s that nobody asked for, and goes on', async (_name, reply) => {
  process.on('uncaughtException', note);
  const redis = await startRedis();
  const warnings: string[] = [];
  const ledgers = createLedgers({ redisUrl: redis.url, clock: systemClock, warn: (text) => warnings.push(text) });
  onTestFinished(() => ledgers.close());
  const ledger = ledgers.open('a key', { windowMs: 60_000 });
  await ledger.take(10);
  expect(ledgers.location()).toBe('redis');
  redis.say(reply);
  await expect.poll(() => redis.sockets.length).toBe(2);
  await expect.poll(() => ledgers.location()).toBe('redis');
  expect(await ledger.take(10)).toMatchObject({ spent: 1 });
  expect(warnings).toEqual([expect.stringContaining('Redis cannot be reached')]);
  expect(uncaught).toEqual([]);
});

it('counts in this process where Redis answers something else than the script does', async () => {
  const redis = await startRedis('+OK\r\n');
  const warnings: string[] = [];
  const ledgers = createLedgers({ redisUrl: redis.url, clock: systemClock, warn: (text) => warnings.push(text) });
  onTestFinished(() => ledgers.close());
  expect(await ledgers.open('a key', { windowMs: 60_000 }).take(10)).toMatchObject({ spent: 1 });
  expect(warnings).toEqual([expect.stringContaining('Redis cannot be reached')]);
});
