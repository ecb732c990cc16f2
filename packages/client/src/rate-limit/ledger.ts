/**
 * The truth about the rate budget: when each call was made. A slot is free again one window (and a little) after its call
 * *completes*: the service may count a call at any moment of its life, so counting from the start would let one too many through
 * a sliding window. Kept in memory, or in Redis where several processes spend one budget.
 */
export interface Ledger {
  /** Takes a slot if fewer than `limit` are spent; else says in how many ms to look again. */
  take(limit: number): Promise<SlotResult>;
  /** Keeps every slot taken for `ms`: the service said that the budget is spent, whoever spent it. */
  block(ms: number): Promise<void>;
  spent(): Promise<LedgerUsage>;
}

export type SlotResult = { slot: Slot; spent: number } | { waitMs: number };

export interface Slot {
  complete(): Promise<void>;
}

export interface LedgerUsage {
  calls: number;
  /** In how many ms the next slot is free again; null when that is not known. */
  nextFreeInMs: number | null;
}

/** 1 % more than the window: clocks of two machines drift, and the answer travels back after the service has counted the call. */
export const slotHoldMs = (windowMs: number): number => windowMs * 1.01;

export function createMemoryLedger({ windowMs, now }: { windowMs: number; now: () => number }): Ledger {
  const holdMs = slotHoldMs(windowMs);
  const entries = new Set<{ freeAt: number }>();
  let blockedUntil = 0;

  const freeTimes = () => {
    for (const entry of entries) if (entry.freeAt <= now()) entries.delete(entry);
    return [...entries].map((entry) => entry.freeAt).sort((a, b) => a - b);
  };

  return {
    async take(limit) {
      const times = freeTimes();
      if (now() < blockedUntil) return { waitMs: blockedUntil - now() };
      if (times.length < limit) {
        const entry = { freeAt: Number.POSITIVE_INFINITY };
        entries.add(entry);
        const complete = async () => {
          entry.freeAt = now() + holdMs;
        };
        return { slot: { complete }, spent: entries.size };
      }
      // A call under way frees its slot one window from now at the earliest.
      return { waitMs: Math.min((times[times.length - limit] ?? 0) - now(), holdMs) };
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
