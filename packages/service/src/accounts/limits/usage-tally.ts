import { HOUR_MS } from '../../model/day.ts';
import type { FairUseBreach, Store } from '../../store/index.ts';

export interface UsageTallyOptions {
  store: Store['fairUse'];
  now: () => number;
  /** Called after new reads are written. */
  judge: (accountId: string, breach: FairUseBreach) => Promise<void>;
  onError: (error: unknown) => void;
}

const SETTLE_AFTER_MS = 500;
/** A signal that was written this recently is not written again. */
const WRITTEN_FOR_MS = HOUR_MS;
const KEPT_MS = 24 * HOUR_MS;

interface PendingUsage {
  listed: Map<string, number>;
  searches: number;
}

const noPendingUsage = (): PendingUsage => ({ listed: new Map(), searches: 0 });

export function createUsageTally({ store, now, judge, onError }: UsageTallyOptions) {
  /** When each signal was last written down, by account. */
  const written = new Map<string, Map<string, number>>();
  let pending = new Map<string, PendingUsage>();
  let timer: NodeJS.Timeout | undefined;
  let settling: Promise<void> = Promise.resolve();
  let droppedAt = now();

  const pendingOf = (accountId: string): PendingUsage => {
    timer ??= setTimeout(settle, SETTLE_AFTER_MS).unref();
    const known = pending.get(accountId) ?? noPendingUsage();
    pending.set(accountId, known);
    return known;
  };
  const write = async (accountId: string, { listed, searches }: PendingUsage): Promise<void> => {
    await store.noteListed(accountId, listed);
    if (searches > 0) await store.noteSearches(accountId, searches, now());
    if (listed.size > 0) await judge(accountId, 'paging');
    if (searches > 0) await judge(accountId, 'searching');
  };
  const dropOld = async (): Promise<void> => {
    // Also after a clock that ran ahead is right again.
    if (Math.abs(now() - droppedAt) < HOUR_MS) return;
    droppedAt = now();
    written.clear();
    await store.keepOnly({ after: now() - KEPT_MS, until: now() + HOUR_MS });
  };
  const settleAll = async (): Promise<void> => {
    const due = pending;
    pending = new Map();
    try {
      await dropOld();
      for (const [accountId, usage] of due) await write(accountId, usage);
    } catch (error) {
      onError(error);
    }
  };
  const settle = (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    settling = settling.then(settleAll);
    return settling;
  };

  return {
    /** Signals noted until `since` (epoch ms), when a warning was given, count again. */
    noteListed(accountId: string, signalIds: readonly string[], since: number): void {
      const known = written.get(accountId) ?? new Map<string, number>();
      written.set(accountId, known);
      const freshFrom = Math.max(now() - WRITTEN_FOR_MS, since);
      const fresh = signalIds.filter((id) => (known.get(id) ?? Number.NEGATIVE_INFINITY) <= freshFrom);
      if (fresh.length === 0) return;
      const { listed } = pendingOf(accountId);
      for (const id of fresh) {
        listed.set(id, now());
        known.set(id, now());
      }
    },
    noteSearch(accountId: string): void {
      pendingOf(accountId).searches += 1;
    },
    settle,
  };
}

/**
 * Counts what callers read. Reads are collected in memory and written together a moment later; a signal that was written
 * recently is not written again.
 */
export type UsageTally = ReturnType<typeof createUsageTally>;
