import { createRequire } from 'node:module';
import { Redis } from 'ioredis';
import { createMemoryLedger, createRedisLedger, type Ledger, type Slot, type SlotResult } from './ledger.ts';
import type { Clock } from './turn-queue.ts';

/** Where calls are counted: in this process, in Redis, or in this process because Redis cannot be reached. */
export type LedgerLocation = 'memory' | 'redis' | 'memory, redis is away';

/** The ledgers of one process, over one connection. */
export interface Ledgers {
  /** @param name the key's fingerprint, and what is counted */
  open(name: string, options: LedgerWindow): Ledger;
  location(): LedgerLocation;
  close(): Promise<void>;
}

export interface LedgerWindow {
  windowMs: number;
  /** The part of a limit that one process may spend while Redis is away. Default: all of it. */
  aloneShare?: number;
}

export interface LedgerOptions {
  redisUrl?: string | undefined;
  clock: Clock;
  warn: (message: string) => void;
}

/** What reads a connection in ioredis. */
interface ReplyHandler {
  dispatch(reply: () => void): void;
  returnFatalError(error: unknown): void;
}

/**
 * ioredis throws what it can't read, such as a nil that nobody asked for, where nobody can catch it, which would end the process. Such
 * a connection is opened again instead.
 */
const { default: handler } = createRequire(import.meta.url)('ioredis/built/DataHandler.js') as {
  default: { prototype: ReplyHandler };
};
handler.prototype.dispatch = function (this: ReplyHandler, reply) {
  try {
    reply();
  } catch (error) {
    this.returnFatalError(error);
  }
};

/** A person waits, so a slower Redis counts as unreachable. */
const COMMAND_TIMEOUT_MS = 500;
const MAX_RECONNECT_MS = 2_000;

export function createLedgers({ redisUrl, clock, warn }: LedgerOptions): Ledgers {
  const createOwn = (windowMs: number) => createMemoryLedger({ windowMs, now: clock.now });
  if (redisUrl === undefined)
    return { open: (_name, { windowMs }) => createOwn(windowMs), location: () => 'memory', close: async () => {} };

  const redis = new Redis(redisUrl, {
    lazyConnect: true,
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    connectTimeout: COMMAND_TIMEOUT_MS,
    commandTimeout: COMMAND_TIMEOUT_MS,
    // A host that is gone without a word would cost each call the timeout, for a quarter of an hour.
    socketTimeout: 2 * COMMAND_TIMEOUT_MS,
    retryStrategy: (attempt) => Math.min(100 * 2 ** attempt, MAX_RECONNECT_MS),
  });
  const connection = trackRedisConnection(redis, warn);
  return {
    open: (name, { windowMs, aloneShare = 1 }) =>
      createSharedLedger(createRedisLedger(redis, name, windowMs), createOwn(windowMs), { connection, aloneShare }),
    location: () => (redis.status === 'ready' || redis.status === 'wait' ? 'redis' : 'memory, redis is away'),
    async close() {
      // Sends the completions of the last calls first.
      if (redis.status === 'ready') await redis.quit().catch(() => {});
      redis.disconnect();
    },
  };
}

/**
 * Counts in Redis, or in this process while Redis cannot be reached; then several processes may spend too much, which the
 * service's 429s or `aloneShare` limit. Our own calls are counted in both, so none is forgotten when Redis is lost.
 */
function createSharedLedger(
  shared: Ledger,
  own: Ledger,
  { connection, aloneShare }: { connection: RedisConnection; aloneShare: number },
): Ledger {
  const preferShared = async <T>(ask: (ledger: Ledger) => Promise<T>): Promise<{ answer: T; isShared: boolean }> => {
    if (await connection.isUp()) {
      try {
        return { answer: await ask(shared), isShared: true };
      } catch {
        connection.lost();
      }
    }
    return { answer: await ask(own), isShared: false };
  };

  return {
    async take(limit, count): Promise<SlotResult> {
      const { answer, isShared } = await preferShared((ledger) =>
        ledger.take(ledger === own ? Math.floor(limit * aloneShare) : limit, count),
      );
      if (!isShared || !('slots' in answer)) return answer;
      const copies = await own.take(Number.POSITIVE_INFINITY, count);
      const slots = answer.slots.map((slot, at): Slot => {
        const copy = 'slots' in copies ? copies.slots[at] : undefined;
        // A slot that is neither completed nor released expires.
        return {
          async complete() {
            await copy?.complete();
            await slot.complete().catch(connection.lost);
          },
          async release() {
            await copy?.release();
            await slot.release().catch(connection.lost);
          },
        };
      });
      return { slots, spent: answer.spent };
    },
    async block(ms) {
      await own.block(ms);
      await preferShared((ledger) => ledger.block(ms));
    },
    spent: async () => (await preferShared((ledger) => ledger.spent())).answer,
  };
}

export interface RedisConnection {
  /** Connects when first asked. */
  isUp(): Promise<boolean>;
  /** A command failed. Warns once until Redis is back. */
  lost(): void;
}

/** @param warn called once each time Redis is lost; never with the address, which may hold a password */
function trackRedisConnection(redis: Redis, warn: (message: string) => void): RedisConnection {
  let isSaid = false;
  let connecting: Promise<unknown> | null = null;
  const lost = () => {
    if (isSaid) return;
    isSaid = true;
    warn('Redis cannot be reached: this process counts only its own calls, and others may spend the same budget.');
  };
  redis.on('ready', () => {
    isSaid = false;
  });
  // Without a listener a connection error would end the process.
  redis.on('error', lost);
  return {
    async isUp() {
      connecting ??= redis.connect().catch(lost);
      if (redis.status !== 'ready') await connecting;
      return redis.status === 'ready';
    },
    lost,
  };
}
