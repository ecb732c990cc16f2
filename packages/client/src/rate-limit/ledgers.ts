import { Redis } from 'ioredis';
import type { Clock } from './clock.ts';
import { createMemoryLedger, type Ledger, type SlotResult } from './ledger.ts';
import { createRedisLedger } from './redis-ledger.ts';

/** Where a budget is counted: here alone, in Redis, or here alone because Redis is away. */
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

/** Redis that does not answer in this time is as good as away: a person waits. */
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
    retryStrategy: (attempt) => Math.min(100 * 2 ** attempt, MAX_RECONNECT_MS),
  });
  const connection = trackRedisConnection(redis, warn);
  return {
    open: (name) => createSharedLedger(createRedisLedger(redis, name, windowMs), createOwn(), connection),
    location: () => (redis.status === 'ready' || redis.status === 'wait' ? 'redis' : 'memory, redis is away'),
    async close() {
      // Lets the slots of the last calls be completed.
      if (redis.status === 'ready') await redis.quit().catch(() => {});
      redis.disconnect();
    },
  };
}

/**
 * The ledger in Redis, and this process's own where Redis is away: then several processes may spend too much, and the service's
 * 429s keep them in check. Our own calls are kept in both, so that a loss of Redis forgets none of them.
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
    async take(limit): Promise<SlotResult> {
      const { answer, isShared } = await preferShared((ledger) => ledger.take(limit));
      if (!isShared || !('slot' in answer)) return answer;
      const copy = await own.take(Number.POSITIVE_INFINITY);
      const complete = async () => {
        if ('slot' in copy) await copy.slot.complete();
        // A slot that cannot be completed frees itself.
        await answer.slot.complete().catch(connection.lost);
      };
      return { slot: { complete }, spent: answer.spent };
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
  /** A command failed: says so once, until Redis has answered again. */
  lost(): void;
}

/** @param warn is told once each time that Redis goes away; never the address, which may hold a password */
function trackRedisConnection(redis: Redis, warn: (message: string) => void): RedisConnection {
  let isSaid = false;
  let connecting: Promise<unknown> | null = null;
  const lost = () => {
    if (isSaid) return;
    isSaid = true;
    warn('Redis cannot be reached: this process now counts its calls alone, beside others that spend the same budget.');
  };
  redis.on('ready', () => {
    isSaid = false;
  });
  // Without a listener an error of the connection would end the process.
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
