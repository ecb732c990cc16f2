import { LIST_FAIR_USE } from '@pain-signals/contract';
import { ListLimitError } from '../http/errors.ts';
import type { Clock, Priority } from './turn-queue.ts';

/** A signal that was noted this recently is not noted again. */
const NOTED_FOR_MS = 60 * 60 * 1000;
/** A signal counts for as long as the service may count it. */
const WINDOW_MS = LIST_FAIR_USE.windowSeconds * 1000 + NOTED_FOR_MS;
/** The part of what fair use allows: some is for other programs of the account, and some of ours for digests and watches. */
const SHARE: Record<Priority, number> = { person: 3 / 4, background: 7 / 8 };
/** Of that, while the service warns: others may list what nobody counts here. */
const CAREFUL = 1 / 2;
/** How long the number of all signals is believed. */
const TOTAL_MS = 60 * 60 * 1000;

/** The signals that lists have shown, by key. Kept where all processes of the key see it. */
export interface ListedSignals {
  /** When the nth of the distinct signals listed after `since` was last listed, latest first, in ms; null when there are fewer. */
  nthLatest(name: string, n: number, since: number): Promise<number | null>;
  note(name: string, ids: readonly string[], at: number): Promise<void>;
}

/** For one process. */
export function createMemoryListedSignals(): ListedSignals {
  const listed = new Map<string, Map<string, number>>();
  return {
    async nthLatest(name, n, since) {
      const times = [...(listed.get(name)?.values() ?? [])].filter((at) => at > since).sort((a, b) => b - a);
      return times[n - 1] ?? null;
    },
    async note(name, ids, at) {
      const known = listed.get(name) ?? new Map<string, number>();
      listed.set(name, known);
      for (const id of ids) known.set(id, at);
      for (const [id, before] of known) if (before <= at - WINDOW_MS) known.delete(id);
    },
  };
}

interface ListLimitOptions {
  name: string;
  listed: ListedSignals;
  clock: Pick<Clock, 'now'>;
  isWarned: () => boolean;
  warn: (message: string) => void;
}

/** Keeps the distinct signals that a key's lists show in a day below what fair use allows, since a second breach suspends its account. */
export function createListLimit({ name, listed, clock: { now }, isWarned, warn }: ListLimitOptions) {
  const own = createMemoryListedSignals();
  let total = { signals: 0, knownUntil: 0 };
  let underWay = 0;
  let isSaid = false;

  /** Our own are counted in both, so none is forgotten while the shared count can't be reached. */
  const preferShared = async <T>(ask: (book: ListedSignals) => Promise<T>): Promise<T> => {
    try {
      const answer = await ask(listed);
      isSaid = false;
      return answer;
    } catch {
      if (!isSaid) warn('The signals listed today cannot be read: this process counts only its own.');
      isSaid = true;
      return ask(own);
    }
  };

  /** How many signals may be listed; all of them where there are few. */
  const mostOf = (all: number, priority: Priority): number => {
    if (all <= LIST_FAIR_USE.signals) return Number.POSITIVE_INFINITY;
    const most = Math.max(LIST_FAIR_USE.signals, all * LIST_FAIR_USE.share);
    return Math.floor(most * SHARE[priority] * (isWarned() ? CAREFUL : 1));
  };

  /** Null, or when that many have not been listed for a day. */
  const fullUntil = async (most: number): Promise<number | null> => {
    const nth = Math.max(1, most - underWay);
    const at = await preferShared((book) => book.nthLatest(name, nth, now() - WINDOW_MS));
    return at === null ? null : at + WINDOW_MS;
  };

  const notedAt = new Map<string, number>();
  const note = async (ids: readonly string[]): Promise<void> => {
    const at = now();
    for (const [id, before] of notedAt) if (before <= at - NOTED_FOR_MS) notedAt.delete(id);
    const fresh = [...new Set(ids)].filter((id) => !notedAt.has(id));
    if (fresh.length === 0) return;
    for (const id of fresh) notedAt.set(id, at);
    await own.note(name, fresh, at);
    await preferShared((book) => book.note(name, fresh, at));
  };

  return {
    /**
     * Loads a list of at most `size` signals, and notes which ones came. Throws {@link ListLimitError} without a request where fair use
     * leaves none.
     * @param countAll asks how many signals there are; only where that decides
     */
    async load<T>(
      { what, size, priority }: { what: string; size: number; priority: Priority },
      countAll: () => Promise<number>,
      load: () => Promise<{ loaded: T; ids: readonly string[] }>,
    ): Promise<T> {
      // Few are listed on most days, and then nobody need know how many there are.
      if ((await fullUntil(mostOf(LIST_FAIR_USE.signals + 1, priority))) !== null) {
        if (total.knownUntil <= now()) total = { signals: await countAll(), knownUntil: now() + TOTAL_MS };
        const most = mostOf(total.signals, priority);
        const until = most === Number.POSITIVE_INFINITY ? null : await fullUntil(most);
        if (until !== null) throw new ListLimitError(`Fair use leaves no list: ${what}`, until - now());
      }
      underWay += size;
      try {
        const { loaded, ids } = await load();
        await note(ids);
        return loaded;
      } finally {
        underWay -= size;
      }
    },
  };
}

export type ListLimit = ReturnType<typeof createListLimit>;
