import type { MacroArea, Page, PainType, SORT_FIELDS } from '@pain-signals/contract';
import { keywordsOf } from '../model/keyword-search.ts';
import type { SignalItem } from './answers.ts';
import type { QueryDeps } from './deps.ts';
import { toSignalItem } from './list-item.ts';
import { toPage } from './page.ts';

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
