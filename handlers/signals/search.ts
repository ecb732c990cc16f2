import type { Answer, CallOptions } from '@pain-signals/client';
import {
  compareGrowth,
  type FoundSignal,
  hasFaded,
  isGrowing,
  LONGEST_PAGE,
  mentionLoss,
  type PainSignalListItem,
  SEMANTIC_LIMIT,
  SEMANTIC_QUERY_LENGTH,
} from '@pain-signals/contract';
import {
  ALL_AREAS,
  AskQuery,
  comparesPeriods,
  hasWordsInOrder,
  isShownBy,
  SearchQuery,
  withoutWeek,
} from '@pain-signals/domain';
import { withDefaultAreaNote } from '#blocks/signals/search-dialog.ts';
import type { ListPage, SearchWithout } from '#blocks/signals/signal-list.ts';
import type { Deps } from '../ports.ts';
import type { CardRenderer } from '../reply/card-renderer.ts';
import { hasCallsToSpare, hasSearchesToSpare, optional } from '../reply/service-responses.ts';
import type { Requester } from '../request-context.ts';
import { findInPosts, showAsk } from './answer-question.ts';
import { correctSearch } from './did-you-mean.ts';
import { drawList, PAGE_SIZE, slicePage } from './draw-list.ts';
import { filterParameters, isCounted, listOverPeriod, significantRises, sortParameters } from './signal-lists.ts';

/** `/pain search`: a page of the signals that match words and filters. */
export async function showSearch(deps: Deps, asked: SearchQuery, requester: Requester): Promise<CardRenderer> {
  const query = withoutWeek(asked);
  const found = runSearch(deps, query);
  const fallback = semanticFallback(query);
  if (fallback !== null && (await found).page.total === 0) {
    // When semantic search fails, the empty list is still an answer.
    const semantic = await optional(deps, showAsk(deps, fallback, requester, { query, run: runSearch }));
    if (semantic !== null) return semantic;
  }
  const [draw, chosen] = await Promise.all([
    drawList(deps, withRelaxed(deps, query, found), requester),
    optional(deps, deps.settings.get()),
  ]);
  const { area } = query;
  return area === undefined || area !== chosen?.defaultArea
    ? draw
    : (audience) => withDefaultAreaNote(draw(audience), { ...query, area });
}

/** An empty search says what it would find without one of its filters, or with its typing errors corrected. */
async function withRelaxed(
  deps: Deps,
  query: SearchQuery,
  found: ReturnType<typeof runSearch>,
): ReturnType<typeof runSearch> {
  const { answer, page } = await found;
  if (page.rows.length > 0) {
    const others = page.query.page === 0 ? await ofAnyType(deps, query) : [];
    return { answer, page: { ...page, relaxed: others.filter(({ total }) => total > page.total) } };
  }
  const [relaxed, meant] = await Promise.all([relaxFilters(deps, query), correctSearch(deps, query, [], findInPosts)]);
  return { answer, page: { ...page, relaxed, meant } };
}

/** A semantic search for words that matched nothing, in their period. Null for searches with filters. */
function semanticFallback({
  words,
  days,
  sort,
  limit: _limit,
  page: _page,
  direction: _direction,
  show: _show,
  ...filter
}: SearchQuery) {
  const isFiltered = Object.values(filter).some((value) => value !== undefined);
  if (isFiltered || sort === 'rising' || sort === 'fading') return null;
  return AskQuery.safeParse({ show: 'ask', question: words, days, insteadOf: 'search' }).data ?? null;
}

export async function runSearch(deps: Deps, query: SearchQuery): Promise<{ answer: Answer<object>; page: ListPage }> {
  const { answer, page } = await findMatches(deps, query);
  return { answer, page: query.limit === undefined ? page : shorten(page, query.limit) };
}

const shorten = (page: ListPage, limit: number): ListPage => ({
  ...page,
  rows: page.rows.slice(0, Math.max(0, limit - page.firstRank + 1)),
  total: Math.min(page.total, limit),
  all: page.all?.slice(0, limit),
  hasNext: page.hasNext && page.firstRank + PAGE_SIZE <= limit,
});

