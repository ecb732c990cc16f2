import { Redis } from 'ioredis';
import type { Clock } from './clock.ts';
import { createMemoryLedger, type Ledger } from './ledger.ts';
import { createRedisLedger } from './redis-ledger.ts';
import { createSharedLedger, trackRedisConnection } from './shared-ledger.ts';

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
