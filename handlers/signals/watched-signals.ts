import { type Answer, NotFoundError, type Priority } from '@pain-signals/client';
import { LONGEST_PAGE, type PainSignalListItem } from '@pain-signals/contract';
import { isAbout, MOST_REMEMBERED, type Watch, type WatchRule, type WatchSubject } from '@pain-signals/domain';
import type { Deps } from '../ports.ts';
import { optional } from '../reply/service-responses.ts';
import { filterParameters } from './signal-lists.ts';

type LookupDeps = Pick<Deps, 'client' | 'hiddenSignals' | 'logger' | 'timeouts'>;

/** One page has nearly all watched signals. Each of the others costs a call. */
const PAGE = { sortBy: 'score', direction: 'desc', size: LONGEST_PAGE } as const;
const MAX_LOOKUPS = 5;

/** Marks watches of hidden and removed signals as paused, before the next check does. */
export async function markPaused(deps: LookupDeps, given: readonly Watch[]): Promise<readonly Watch[]> {
  const hidden = await deps.hiddenSignals.ids();
  const watches = given.map((watch) =>
    !watch.paused && signalIdsOf(watch.subject).some((id) => hidden.has(id))
      ? { ...watch, paused: 'hidden' as const }
      : watch,
  );
  const watched = new Set(watches.flatMap(({ subject, paused }) => (paused ? [] : signalIdsOf(subject))));
  if (watched.size === 0) return watches;
  const removed = await optional(deps, findRemoved(deps, watched));
  if (removed === null) return watches;
  const isRemoved = ({ subject, paused }: Watch) => !paused && signalIdsOf(subject).some((id) => removed.has(id));
  return watches.map((watch) => (isRemoved(watch) ? { ...watch, paused: 'no-signal' } : watch));
}

const signalIdsOf = (subject: Watch['subject']): string[] => (subject.of === 'signal' ? [subject.id] : []);

/** A signal missing in the list may still exist, so each is looked up. */
async function findRemoved({ client }: LookupDeps, ids: ReadonlySet<string>): Promise<ReadonlySet<string>> {
  const { data } = await client.signals(PAGE);
  const missing = ids.difference(new Set(data.items.map(({ id }) => id)));
  const removed = new Set<string>();
  await Promise.all(
    [...missing].slice(0, MAX_LOOKUPS).map(async (id) => {
      try {
        await client.signal(id);
      } catch (error) {
        if (!(error instanceof NotFoundError)) throw error;
        removed.add(id);
      }
    }),
  );
  return removed;
}

export interface WatchedSignals {
  signals: readonly PainSignalListItem[];
  /** Of all pages, also those that weren't asked for. */
  total: number;
  pages: number;
  answer: Answer<unknown>;
}

/** As many signals as a watch remembers. */
const MAX_PAGES = Math.floor(MOST_REMEMBERED / LONGEST_PAGE);

/**
 * Fetches a watch's signals, the same for all watches of the same subject: all that the rule is about come first, and fill a page or
 * more.
 *
 * @param known what was fetched for another watch of the same subject
 */
export async function fetchWatchedSignals(
  deps: Pick<Deps, 'client'>,
  watch: { subject: WatchSubject; rule: WatchRule },
  priority: Priority,
  known: WatchedSignals | null = null,
): Promise<WatchedSignals> {
  let look = known ?? (await fetchMore(deps, watch, priority, null));
  while (look.pages < MAX_PAGES && hasMoreAbove(watch.rule, look)) look = await fetchMore(deps, watch, priority, look);
  return look;
}

/** Further signals may be above the level, too. */
export function hasMoreAbove(rule: WatchRule, { signals, total }: WatchedSignals): boolean {
  const last = signals.at(-1);
  return signals.length < total && last !== undefined && isAbout(rule, last);
}

async function fetchMore(
  { client }: Pick<Deps, 'client'>,
  { subject, rule }: { subject: WatchSubject; rule: WatchRule },
  priority: Priority,
  before: WatchedSignals | null,
): Promise<WatchedSignals> {
  if (subject.of === 'signal') {
    const answer = await client.signal(subject.id, { priority });
    return { signals: [answer.data], total: 1, pages: 1, answer };
  }
  const page = before?.pages ?? 0;
  const sortBy = rule.when === 'score' ? 'score' : 'growth';
  const parameters = { ...filterParameters(subject.filter), sortBy, direction: 'desc', size: LONGEST_PAGE } as const;
  const answer = await client.signals(page === 0 ? parameters : { ...parameters, page }, { priority });
  const { items, totalItems } = answer.data;
  // Between two pages, signals move from one to the other.
  const byId = new Map([...(before?.signals ?? []), ...items].map((signal) => [signal.id, signal]));
  const signals = [...byId.values()];
  // Hidden signals are missing in the total of their own page alone.
  const isLast = totalItems - items.length <= page * LONGEST_PAGE;
  return {
    signals,
    total: isLast ? signals.length : Math.max(totalItems, signals.length + 1),
    pages: page + 1,
    answer: before?.answer.stale ? before.answer : answer,
  };
}
