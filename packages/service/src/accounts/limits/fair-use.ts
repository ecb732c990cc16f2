import { LRUCache } from 'lru-cache';
import { DAY_MS, isoInstant, MINUTE_MS } from '../../model/day.ts';
import { ServiceError } from '../../model/service-error.ts';
import type { FairUseBreach, FairUseRecord, Store } from '../../store/index.ts';
import type { Caller } from './caller.ts';
import { createUsageTally, type UsageTally } from './usage-tally.ts';

/** More than this is a breach. The first is a warning; the same again within a week suspends. */
export const FAIR_USE = {
  paging: { windowMs: DAY_MS, signals: 500, share: 0.5 },
  searching: { windowMs: 10 * MINUTE_MS, searches: 60 },
  warnedForMs: 7 * DAY_MS,
} as const;

/** How long each process trusts a record it has read. */
const CACHE_MS = 1_000;
const MAX_CACHED_RECORDS = 10_000;

const BREACH_DESCRIPTIONS: Readonly<Record<FairUseBreach, string>> = {
  paging: 'more than half of all signals were listed within 24 hours',
  searching: 'more than 60 semantic searches within 10 minutes',
};

export interface FairUse {
  /** Headers with the caller's warnings. Throws KEY_SUSPENDED. */
  headersFor(caller: Caller): Promise<Record<string, string>>;
  /** Notes that lists showed the caller these signals. */
  noteListed(caller: Caller, signalIds: readonly string[]): void;
  noteSearch(caller: Caller): void;
  /** Stores and judges what was noted; also happens on its own within a second. */
  settle(): Promise<void>;
}

export interface FairUseOptions {
  store: Pick<Store, 'fairUse' | 'transaction'>;
  now: () => number;
  onError: (error: unknown) => void;
}

/** What is warned or suspended: a key by its prefix, or the account behind an access token. */
const subjectOf = ({ keyPrefix, accountId }: Pick<Caller, 'keyPrefix' | 'accountId'>): string => keyPrefix ?? accountId;

export function createFairUse({ store, now, onError }: FairUseOptions): FairUse {
  const cache = new LRUCache<string, { conduct: FairUseRecord | null; readAt: number }>({ max: MAX_CACHED_RECORDS });
  const judge = (caller: Caller, breach: FairUseBreach) => judgeUsage({ store, now }, caller, breach);
  const tally: UsageTally = createUsageTally({ conduct: store.fairUse, now, judge, onError });

  const conductOf = async (subject: string): Promise<FairUseRecord | null> => {
    const cached = cache.get(subject);
    if (cached !== undefined && now() - cached.readAt < CACHE_MS) return cached.conduct;
    const conduct = await store.fairUse.find(subject);
    cache.set(subject, { conduct, readAt: now() });
    return conduct;
  };

  return {
    async headersFor(caller) {
      const conduct = await conductOf(subjectOf(caller));
      if (conduct === null) return {};
      if (conduct.suspendedAt !== null) throw suspended(conduct.suspendedFor ?? 'paging');
      return warningOf(conduct, now());
    },
    noteListed: (caller, signalIds) =>
      tally.noteListed(caller, signalIds, cache.get(subjectOf(caller))?.conduct?.pagingWarnedAt ?? 0),
    noteSearch: tally.noteSearch,
    settle: tally.settle,
  };
}

const warnedAt = (conduct: FairUseRecord, breach: FairUseBreach): number | null =>
  breach === 'paging' ? conduct.pagingWarnedAt : conduct.searchingWarnedAt;

/** Counts from the last warning on. */
async function judgeUsage(
  { store, now }: Pick<FairUseOptions, 'store' | 'now'>,
  caller: Caller,
  breach: FairUseBreach,
): Promise<void> {
  const subject = subjectOf(caller);
  const known = await store.fairUse.find(subject);
  if (!(await isBreach(store, caller, breach, known, now()))) return;
  await store.transaction(async (stores) => {
    const conduct = await stores.fairUse.lock(subject, caller.accountId);
    // Another process may have judged it in the meantime.
    if (!(await isBreach(stores, caller, breach, conduct, now()))) return;
    const before = warnedAt(conduct, breach);
    const again = before !== null && now() - before <= FAIR_USE.warnedForMs;
    const warned = breach === 'paging' ? { pagingWarnedAt: now() } : { searchingWarnedAt: now() };
    await stores.fairUse.save({
      ...conduct,
      ...(again ? { suspendedAt: conduct.suspendedAt ?? now(), suspendedFor: breach } : warned),
    });
  });
}

async function isBreach(
  { fairUse: counts }: Pick<Store, 'fairUse'>,
  { accountId }: Caller,
  breach: FairUseBreach,
  conduct: FairUseRecord | null,
  at: number,
): Promise<boolean> {
  const since = Math.max(at - FAIR_USE[breach].windowMs, (conduct && warnedAt(conduct, breach)) ?? 0);
  if (breach === 'searching') return (await counts.searches(accountId, since)) > FAIR_USE.searching.searches;
  const listed = await counts.listed(accountId, since);
  const { signals, share } = FAIR_USE.paging;
  return listed > signals && listed > share * (await counts.publicSignals());
}

function suspended(breach: FairUseBreach): ServiceError {
  return new ServiceError(
    'KEY_SUSPENDED',
    `Suspended for breaching fair use twice within 7 days: ${BREACH_DESCRIPTIONS[breach]}. Ask the operator of this service to restore access.`,
    { headers: { 'www-authenticate': 'Bearer realm="pain-signals", error="invalid_token"' } },
  );
}

/** RFC 9111, 5.5. */
function warningOf(conduct: FairUseRecord, now: number): Record<string, string> {
  const texts = (['paging', 'searching'] as const).flatMap((breach) => {
    const until = (warnedAt(conduct, breach) ?? Number.NEGATIVE_INFINITY) + FAIR_USE.warnedForMs;
    if (until < now) return [];
    return [
      `299 pain-signals "Fair use: ${BREACH_DESCRIPTIONS[breach]}. Another breach before ${isoInstant(until)} suspends access."`,
    ];
  });
  return texts.length === 0 ? {} : { warning: texts.join(', ') };
}
