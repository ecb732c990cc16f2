import type { EmergingParameters, Page, SignalListParameters, TopParameters } from '@pain-signals/contract';
import type { z } from 'zod';
import { keywordsOf } from '../model/keyword-search.ts';
import type { QueryDeps } from './deps.ts';
import { type SignalItem, toPage, toSignalItem } from './responses.ts';

type EmergingQuery = z.output<typeof EmergingParameters>;
type TopQuery = z.output<typeof TopParameters>;
export type SignalListQuery = z.output<typeof SignalListParameters>;

export const listQueries = ({ store, cached }: QueryDeps) => ({
  /** Signals with a statistically significant increase, fastest first. */
  trending: ({ limit }: { limit: number }): Promise<SignalItem[]> =>
    cached(`trending ${limit}`, async () => (await store.signals.trending(limit)).map(toSignalItem)),

  /** Significantly growing signals with at most `maxVolume` mentions and at least `minGrowth`, fastest first. */
  emerging: ({ maxVolume, minGrowth, limit }: EmergingQuery): Promise<SignalItem[]> =>
    cached(`emerging ${maxVolume} ${minGrowth} ${limit}`, async () =>
      (await store.signals.emerging({ maxVolume, minGrowth, limit })).map(toSignalItem),
    ),

  /** Active signals by a metric, highest first. */
  top: ({ metric, limit }: TopQuery): Promise<SignalItem[]> =>
    cached(`top ${metric} ${limit}`, async () => (await store.signals.top({ metric, limit })).map(toSignalItem)),

  /** Active and dormant signals, filtered and sorted, a page of them. */
  async listSignals({ query = '', owner, ...listing }: SignalListQuery): Promise<Page<SignalItem>> {
    const { page, size } = listing;
    const keywords = keywordsOf(query);
    // A query without words, such as "???", matches nothing rather than everything.
    if (keywords.length === 0 && query.trim() !== '') return toPage([], 0, page, size);
    // PostgreSQL rejects NUL in text.
    const { rows, total } = await store.signals.list({ ...listing, keywords, owner: owner?.replaceAll('\0', '') });
    return toPage(rows.map(toSignalItem), total, page, size);
  },
});
