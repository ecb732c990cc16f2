import { type Answer, NotFoundError, type Priority } from '@pain-signals/client';
import { LONGEST_PAGE, type PainSignalListItem } from '@pain-signals/contract';
import type { Watch, WatchRule, WatchSubject } from '@pain-signals/domain';
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
  total: number;
  answer: Answer<unknown>;
}

const MAX_ROWS = 50;

/** Fetches a watch's signals in one call, the same for all watches of the same subject. */
export async function fetchWatchedSignals(
  { client }: Pick<Deps, 'client'>,
  { subject, rule }: { subject: WatchSubject; rule: WatchRule },
  priority: Priority,
): Promise<WatchedSignals> {
  if (subject.of === 'signal') {
    const answer = await client.signal(subject.id, { priority });
    return { signals: [answer.data], total: 1, answer };
  }
  const sortBy = rule.when === 'score' ? 'score' : 'growth';
  const parameters = { ...filterParameters(subject.filter), sortBy, direction: 'desc', size: MAX_ROWS } as const;
  const answer = await client.signals(parameters, { priority });
  return { signals: answer.data.items, total: answer.data.totalItems, answer };
}
