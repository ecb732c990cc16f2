import { HOUR_MS } from '../../model/day.ts';
import type { FairUseBreach, Store } from '../../store/index.ts';
import type { Caller } from './caller.ts';

/**
 * Counts what callers read, in memory first: a list that is asked for again, as lists are, costs no writing, and what is new is
 * written together a moment later. Several processes count in one database.
 */
export interface UsageTally {
  /** What was noted up to `anewFrom` (epoch ms) is noted again. */
  noteListed(caller: Caller, signalIds: readonly string[], anewFrom: number): void;
  noteSearch(caller: Caller): void;
  settle(): Promise<void>;
}

export interface UsageTallyOptions {
  conduct: Store['fairUse'];
  now: () => number;
  /** Called when more was read. */
  judge: (caller: Caller, breach: FairUseBreach) => Promise<void>;
  onError: (error: unknown) => void;
}

const SETTLE_AFTER_MS = 500;
/** How exactly it is known when something was last read. */
const WRITTEN_FOR_MS = HOUR_MS;
const KEPT_MS = 24 * HOUR_MS;

interface PendingUsage {
  /** One for each subject of the account that read: each is judged by itself. */
  listers: Map<string | null, Caller>;
  searchers: Map<string | null, Caller>;
  listed: Map<string, number>;
  searches: number;
}

const noPendingUsage = (): PendingUsage => ({
  listers: new Map(),
  searchers: new Map(),
  listed: new Map(),
  searches: 0,
});

export function createUsageTally({ conduct, now, judge, onError }: UsageTallyOptions): UsageTally {
  /** When each signal was last written down, by account. */
  const written = new Map<string, Map<string, number>>();
  let unwritten = new Map<string, PendingUsage>();
  let timer: NodeJS.Timeout | undefined;
  let settling: Promise<void> = Promise.resolve();
  let droppedAt = now();

  const unwrittenOf = ({ accountId }: Caller): PendingUsage => {
    timer ??= setTimeout(settle, SETTLE_AFTER_MS).unref();
    const known = unwritten.get(accountId) ?? noPendingUsage();
    unwritten.set(accountId, known);
    return known;
  };
  const write = async (accountId: string, { listers, searchers, listed, searches }: PendingUsage): Promise<void> => {
    await conduct.noteListed(accountId, listed);
    if (searches > 0) await conduct.noteSearches(accountId, searches, now());
    for (const caller of listers.values()) await judge(caller, 'paging');
    for (const caller of searchers.values()) await judge(caller, 'searching');
  };
  const dropOld = async (): Promise<void> => {
    if (now() - droppedAt < HOUR_MS) return;
    droppedAt = now();
    written.clear();
    await conduct.dropBefore(now() - KEPT_MS);
  };
  const settleAll = async (): Promise<void> => {
    const due = unwritten;
    unwritten = new Map();
    try {
      for (const [accountId, reading] of due) await write(accountId, reading);
      await dropOld();
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
    noteListed(caller, signalIds, anewFrom) {
      const known = written.get(caller.accountId) ?? new Map<string, number>();
      written.set(caller.accountId, known);
      const freshFrom = Math.max(now() - WRITTEN_FOR_MS, anewFrom);
      const fresh = signalIds.filter((id) => (known.get(id) ?? Number.NEGATIVE_INFINITY) <= freshFrom);
      if (fresh.length === 0) return;
      const { listers, listed } = unwrittenOf(caller);
      listers.set(caller.keyPrefix, caller);
      for (const id of fresh) {
        listed.set(id, now());
        known.set(id, now());
      }
    },
    noteSearch(caller) {
      const reading = unwrittenOf(caller);
      reading.searchers.set(caller.keyPrefix, caller);
      reading.searches += 1;
    },
    settle,
  };
}
