import type { Redis } from 'ioredis';
import type { Ledger, SlotResult } from './ledger.ts';

/**
 * The ledger in Redis, and this process's own where Redis is away: then several processes may spend too much, and the service's
 * 429s keep them in check. Our own calls are kept in both, so that a loss of Redis forgets none of them.
 */
export function createSharedLedger(shared: Ledger, own: Ledger, connection: RedisConnection): Ledger {
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
export function trackRedisConnection(redis: Redis, warn: (message: string) => void): RedisConnection {
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