async function findMatches(deps: Deps, query: SearchQuery): Promise<{ answer: Answer<object>; page: ListPage }> {
  const { sort, direction, page: wantedPage, days, ...filter } = query;
  if (days !== undefined) return listOverPeriod(deps, { ...query, days });
  const isRising = sort === 'rising';
  const isWhole = isRising || sort === 'fading' || query.except !== undefined;
  if (sort === 'relevance' && direction === 'desc' && filter.words !== undefined) return searchByRelevance(deps, query);
  const from = wantedPage * PAGE_SIZE;
  // What could be chance is put behind what rose in pages as long as the service gives.
  const size = sort === 'growth' ? LONGEST_PAGE : PAGE_SIZE;
  const answer = await deps.client.signals({
    ...filterParameters(filter),
    ...sortParameters(query),
    // The service can't filter by growth, nor leave an area out, so these are taken from one long page.
    ...(isWhole ? { page: 0, size: LONGEST_PAGE } : { page: Math.floor(from / size), size }),
  });
  const { items, totalItems } = answer.data;
  const shown = items.filter((item) => isShownBy(query, item));
  const left = (answer.hidden ?? []).filter((item) => isShownBy(query, item));
  const [rows, hidden] = await Promise.all([
    keepMovers(deps, query, shown),
    left.length === 0 ? left : keepMovers(deps, query, left),
  ]);
  if (isWhole)
    return { answer, page: { ...slicePage(query, rows), hidden, fastest: isRising ? fastestOf(query, shown) : null } };
  const onPage = rows.slice(from % size, (from % size) + PAGE_SIZE);
  // The list has become shorter.
  if (onPage.length === 0 && wantedPage > 0) return findMatches(deps, { ...query, page: 0 });
  const page: ListPage = {
    query,
    rows: onPage,
    firstRank: from + 1,
    total: totalItems,
    hasNext: from + PAGE_SIZE < totalItems,
    hidden,
  };
  return { answer, page };
}

/** Matches that are also close in meaning come first, closest first, with the sentence that matched; then the others by score. Unranked, names with the words in order come first. */
async function searchByRelevance(deps: Deps, query: SearchQuery): Promise<{ answer: Answer<object>; page: ListPage }> {
  const { words = '' } = query;
  const answer = await deps.client.signals({
    ...filterParameters(query),
    ...sortParameters(query),
    page: 0,
    size: LONGEST_PAGE,
  });
  const items = answer.data.items.filter((item) => isShownBy(query, item));
  const close =
    items.length > 1 && words.length >= SEMANTIC_QUERY_LENGTH.min && (await hasSearchesToSpare(deps, 1))
      ? await optional(deps, deps.client.search({ q: words, limit: SEMANTIC_LIMIT.default }, { isOptional: true }))
      : null;
  const found = new Map(close?.data.items.map(({ id, match }, rank) => [id, { match, rank }]));
  const rankOf = ({ id, topic }: PainSignalListItem) =>
    close === null ? Number(!hasWordsInOrder(topic, words)) : (found.get(id)?.rank ?? found.size);
  const rows = items.map((item): FoundSignal => ({ ...item, match: found.get(item.id)?.match }));
  const page = slicePage(
    query,
    rows.toSorted((a, b) => rankOf(a) - rankOf(b)),
  );
  const left = answer.data.items.length - items.length;
  const isUnranked = items.length > 1 && close === null;
  const hidden = (answer.hidden ?? []).filter((item) => isShownBy(query, item));
  return { answer, page: { ...page, total: answer.data.totalItems - left, hidden, isUnranked } };
}

/** What is named where nothing rose significantly: what rose most, or of a search for words what is mentioned most. */
function fastestOf({ words }: SearchQuery, rows: readonly PainSignalListItem[]): PainSignalListItem | null {
  const [first] = rows.toSorted(compareGrowth('desc'));
  if (first === undefined || isGrowing(first)) return first ?? null;
  return words === undefined ? null : (rows.toSorted((a, b) => b.volume - a.volume)[0] ?? null);
}

