import { LIST_FAIR_USE, SEARCH_FAIR_USE, steadyTime } from '@pain-signals/contract';
import { LRUCache } from 'lru-cache';
import { DAY_MS, HOUR_MS, isoInstant, MINUTE_MS } from '../../model/day.ts';
import { ServiceError } from '../../model/service-error.ts';
import type { FairUseBreach, FairUseRecord, Store } from '../../store/index.ts';
import { createUsageTally, type UsageTally } from './usage-tally.ts';

/** More than this is a breach. The first is a warning; the same again within a week suspends. */
export const FAIR_USE = {
  paging: { windowMs: LIST_FAIR_USE.windowSeconds * 1000, signals: LIST_FAIR_USE.signals, share: LIST_FAIR_USE.share },
  searching: { windowMs: SEARCH_FAIR_USE.windowSeconds * 1000, searches: SEARCH_FAIR_USE.searches },
  warnedForMs: 7 * DAY_MS,
} as const;

/** How long each process trusts a record it has read. */
const CACHE_MS = 1_000;
const MAX_CACHED_RECORDS = 10_000;

const BREACH_DESCRIPTIONS: Readonly<Record<FairUseBreach, string>> = {
  paging: 'more than half of all signals were listed within 24 hours',
  searching: `more than ${FAIR_USE.searching.searches} semantic searches within ${FAIR_USE.searching.windowMs / MINUTE_MS} minutes`,
};

export interface FairUseOptions {
  store: Pick<Store, 'fairUse' | 'transaction'>;
  now: () => number;
  onError: (error: unknown) => void;
}

export function createFairUse({ store, now, onError }: FairUseOptions) {
  const steadyNow = steadyTime(now);
  const cache = new LRUCache<string, { record: FairUseRecord | null; readAt: number }>({ max: MAX_CACHED_RECORDS });
  const judge = (accountId: string, breach: FairUseBreach) => judgeUsage({ store, now }, accountId, breach);
  const tally: UsageTally = createUsageTally({ store: store.fairUse, now, judge, onError });

  const recordOf = async (accountId: string): Promise<FairUseRecord | null> => {
    const cached = cache.get(accountId);
    if (cached !== undefined && steadyNow() - cached.readAt < CACHE_MS) return cached.record;
    const record = await store.fairUse.find(accountId);
    cache.set(accountId, { record, readAt: steadyNow() });
    return record;
  };

  return {
    /** Headers with the account's warnings. Throws KEY_SUSPENDED. */
    async headersFor(accountId: string): Promise<Record<string, string>> {
      const record = await recordOf(accountId);
      if (record === null) return {};
      if (record.suspendedAt !== null) throw suspended(record.suspendedFor ?? 'paging');
      return warningHeader(record, now());
    },
    /** Notes that the account was shown these signals. */
    noteListed: (accountId: string, signalIds: readonly string[]): void =>
      tally.noteListed(accountId, signalIds, cache.get(accountId)?.record?.pagingWarnedAt ?? 0),
    noteSearch: tally.noteSearch,
    /** Stores and judges what was noted; also happens on its own within a second. */
    settle: tally.settle,
  };
}

/** Judged for each account, over all its keys, tokens and pages. */
export type FairUse = ReturnType<typeof createFairUse>;

/** Null also for a warning that is yet to come, of a clock that ran ahead: nothing would count until then. */
function warnedAt(record: FairUseRecord, breach: FairUseBreach, now: number): number | null {
  const at = breach === 'paging' ? record.pagingWarnedAt : record.searchingWarnedAt;
  return at !== null && at - now < HOUR_MS ? at : null;
}

/** Counts from the last warning on. */
async function judgeUsage(
  { store, now }: Pick<FairUseOptions, 'store' | 'now'>,
  accountId: string,
  breach: FairUseBreach,
): Promise<void> {
  const known = await store.fairUse.find(accountId);
  if (!(await isBreach(store, accountId, breach, known, now()))) return;
  await store.transaction(async (stores) => {
    const record = await stores.fairUse.lock(accountId);
    // Another process may have judged it in the meantime.
    if (!(await isBreach(stores, accountId, breach, record, now()))) return;
    const before = warnedAt(record, breach, now());
    const again = before !== null && now() - before <= FAIR_USE.warnedForMs;
    const warned = breach === 'paging' ? { pagingWarnedAt: now() } : { searchingWarnedAt: now() };
    await stores.fairUse.save({
      ...record,
      ...(again ? { suspendedAt: record.suspendedAt ?? now(), suspendedFor: breach } : warned),
    });
  });
}

async function isBreach(
  { fairUse: counts }: Pick<Store, 'fairUse'>,
  accountId: string,
  breach: FairUseBreach,
  record: FairUseRecord | null,
  at: number,
): Promise<boolean> {
  const since = Math.max(at - FAIR_USE[breach].windowMs, (record && warnedAt(record, breach, at)) ?? 0);
  if (breach === 'searching') return (await counts.searches(accountId, since)) > FAIR_USE.searching.searches;
  const listed = await counts.listed(accountId, since);
  const { signals, share } = FAIR_USE.paging;
  return listed > signals && listed > share * (await counts.publicSignals());
}

const describeSuspension = (breach: FairUseBreach): string =>
  `Suspended for breaching fair use twice within 7 days: ${BREACH_DESCRIPTIONS[breach]}. Ask the person who runs this service to restore access.`;

const suspended = (breach: FairUseBreach): ServiceError =>
  new ServiceError('KEY_SUSPENDED', describeSuspension(breach), {
    headers: { 'www-authenticate': 'Bearer realm="pain-signals", error="invalid_token"' },
  });

function warningsOf(record: FairUseRecord, now: number): string[] {
  return (['paging', 'searching'] as const).flatMap((breach) => {
    const until = (warnedAt(record, breach, now) ?? Number.NEGATIVE_INFINITY) + FAIR_USE.warnedForMs;
    if (until < now) return [];
    return [`Fair use: ${BREACH_DESCRIPTIONS[breach]}. Another breach before ${isoInstant(until)} suspends access.`];
  });
}

/** RFC 9111, 5.5. */
function warningHeader(record: FairUseRecord, now: number): Record<string, string> {
  const texts = warningsOf(record, now).map((text) => `299 pain-signals "${text}"`);
  return texts.length === 0 ? {} : { warning: texts.join(', ') };
}

/** What an account's owner should know about fair use. */
export interface FairUseStatus {
  isSuspended: boolean;
  /** Warnings, or why it is suspended. */
  notices: string[];
}

export async function fairUseStatus(
  store: Pick<Store, 'fairUse'>,
  accountId: string,
  now: number,
): Promise<FairUseStatus> {
  const record = await store.fairUse.find(accountId);
  if (record === null) return { isSuspended: false, notices: [] };
  if (record.suspendedAt === null) return { isSuspended: false, notices: warningsOf(record, now) };
  return { isSuspended: true, notices: [describeSuspension(record.suspendedFor ?? 'paging')] };
}

/** Throws KEY_SUSPENDED: a suspended account gets no new keys and connects no apps. */
export async function rejectSuspended(store: Pick<Store, 'fairUse'>, accountId: string): Promise<void> {
  const record = await store.fairUse.find(accountId);
  if (record !== null && record.suspendedAt !== null) throw suspended(record.suspendedFor ?? 'paging');
}
