import { SearchQuery } from '@pain-signals/domain';
import type { RelaxedSearch } from '#blocks/signals/signal-list.ts';
import type { Deps } from '../ports.ts';
import { optional } from '../reply/service-responses.ts';
import { filterParameters } from './search-parameters.ts';

const FILTERS = ['words', 'area', 'type', 'owner', 'minScore', 'minRepositories'] as const;

/** The same search without one of its filters each, and how many signals that finds. One call a filter. */
export async function relaxFilters(deps: Deps, query: SearchQuery): Promise<RelaxedSearch[]> {
  const given = FILTERS.filter((filter) => query[filter] !== undefined);
  if (given.length < 2) return [];
  const relaxed = given.map((without) => ({
    without,
    query: SearchQuery.parse({ ...query, [without]: undefined, page: 0 }),
  }));
  const counts = await Promise.all(
    relaxed.map(({ query: { words, area, type, owner, minScore, minRepositories } }) =>
      optional(
        deps,
        deps.client.signals({
          ...filterParameters({ words, area, type, owner, minScore, minRepositories }),
          page: 0,
          size: 1,
        }),
      ),
    ),
  );
  return relaxed.flatMap((each, at) => {
    const total = counts[at]?.data.totalItems ?? 0;
    return total === 0 ? [] : [{ ...each, total }];
  });
}
