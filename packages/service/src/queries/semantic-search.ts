import type { Page } from '@pain-signals/contract';
import { ServiceError } from '../model/service-error.ts';
import type { FoundItem } from './answers.ts';
import type { QueryDeps } from './deps.ts';
import { toSignalItem } from './list-item.ts';
import { toPage } from './page.ts';

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
