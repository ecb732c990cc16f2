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
export const slotHoldMs = (windowMs: number): number => windowMs * 1.01;

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
