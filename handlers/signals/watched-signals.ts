import type { Answer, Priority } from '@pain-signals/client';
import { LONGEST_PAGE, type PainSignalListItem } from '@pain-signals/contract';
import { isAbout, MOST_REMEMBERED, type Watch, type WatchRule, type WatchSubject } from '@pain-signals/domain';
import type { Deps } from '../ports.ts';
import { filterParameters } from './signal-lists.ts';

/** Marks watches of hidden signals as paused for that, before the next check does, and also where the signal was missing before. */
export async function markHidden(
  { hiddenSignals }: Pick<Deps, 'hiddenSignals'>,
  watches: readonly Watch[],
): Promise<readonly Watch[]> {
  const hidden = await hiddenSignals.ids();
  const isHidden = ({ subject, paused }: Watch) =>
    (paused === null || paused === 'no-signal') && subject.of === 'signal' && hidden.has(subject.id);
  return watches.map((watch) => (isHidden(watch) ? { ...watch, paused: 'hidden' } : watch));
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
