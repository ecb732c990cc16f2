import { TOP_METRICS } from '@pain-signals/contract';
import {
  type AskQuery,
  type ListQuery,
  MAX_WORDS_LENGTH,
  type RefineQuery,
  SearchQuery,
  TopQuery,
  TrendingQuery,
} from './list-query.ts';

/** A dashboard list as the search that shows about the same, to add filters to. */
export const asSearch = (list: Exclude<ListQuery, AskQuery>): SearchQuery =>
  list.show === 'search'
    ? list
    : SearchQuery.parse({ show: 'search', sort: list.show === 'top' ? list.metric : 'rising', days: list.days });

/** Without filters, a search is one of the service's lists. */
export function simplestQuery(search: SearchQuery): ListQuery {
  const { show: _show, sort, direction, days, page: _page, ...filter } = search;
  if (direction === 'asc' || Object.values(filter).some((each) => each !== undefined)) return search;
  if (sort === 'rising') return TrendingQuery.parse({ show: 'trending', days });
  const metric = TOP_METRICS.find((each) => each === sort);
  return metric === undefined ? search : TopQuery.parse({ show: 'top', metric, days });
}

/** The list in mind, changed as a follow-up asks: "only bugs", "this month". Without a list it is a search of its own. */
export function refineList(list: ListQuery | null, { change, keep }: RefineQuery): ListQuery {
  const { days } = change;
  const isPeriodOnly = days !== undefined && Object.values(change).filter((each) => each !== undefined).length === 1;
  if (list !== null && isPeriodOnly && list.show !== 'search') return { ...list, days, page: 0 };
  const before =
    list === null || list.show === 'ask' || keep === 'nothing'
      ? SearchQuery.parse({ show: 'search', ...wordsOf(list) })
      : asSearch(list);
  const given = Object.fromEntries(Object.entries(change).filter(([, each]) => each !== undefined));
  return simplestQuery({ ...before, ...given, page: 0 });
}

/** What was asked in a question stays what is searched for. */
const wordsOf = (list: ListQuery | null): { words?: string | undefined; days?: number | undefined } => {
  if (list?.show === 'ask') return { words: list.question.slice(0, MAX_WORDS_LENGTH), days: list.days };
  return list?.show === 'search' ? { words: list.words } : {};
};

/** Lists that compare the last days with the ones before. The others only leave out what was seen last before the period. */
export const comparesPeriods = (query: ListQuery): boolean =>
  query.show === 'trending' ||
  query.show === 'emerging' ||
  (query.show === 'top' && query.metric === 'growth') ||
  (query.show === 'search' && (query.sort === 'growth' || query.sort === 'rising'));