/** Small changes can be chance. */
export async function keepMovers(
  { client }: Pick<Deps, 'client'>,
  { sort, direction }: SearchQuery,
  rows: readonly PainSignalListItem[],
  options?: CallOptions,
): Promise<readonly PainSignalListItem[]> {
  if (sort === 'growth') return rows.toSorted(compareGrowth(direction));
  if (sort === 'fading') return rows.filter(hasFaded).toSorted((a, b) => mentionLoss(b) - mentionLoss(a));
  if (sort !== 'rising') return rows;
  const significant = await significantRises({ client }, rows, options);
  return rows.filter(({ id }) => significant.has(id));
}

/** A search without an area uses the workspace's default area; `area:all` searches all. */
export async function withDefaultArea({ settings }: Pick<Deps, 'settings'>, query: SearchQuery): Promise<SearchQuery> {
  if (query.area === ALL_AREAS) return { ...query, area: undefined };
  if (query.area !== undefined) return query;
  const { defaultArea } = await settings.get();
  return defaultArea === null ? query : { ...query, area: defaultArea };
}

/** People say "complaints" and "bugs" of signals of any type, so a list of one type says how many there are of all. */
async function ofAnyType(deps: Deps, query: SearchQuery): Promise<SearchWithout[]> {
  const { type, words, except, limit } = query;
  if (type === undefined || words === undefined || except !== undefined || limit !== undefined || isCounted(query))
    return [];
  if (!(await hasCallsToSpare(deps))) return [];
  const any = SearchQuery.parse({ ...query, type: undefined, page: 0 });
  return countMatches(deps, [{ without: 'type', query: any }]);
}

const FILTERS = ['type', 'words', 'area', 'owner', 'minScore', 'minRepositories', 'except', 'days'] as const;

/**
 * The same search with one filter left out at a time, or with its words alone, and how many signals each finds. One call each.
 * Undefined where nothing was counted.
 */
async function relaxFilters(deps: Deps, query: SearchQuery): Promise<SearchWithout[] | undefined> {
  const given = FILTERS.filter((filter) => query[filter] !== undefined);
  if (given.length < 2) return undefined;
  const searches = given.flatMap((without) => {
    // What moves, moves in a period: without one it would be another list.
    if (without === 'days' && comparesPeriods(query)) return [];
    const relaxed = SearchQuery.parse({ ...query, [without]: undefined, page: 0 });
    // Counting mentions in a period takes a call for each signal.
    return isCounted(relaxed) ? [] : [{ without, query: relaxed }];
  });
  if (searches.length === 0) return undefined;
  const relaxed = await countMatches(deps, searches);
  if (relaxed.length > 0 || query.words === undefined || given.length === 2) return relaxed;
  const bare = SearchQuery.parse({ show: 'search', words: query.words });
  return countMatches(deps, [{ without: 'all', query: bare }]);
}

/** Those that find something, and as many as their lists would show. */
async function countMatches(deps: Deps, searches: readonly Omit<SearchWithout, 'total'>[]): Promise<SearchWithout[]> {
  const totals = await Promise.all(searches.map(({ query }) => optional(deps, countFound(deps, query))));
  return searches.flatMap((each, at) => {
    const total = totals[at] ?? 0;
    return total === 0 ? [] : [{ ...each, total }];
  });
}

/** The service doesn't count which signals move, were seen in a period, or are left out: that takes their list. */
async function countFound(deps: Deps, query: SearchQuery): Promise<number> {
  const { sort, days, except, limit = Number.POSITIVE_INFINITY } = query;
  const takesList = sort === 'rising' || sort === 'fading' || days !== undefined || except !== undefined;
  // The order is no matter, and the best match first takes a search of posts.
  if (takesList) return (await runSearch(deps, sort === 'relevance' ? { ...query, sort: 'score' } : query)).page.total;
  const { data } = await deps.client.signals({ ...filterParameters(query), page: 0, size: 1 });
  return Math.min(data.totalItems, limit);
}
