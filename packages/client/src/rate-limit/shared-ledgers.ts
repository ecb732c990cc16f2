import { Redis } from 'ioredis';
import { createMemoryLedger, createRedisLedger, type Ledger, type Slot, type SlotResult } from './ledger.ts';
import type { Clock } from './turn-queue.ts';

/** Where calls are counted: in this process, in Redis, or in this process because Redis cannot be reached. */
export type LedgerLocation = 'memory' | 'redis' | 'memory, redis is away';

/** The ledgers of one process, over one connection. */
export interface Ledgers {
  /** @param name the key's fingerprint */
  open(name: string): Ledger;
  location(): LedgerLocation;
  close(): Promise<void>;
}

export interface LedgerOptions {
  redisUrl?: string | undefined;
  windowMs: number;
  clock: Clock;
  warn: (message: string) => void;
}

/** A person waits, so a slower Redis counts as unreachable. */
const COMMAND_TIMEOUT_MS = 500;
const MAX_RECONNECT_MS = 2_000;

export function createLedgers({ redisUrl, windowMs, clock, warn }: LedgerOptions): Ledgers {
  const createOwn = () => createMemoryLedger({ windowMs, now: clock.now });
  if (redisUrl === undefined) return { open: createOwn, location: () => 'memory', close: async () => {} };

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
    open: (name) => createSharedLedger(createRedisLedger(redis, name, windowMs), createOwn(), connection),
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
 * service's 429s limit. Our own calls are counted in both, so none is forgotten when Redis is lost.
 */
function createSharedLedger(shared: Ledger, own: Ledger, connection: RedisConnection): Ledger {
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
      const { answer, isShared } = await preferShared((ledger) => ledger.take(limit, count));
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
