import { SEARCH_FAIR_USE } from '@pain-signals/contract';
import { SearchLimitError } from '../http/errors.ts';
import type { Ledger, Slot } from './ledger.ts';
import type { Clock } from './turn-queue.ts';

const shareOf = (share: number) => Math.floor(SEARCH_FAIR_USE.searches * share);
/** The last quarter is for other programs of the account, and optional searches leave some to people's questions. */
const MOST = { asked: shareOf(3 / 4), optional: shareOf(1 / 2) };
/** Where others spend what nobody counts: with as much as people may spend elsewhere it is still no breach. */
const CAREFUL = shareOf(1 / 4);

/** How the searches of one key are counted, over its processes where there is Redis. */
export const SEARCH_LEDGER = {
  windowMs: SEARCH_FAIR_USE.windowSeconds * 1000,
  aloneShare: CAREFUL / MOST.asked,
} as const;

const HOUR_MS = 60 * 60 * 1000;
/** No service is believed when it warns for longer. */
const MAX_WARNED_MS = 31 * 24 * HOUR_MS;

/** What fair use leaves of a key's semantic searches. */
export interface SearchBudget {
  /** Searches that a person could make now. */
  left: number;
  /** Optional searches that could be made now: fewer, and none while the service warns. */
  leftForOptional: number;
  /** Until when the service's warning counts, ms since the epoch; null without one. */
  warnedUntil: number | null;
}

/** Keeps a key's semantic searches far below what the service's fair use allows, since a second breach suspends its account. */
export function createSearchLimit(ledger: Ledger, { now }: Clock, onWarned: (until: number) => void) {
  let warnedUntil = 0;
  const isWarned = () => now() < warnedUntil;
  const limitOf = (isOptional: boolean) => {
    if (isWarned()) return isOptional ? 0 : CAREFUL;
    return isOptional ? MOST.optional : MOST.asked;
  };

  return {
    isWarned,
    /** For one request. Throws {@link SearchLimitError} at once when there is none. */
    async take(what: string, isOptional: boolean): Promise<Slot> {
      const limit = limitOf(isOptional);
      const taken = limit === 0 ? { waitMs: warnedUntil - now() } : await ledger.take(limit);
      const [slot] = 'slots' in taken ? taken.slots : [];
      if (slot !== undefined) return slot;
      throw new SearchLimitError(`Fair use leaves no search: ${what}`, 'waitMs' in taken ? taken.waitMs : 0);
    },
    /** @param until ms since the epoch; null where the service names no time: it warns again while it means it */
    onWarning(until: number | null): void {
      const end = Math.min(until ?? now() + HOUR_MS, now() + MAX_WARNED_MS);
      const isNew = !isWarned() && end > now();
      warnedUntil = Math.max(warnedUntil, end);
      if (isNew) onWarned(end);
    },
    async budget(): Promise<SearchBudget> {
      const { calls } = await ledger.spent();
      const leftOf = (limit: number) => Math.max(0, limit - calls);
      return {
        left: leftOf(limitOf(false)),
        leftForOptional: leftOf(limitOf(true)),
        warnedUntil: isWarned() ? warnedUntil : null,
      };
    },
  };
}

export type SearchLimit = ReturnType<typeof createSearchLimit>;
