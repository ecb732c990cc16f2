import {
  DASHBOARD_LIMIT,
  EMERGING_MIN_GROWTH,
  PainType,
  SEMANTIC_QUERY_LENGTH,
  SORT_FIELDS,
  TOP_METRICS,
} from '@pain-signals/contract';
import { z } from 'zod';

export const MAX_WORDS_LENGTH = 200;

export const MAX_OWNER_LENGTH = 100;
/** Any area, even if the workspace has a default one. */
export const ALL_AREAS = 'ALL';
export const MAX_VOLUME = 1_000_000_000;
export const MAX_GROWTH = 1_000;
export const MAX_REPOSITORIES = 10_000;
export const MAX_DAYS = 365;
/** What the dashboard lists compare with the days before. */
export const WEEK_DAYS = 7;

export const pageIndex = z.int().min(0).max(10_000).default(0);
export const signalId = z.string().min(1).max(200);
const limit = z.int().min(DASHBOARD_LIMIT.min).max(DASHBOARD_LIMIT.max).default(DASHBOARD_LIMIT.default);
const searchWords = z.string().min(1).max(MAX_WORDS_LENGTH);
/** The last so many days, today included. Without it, lists compare this week with last week. */
const days = z.int().min(1).max(MAX_DAYS).optional();
/** Open: a service may have other areas. */
const areaId = z.string().min(1).max(60);

export const TrendingQuery = z.object({ show: z.literal('trending'), limit, days, page: pageIndex });
/** Mentions of a signal that is still small. The service's own default lets most of what trends in. */
export const SMALL_VOLUME = 30;

export const EmergingQuery = z.object({
  show: z.literal('emerging'),
  maxVolume: z.int().min(0).max(MAX_VOLUME).default(SMALL_VOLUME),
  minGrowth: z.number().min(-1).max(MAX_GROWTH).default(EMERGING_MIN_GROWTH),
  limit,
  days,
  page: pageIndex,
});
export const TopQuery = z.object({
  show: z.literal('top'),
  metric: z.enum(TOP_METRICS).default('score'),
  limit,
  days,
  page: pageIndex,
  /** To choose one of them, rather than to read. */
  pick: z.literal('watch').optional(),
});
export const SearchFilter = z.object({
  words: searchWords.optional(),
  area: areaId.optional(),
  type: PainType.optional(),
  owner: z.string().min(1).max(MAX_OWNER_LENGTH).optional(),
  minScore: z.number().min(0).max(100).optional(),
  minRepositories: z.int().min(0).max(MAX_REPOSITORIES).optional(),
});
export const MAX_EXCEPT = 5;
/** Areas and types that are left out. The service has no such filter. */
const except = z.array(areaId).min(1).max(MAX_EXCEPT).optional();

export const SearchQuery = z.object({
  show: z.literal('search'),
  ...SearchFilter.shape,
  /**
   * `rising`: only significant increases, fastest first. `fading`: only what cools off, biggest drop in mentions first.
   * `relevance`: the best match of the words; without words, by score.
   */
  sort: z.enum([...SORT_FIELDS, 'rising', 'fading', 'relevance']).default('relevance'),
  direction: z.enum(['asc', 'desc']).default('desc'),
  /** "Top 3 in cloud". Without it, all matches. */
  limit: limit.unwrap().optional(),
  except,
  days,
  page: pageIndex,
});
export const AskQuery = z.object({
  show: z.literal('ask'),
  question: z.string().min(SEMANTIC_QUERY_LENGTH.min).max(SEMANTIC_QUERY_LENGTH.max),
  /** Set by a follow-up, "only bugs", and those of a search that looks into the posts, too. */
  ...SearchFilter.omit({ words: true }).shape,
  except,
  days,
  page: pageIndex,
  /** Shows what is hardly relevant, too. */
  withWeak: z.literal(true).optional(),
  /** Set when a word search found nothing. */
  insteadOf: z.literal('search').optional(),
});

/** Signals similar to a message. */
export const RelatedQuery = z.object({
  show: z.literal('related'),
  text: z.string().min(SEMANTIC_QUERY_LENGTH.min).max(SEMANTIC_QUERY_LENGTH.max),
});

export const ListQuery = z.discriminatedUnion('show', [TrendingQuery, EmergingQuery, TopQuery, SearchQuery, AskQuery]);

/** What a follow-up changes about the list in mind. `next`: its next page. */
export const RefineQuery = z.object({
  show: z.literal('refine'),
  change: SearchFilter.extend({
    sort: SearchQuery.shape.sort.unwrap().optional(),
    except,
    days: z.int().min(1).max(MAX_DAYS).optional(),
  }),
  /** Null: without filters. */
  keep: z.enum(['filters', 'nothing']).default('filters'),
});

export const BriefsQuery = z.object({ show: z.literal('briefs'), area: areaId.optional(), page: pageIndex });

