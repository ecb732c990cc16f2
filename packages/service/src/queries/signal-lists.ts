import type { MacroArea, Page, PainType, SORT_FIELDS, TOP_METRICS } from '@pain-signals/contract';
import { keywordsOf } from '../model/keyword-search.ts';
import { ServiceError } from '../model/service-error.ts';
import type { QueryDeps } from './deps.ts';
import { type FoundItem, type SignalItem, toPage, toSignalItem } from './responses.ts';

/** Signals that rise beyond chance, fastest first. Empty when none does. */
export const trending =
  ({ store, keep }: QueryDeps) =>
  ({ limit }: { limit: number }): Promise<SignalItem[]> =>
    keep(`trending ${limit}`, async () => (await store.signals.trending(limit)).map(toSignalItem));

interface EmergingQuery {
  maxVolume: number;
  minGrowth: number;
  limit: number;
}

/** Newcomers beyond chance that have at most `maxVolume` mentions and grow by at least `minGrowth`, fastest first. */
export const emerging =
  ({ store, keep }: QueryDeps) =>
  ({ maxVolume, minGrowth, limit }: EmergingQuery): Promise<SignalItem[]> =>
    keep(`emerging ${maxVolume} ${minGrowth} ${limit}`, async () =>
      (await store.signals.emerging({ maxVolume, minGrowth, limit })).map(toSignalItem),
    );

interface TopQuery {
  metric: (typeof TOP_METRICS)[number];
  limit: number;
}

/** Active signals by a metric, highest first. */
export const top =
  ({ store, keep }: QueryDeps) =>
  ({ metric, limit }: TopQuery): Promise<SignalItem[]> =>
    keep(`top ${metric} ${limit}`, async () => (await store.signals.top({ metric, limit })).map(toSignalItem));

/** Section 4.2's parameters, in the order of its table. */
export interface SignalListQuery {
  /** Words that must all be there, or the beginnings of words; phrases in quotation marks. */
  query?: string | undefined;
  sortBy: (typeof SORT_FIELDS)[number];
  direction: 'asc' | 'desc';
  page: number;
  size: number;
  minScore?: number | undefined;
  minDocumentDiversity?: number | undefined;
  macroArea?: MacroArea | undefined;
  painType?: PainType | undefined;
  owner?: string | undefined;
}

/** Active and dormant signals, filtered and sorted, a page of them. */
export const listSignals =
  ({ store }: QueryDeps) =>
  async ({ query = '', owner, ...listing }: SignalListQuery): Promise<Page<SignalItem>> => {
    const { page, size } = listing;
    const keywords = keywordsOf(query);
    // Somebody who looks for "???" looks for something, and it is not everything.
    if (keywords.length === 0 && query.trim() !== '') return toPage([], 0, page, size);
    // PostgreSQL refuses a text with a NUL; no owner's name has one.
    const { rows, total } = await store.signals.list({ ...listing, keywords, owner: owner?.replaceAll('\0', '') });
    return toPage(rows.map(toSignalItem), total, page, size);
  };

/** Section 4.3: the signals that answer a question, the best first, as one page. Throws SEARCH_UNAVAILABLE. */
export const semanticSearch =
  ({ store, search }: QueryDeps) =>
  async ({ q, limit }: { q: string; limit: number }): Promise<Page<FoundItem>> => {
    const hits = await search.search(q, limit);
    if (hits === null) {
      throw new ServiceError(
        'SEARCH_UNAVAILABLE',
        'The search is being loaded. Retry in a second, then less and less often.',
      );
    }
    const rows = await store.signals.byIds(hits.map((hit) => hit.signalId));
    const matches = new Map(hits.map(({ signalId, ...match }) => [signalId, match]));
    const found = rows.flatMap((row) => {
      const match = matches.get(row.id);
      return match === undefined ? [] : [{ ...toSignalItem(row), match }];
    });
    return toPage(found, found.length, 0, limit);
  };
