import { randomUUID } from 'node:crypto';
import type { Redis } from 'ioredis';
import { MAX_RETRY_AFTER_MS } from '../http/errors.ts';

/**
 * The calls of one key in the current window, in memory or, for several processes, in Redis. A slot is free again one window
 * after its call *completes*: the service may count a call at any time between start and end, so counting from the start would
 * let one call too many through a sliding window.
 */
export interface Ledger {
  /** Takes `count` slots if no more than `limit` are taken then, or none: then returns in how many ms to ask again. */
  take(limit: number, count?: number): Promise<SlotResult>;
  /** Gives no slot for `ms`: the service said that the budget is spent. */
  block(ms: number): Promise<void>;
  spent(): Promise<LedgerUsage>;
}

/** `spent`: the taken slots, these included. */
export type SlotResult = { slots: Slot[]; spent: number } | { waitMs: number };

export interface Slot {
  complete(): Promise<void>;
  /** No call was made: the slot is free at once. */
  release(): Promise<void>;
}

export interface LedgerUsage {
  calls: number;
  /** In how many ms the next slot is free; null when all calls are still under way, or there are none. */
  nextFreeInMs: number | null;
}

/** 1% more than the window, because clocks drift. */
const slotHoldMs = (windowMs: number): number => windowMs * 1.01;

export function createMemoryLedger({ windowMs, now }: { windowMs: number; now: () => number }): Ledger {
  const holdMs = slotHoldMs(windowMs);
  const entries = new Set<{ freeAt: number }>();
  let blockedUntil = 0;

  const freeTimes = () => {
    for (const entry of entries) if (entry.freeAt <= now()) entries.delete(entry);
    return [...entries].map((entry) => entry.freeAt).sort((a, b) => a - b);
  };

  const takeOne = (): Slot => {
    const entry = { freeAt: Number.POSITIVE_INFINITY };
    entries.add(entry);
    return {
      async complete() {
        entry.freeAt = now() + holdMs;
      },
      release: async () => void entries.delete(entry),
    };
  };

  return {
    async take(limit, count = 1) {
      const times = freeTimes();
      if (now() < blockedUntil) return { waitMs: blockedUntil - now() };
      if (times.length + count <= limit) return { slots: Array.from({ length: count }, takeOne), spent: entries.size };
      // The slot of a call under way is free one window from now at the earliest.
      return { waitMs: Math.min((times[times.length - limit + count - 1] ?? 0) - now(), holdMs) };
    },
    async block(ms) {
      blockedUntil = Math.max(blockedUntil, now() + ms);
    },
    async spent() {
      const times = freeTimes();
      const next = times[0] ?? Number.POSITIVE_INFINITY;
      return { calls: times.length, nextFreeInMs: Number.isFinite(next) ? next - now() : null };
    },
  };
}

/**
 * One sorted set for each API key: a member is a call, its score the time at which its slot is free. The script is atomic and uses
 * Redis's clock, so processes on different machines agree; slots of a process that dies expire. KEYS: the set, and the time until
 * which all calls are blocked. ARGV: the command, then its arguments in ms. Times that no call of ours sets, such as those of a
 * clock that was set back, block nothing.
 */
const SCRIPT = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local command = ARGV[1]
if command == 'complete' then
  redis.call('ZADD', KEYS[1], now + ARGV[3], ARGV[2])
  redis.call('PEXPIRE', KEYS[1], ARGV[3] * 2)
  return { 1, 0 }
end
if command == 'release' then
  redis.call('ZREM', KEYS[1], ARGV[2])
  return { 1, 0 }
end
if command == 'block' then
  local held = tonumber(redis.call('GET', KEYS[2]) or '0')
  if now + ARGV[2] > held or held > now + ${MAX_RETRY_AFTER_MS} then redis.call('SET', KEYS[2], now + ARGV[2], 'PX', ARGV[2]) end
  return { 1, 0 }
end
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
local count = redis.call('ZCARD', KEYS[1])
if command == 'spent' then
  local first = redis.call('ZRANGE', KEYS[1], 0, 0, 'WITHSCORES')[2]
  return { count, first and first - now or -1 }
end
local held = tonumber(redis.call('GET', KEYS[2]) or '0') - now
if held > 0 and held <= ${MAX_RETRY_AFTER_MS} then return { 0, held } end
local limit, hold, wanted = tonumber(ARGV[2]), tonumber(ARGV[3]), #ARGV - 4
redis.call('ZREMRANGEBYSCORE', KEYS[1], '(' .. string.format('%.0f', now + ARGV[4]), '+inf')
count = redis.call('ZCARD', KEYS[1])
if count + wanted <= limit then
  for at = 5, #ARGV do redis.call('ZADD', KEYS[1], now + ARGV[4], ARGV[at]) end
  redis.call('PEXPIRE', KEYS[1], hold * 2)
  return { 1, count + wanted }
end
local last = count - limit + wanted - 1
local due = redis.call('ZRANGE', KEYS[1], last, last, 'WITHSCORES')[2] - now
return { 0, math.max(1, math.min(due, hold)) }
`;

/** The slot of a call under way is held this many windows, so a process killed during a call costs a twentieth of a window more. */
const UNDER_WAY = 1.05;

/** @param name the API key's fingerprint, never the key */
export function createRedisLedger(redis: Redis, name: string, windowMs: number): Ledger {
  const holdMs = Math.ceil(slotHoldMs(windowMs));
  const run = async (...argv: (string | number)[]): Promise<[number, number]> => {
    // The braces keep both keys on one node of a cluster.
    const keys = [`pain-client:{${name}}:spent`, `pain-client:{${name}}:held`];
    const answer = await redis.eval(SCRIPT, keys.length, ...keys, ...argv);
    const [first, second] = answer as [unknown, unknown];
    if (!Number.isFinite(first) || !Number.isFinite(second)) throw new Error('Redis did not run the script.');
    return [Number(first), Number(second)];
  };

  return {
    async take(limit, count = 1) {
      const ids = Array.from({ length: count }, () => randomUUID());
      const [granted, figure] = await run('take', limit, holdMs, Math.ceil(holdMs * UNDER_WAY), ...ids);
      if (granted !== 1) return { waitMs: figure };
      const slots = ids.map((id) => ({
        complete: async () => void (await run('complete', id, holdMs)),
        release: async () => void (await run('release', id)),
      }));
      return { slots, spent: figure };
    },
    block: async (ms) => void (await run('block', Math.ceil(ms))),
    async spent() {
      const [calls, nextFreeInMs] = await run('spent');
      return { calls, nextFreeInMs: nextFreeInMs < 0 ? null : nextFreeInMs };
    },
  };
}