export type TrendingQuery = z.output<typeof TrendingQuery>;
export type EmergingQuery = z.output<typeof EmergingQuery>;
export type TopQuery = z.output<typeof TopQuery>;
export type SearchQuery = z.output<typeof SearchQuery>;
export type AskQuery = z.output<typeof AskQuery>;
export type ListQuery = z.output<typeof ListQuery>;
export type RelatedQuery = z.output<typeof RelatedQuery>;
export type BriefsQuery = z.output<typeof BriefsQuery>;
export type RefineQuery = z.output<typeof RefineQuery>;
export type SearchFilter = z.output<typeof SearchFilter>;

/** A dashboard list as the search that shows about the same, to add filters to. */
export const asSearch = (list: Exclude<ListQuery, AskQuery>): SearchQuery =>
  list.show === 'search'
    ? list
    : SearchQuery.parse({ show: 'search', sort: list.show === 'top' ? list.metric : 'rising', days: list.days });

/** Whether an area and a type are among those that a list shows. */
export const isShownBy = (
  { except = [] }: Pick<SearchQuery, 'except'>,
  { macroArea, painType }: { macroArea: string | null; painType: string | null },
): boolean => !except.some((each) => each === macroArea || each === painType);

/** Whether a question is asked of some signals only. */
export const isFiltered = ({ area, type, owner, minScore, minRepositories, except, days }: AskQuery): boolean =>
  [area, type, owner, minScore, minRepositories, except, days].some((filter) => filter !== undefined);

/** The same list without some areas and types. */
export function leaveOut(list: ListQuery, left: readonly string[]): ListQuery {
  const search = list.show === 'ask' ? list : asSearch(list);
  const except = [...new Set([...left, ...(search.except ?? [])])].slice(0, MAX_EXCEPT);
  const isLeftOut = (each: string | undefined) => each !== undefined && except.includes(each);
  return {
    ...search,
    ...(isLeftOut(search.area) ? { area: undefined } : {}),
    ...(isLeftOut(search.type) ? { type: undefined } : {}),
    ...('limit' in list && list.limit !== DASHBOARD_LIMIT.default ? { limit: list.limit } : {}),
    ...{ except, page: 0 },
  };
}

/** Without filters, a search is one of the service's lists. */
export function simplestQuery({ except: left, ...given }: SearchQuery): ListQuery {
  // What is asked for is no longer left out.
  const except = left?.filter((each) => each !== given.area && each !== given.type);
  const search = except === undefined || except.length === 0 ? given : { ...given, except };
  const { show: _show, sort, direction, limit, days, page: _page, ...filter } = search;
  if (direction === 'asc' || Object.values(filter).some((each) => each !== undefined)) return search;
  if (sort === 'rising') return TrendingQuery.parse({ show: 'trending', limit, days });
  const metric = sort === 'relevance' ? 'score' : TOP_METRICS.find((each) => each === sort);
  return metric === undefined ? search : TopQuery.parse({ show: 'top', metric, limit, days });
}

/** The list in mind, changed as a follow-up asks: "only bugs", "this month". Without a list it is a search of its own. */
export function refineList(list: ListQuery | null, { change: { except, ...change }, keep }: RefineQuery): ListQuery {
  const { days } = change;
  if (except !== undefined) {
    const isMore = Object.values(change).some((each) => each !== undefined);
    const from = list ?? SearchQuery.parse({ show: 'search' });
    return leaveOut(isMore ? refineList(list, { show: 'refine', change, keep }) : from, except);
  }
  const isPeriodOnly = days !== undefined && Object.values(change).filter((each) => each !== undefined).length === 1;
  if (list === null && isPeriodOnly) return TrendingQuery.parse({ show: 'trending', days });
  if (list !== null && isPeriodOnly && list.show !== 'search') return { ...list, days, page: 0 };
  const isUnfiltered = list !== null && list.show !== 'search' && list.show !== 'ask';
  if (keep === 'nothing' && isUnfiltered) return { ...list, days: undefined, page: 0 };
  const given = Object.fromEntries(Object.entries(change).filter(([, each]) => each !== undefined));
  const isNarrowing = Object.keys(given).every((name) => name === 'area' || name === 'type' || name === 'days');
  if (list?.show === 'ask' && keep === 'filters' && isNarrowing) return { ...list, ...given, page: 0 };
  const before =
    list === null || list.show === 'ask' || keep === 'nothing'
      ? SearchQuery.parse({ show: 'search', ...wordsOf(list) })
      : asSearch(list);
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
  (query.show === 'search' && ['growth', 'rising', 'fading'].includes(query.sort));

/** What compares weeks without a period has none of a week: it is the same list. */
export const withoutWeek = <Of extends ListQuery>(query: Of): Of =>
  query.days === WEEK_DAYS && comparesPeriods(query) ? { ...query, days: undefined } : query;
