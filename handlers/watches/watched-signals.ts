import type { Answer, Priority } from '@pain-signals/client';
import type { PainSignalListItem } from '@pain-signals/contract';
import type { WatchRule, WatchSubject } from '@pain-signals/domain';
import type { Deps } from '../ports.ts';
import { filterParameters } from '../signals/search-parameters.ts';

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
