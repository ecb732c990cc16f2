import type { Answer, Priority } from '@pain-signals/client';
import type { PainSignalListItem } from '@pain-signals/contract';
import type { WatchRule, WatchSubject } from '@pain-signals/domain';
import type { Deps } from '../ports.ts';
import { filterParameters } from '../signals/search.ts';

/** What is there of what somebody watches. */
export interface WatchedSignals {
  signals: readonly PainSignalListItem[];
  /** How many there are in all. */
  total: number;
  answer: Answer<unknown>;
}

const MAX_ROWS = 50;

/** One question to the service, the same for all who watch the same. */
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
  const question = { ...filterParameters(subject.filter), sortBy, direction: 'desc', size: MAX_ROWS } as const;
  const answer = await client.signals(question, { priority });
  return { signals: answer.data.items, total: answer.data.totalItems, answer };
}
