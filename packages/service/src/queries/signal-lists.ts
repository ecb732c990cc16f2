import type { MacroArea, Page, PainType, SORT_FIELDS, TOP_METRICS } from '@pain-signals/contract';
import { keywordsOf } from '../model/keyword-search.ts';
import { ServiceError } from '../model/service-error.ts';
import { matchingSentence } from '../search/matching-sentence.ts';
import type { QueryDeps } from './deps.ts';
import { type FoundItem, type SignalItem, toPage, toSignalItem } from './responses.ts';

/** Signals with a statistically significant increase, fastest first. */
export const trending =
  ({ store, cached }: QueryDeps) =>
  ({ limit }: { limit: number }): Promise<SignalItem[]> =>
    cached(`trending ${limit}`, async () => (await store.signals.trending(limit)).map(toSignalItem));

interface EmergingQuery {
  maxVolume: number;
  minGrowth: number;
  limit: number;
}

/** Significantly growing signals with at most `maxVolume` mentions and at least `minGrowth`, fastest first. */
export const emerging =
  ({ store, cached }: QueryDeps) =>
  ({ maxVolume, minGrowth, limit }: EmergingQuery): Promise<SignalItem[]> =>
    cached(`emerging ${maxVolume} ${minGrowth} ${limit}`, async () =>
      (await store.signals.emerging({ maxVolume, minGrowth, limit })).map(toSignalItem),
    );

interface TopQuery {
  metric: (typeof TOP_METRICS)[number];
  limit: number;
}

/** Active signals by a metric, highest first. */
export const top =
  ({ store, cached }: QueryDeps) =>
  ({ metric, limit }: TopQuery): Promise<SignalItem[]> =>
    cached(`top ${metric} ${limit}`, async () => (await store.signals.top({ metric, limit })).map(toSignalItem));

/** Section 4.2's parameters, in the order of its table. */
export interface SignalListQuery {
  /** Words or prefixes that must all occur; phrases in quotation marks. */
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
    // A query without words, such as "???", matches nothing rather than everything.
    if (keywords.length === 0 && query.trim() !== '') return toPage([], 0, page, size);
    // PostgreSQL rejects NUL in text.
    const { rows, total } = await store.signals.list({ ...listing, keywords, owner: owner?.replaceAll('\0', '') });
    return toPage(rows.map(toSignalItem), total, page, size);
  };

/** Section 4.3: the signals relevant to a question, best first, as one page. Throws SEARCH_UNAVAILABLE. */
export const semanticSearch =
  ({ store, search }: QueryDeps) =>
  async ({ q, limit }: { q: string; limit: number }): Promise<Page<FoundItem>> => {
    const hits = await search.search(q, limit);
    if (hits === null) {
      throw new ServiceError('SEARCH_UNAVAILABLE', 'The search index is loading. Retry with exponential backoff.');
    }
    const rows = await store.signals.byIds(hits.map((hit) => hit.signalId));
    const matches = new Map(hits.map(({ signalId, ...match }) => [signalId, match]));
    const found: FoundItem[] = [];
    for (const row of rows) {
      const match = matches.get(row.id);
      if (match === undefined) continue;
      const chunk = match.chunkId === null ? null : await store.evidence.chunk(match.chunkId);
      const sentence = chunk === null ? null : matchingSentence(chunk.postTitle, chunk.text, match.words);
      const source = { url: chunk?.url ?? null, author: chunk?.author ?? null };
      found.push({ ...toSignalItem(row), match: { ...match, sentence, ...source }, confirmed: true });
    }
    return toPage(found, found.length, 0, limit);
  };
