import type { Answer, CallOptions } from '@pain-signals/client';
import {
  compareGrowth,
  DASHBOARD_LIMIT,
  type GrowthFigures,
  hasFaded,
  isGrowing,
  LONGEST_PAGE,
  mentionLoss,
  movesTooLittle,
  type PainSignalListItem,
  risesBeyond,
  type Timeline,
} from '@pain-signals/contract';
import {
  type AskQuery,
  asSearch,
  DAY_MS,
  EmergingQuery,
  hasWordsInOrder,
  isShownBy,
  type ListQuery,
  MAX_DAYS,
  queryForSignals,
  type SearchFilter,
  type SearchQuery,
  type TopQuery,
  type TrendingQuery,
  WEEK_DAYS,
  withoutWeek,
} from '@pain-signals/domain';
import { whichSignalCard } from '#blocks/signals/reference-cards.ts';
import type { ListPage, PeriodCount } from '#blocks/signals/signal-list.ts';
import type { Deps } from '../ports.ts';
import type { CardRenderer } from '../reply/card-renderer.ts';
import { hasCallsToSpare, optional } from '../reply/service-responses.ts';
import type { Requester } from '../request-context.ts';
import { drawList, PAGE_SIZE, slicePage } from './draw-list.ts';

/** `/pain trending`, `/pain emerging` and `/pain top`: at most ten signals, chosen by the service. */

export function showTrending(deps: Deps, query: TrendingQuery, requester: Requester): Promise<CardRenderer> {
  return drawDashboard(deps, query, requester, async (limit) => whole(await deps.client.trending({ limit })));
}

export function showEmerging(deps: Deps, query: EmergingQuery, requester: Requester): Promise<CardRenderer> {
  const { maxVolume, minGrowth } = query;
  return drawDashboard(deps, query, requester, async (limit) =>
    whole(await deps.client.emerging({ maxVolume, minGrowth, limit })),
  );
}

export async function showTop(deps: Deps, query: TopQuery, requester: Requester): Promise<CardRenderer> {
  const { metric } = query;
  if (query.pick !== undefined) return offerToWatch((await deps.client.top({ metric, limit: PAGE_SIZE })).data);
  return drawDashboard(deps, query, requester, async (limit) => {
    if (metric !== 'growth') return whole(await deps.client.top({ metric, limit }));
    // Of the service's ten fastest, all may be so by chance.
    const answer = await deps.client.signals({ sortBy: 'growth', direction: 'desc', size: LONGEST_PAGE });
    const [rows, hidden = []] = [answer.data.items, answer.hidden];
    const first = [...rows, ...hidden].toSorted(compareGrowth('desc')).slice(0, limit);
    return {
      answer: { ...answer, hidden: hidden.filter((row) => first.includes(row)) },
      rows: rows.toSorted(compareGrowth('desc')),
    };
  });
}

type Rising = Pick<PainSignalListItem, keyof GrowthFigures | 'id'>;

/** Which increases are significant, the service's own lists say. They end with the tenth: of what may come after it, the clear ones. */
export async function significantRises(
  { client }: Pick<Deps, 'client'>,
  rows: readonly Rising[],
  options?: CallOptions,
): Promise<Set<string>> {
  const { maxVolume, minGrowth } = EmergingQuery.parse({ show: 'emerging' });
  const lists = await Promise.all([
    client.trending({ limit: DASHBOARD_LIMIT.max }, options),
    client.emerging({ maxVolume, minGrowth, limit: DASHBOARD_LIMIT.max }, options),
  ]);
  const [rising, small] = lists.map(({ data, hidden = [] }) => [...data, ...hidden]);
  const fastestFirst = rising?.toSorted((a, b) => b.growth - a.growth) ?? [];
  const found = [...fastestFirst, ...(small ?? []), ...risesBeyond(fastestFirst, rows)];
  return new Set(found.map(({ id }) => id));
}

/** Undefined for what doesn't rise, or rises so little that nobody need ask; and without an answer. */
export async function isSignificantRise(deps: Deps, signal: Rising): Promise<boolean | undefined> {
  if (!isGrowing(signal) || !(await hasCallsToSpare(deps))) return undefined;
  return (await optional(deps, significantRises(deps, [signal])))?.has(signal.id);
}

const whole = (answer: Answer<PainSignalListItem[]>) => ({ answer, rows: answer.data });

/** A button for each that watches it. */
function offerToWatch(rows: readonly PainSignalListItem[]): CardRenderer {
  const listed = rows.map(({ id, topic }, at) => ({
    number: at + 1,
    topic,
    query: queryForSignals('watch', [{ by: 'id', id }]),
  }));
  return () => whichSignalCard('watch', listed);
}

function drawDashboard(
  deps: Deps,
  asked: TrendingQuery | EmergingQuery | TopQuery,
  requester: Requester,
  fetch: (limit: number) => Promise<{ answer: Answer<object>; rows: readonly PainSignalListItem[] }>,
): Promise<CardRenderer> {
  const query = withoutWeek(asked);
  const { days } = query;
  if (days !== undefined) return drawList(deps, listOverPeriod(deps, { ...query, days }), requester);
  // First: a new snapshot invalidates the cached list. The first of one signal needs a second to be compared with.
  const fetched = optional(deps, deps.client.pipeline()).then(() => fetch(Math.max(query.limit, 2)));
  return drawList(
    deps,
    fetched.then(({ answer, rows }) => ({ answer, page: { ...slicePage(query, rows), hidden: answer.hidden ?? [] } })),
    requester,
  );
}

/** The filters of a search, as the service's parameters. */
export const filterParameters = ({ words, area, type, owner, minScore, minRepositories }: SearchFilter) => ({
  query: words,
  macroArea: area,
  painType: type,
  owner,
  minScore,
  minDocumentDiversity: minRepositories,
});

/** The order of a search, as the service's parameters. */
export const sortParameters = ({ sort, direction }: SearchQuery) =>
  sort === 'rising' || sort === 'fading'
    ? ({ sortBy: 'growth', direction: sort === 'rising' ? 'desc' : 'asc' } as const)
    : { sortBy: sort === 'relevance' ? 'score' : sort, direction };

/** Whether a period's mentions order the list. */
export function isCounted(query: SearchQuery): boolean {
  const { sortBy } = sortParameters(query);
  return query.days !== undefined && sortBy !== 'score' && sortBy !== 'lastSeenAt';
}

type DatedQuery = Exclude<ListQuery, AskQuery> & { days: number };

/** Each costs a call of the minute's 60. */
const MAX_COUNTED = 15;
const MAX_HIDDEN_COUNTED = 5;

/**
 * A list over a period. The service can't rank by one, so the order of score or last mention is kept among the signals seen since,
 * and for mentions and growth the daily mentions of the largest ones are counted. Those of this week the service has counted.
 */
export async function listOverPeriod(
  deps: Deps,
  query: DatedQuery,
): Promise<{ answer: Answer<object>; page: ListPage }> {
  const { days } = query;
  const search = asSearch(query);
  const byMentions = isCounted(search);
  const answer = await deps.client.signals({
    ...filterParameters(search),
    sortBy: byMentions ? 'volume' : sortParameters(search).sortBy,
    direction: byMentions ? 'desc' : search.direction,
    // Signals behind it are too small to lead a list.
    size: LONGEST_PAGE,
  });
  const most = query.show === 'emerging' ? query.maxVolume : Number.POSITIVE_INFINITY;
  const isShown = (item: PainSignalListItem) => item.volume <= most && isShownBy(search, item);
  const shown = answer.data.items.filter(isShown);
  const isSeenWithin =
    (span: number) =>
    ({ lastSeenAt }: PainSignalListItem) =>
      Date.parse(lastSeenAt) >= deps.now() - span * DAY_MS;
  const isWeek = days === WEEK_DAYS && shown.every(({ mentionsLastWindow }) => mentionsLastWindow !== null);
  const isSeen = (item: PainSignalListItem) => (isWeek ? item.mentionsLastWindow !== 0 : isSeenWithin(days)(item));
  const seen = shown.filter(isSeen);
  const left = (answer.hidden ?? []).filter(isShown);
  const hidden = left.filter(isSeen);
  const { words } = search;
  if (search.sort === 'relevance' && search.direction === 'desc' && words !== undefined) {
    const isOther = ({ topic }: PainSignalListItem) => Number(!hasWordsInOrder(topic, words));
    const rows = seen.toSorted((a, b) => isOther(a) - isOther(b));
    return { answer, page: { ...slicePage(query, rows), hidden, isUnranked: rows.length > 1 } };
  }
  if (!byMentions) return { answer, page: { ...slicePage(query, seen), hidden } };
  if (isWeek)
    return { answer, page: { ...slicePage(query, seen.toSorted(byMentionsThisWeek(search.direction))), hidden } };
  // It is another list than the one whose page was turned, so it begins at its first.
  const uncounted = { answer, page: { ...slicePage({ ...query, page: 0 }, seen), hidden, counted: null } };
  if (!(await hasCallsToSpare(deps))) return uncounted;
  // What falls most may have fallen silent before the period.
  const isAboutFalls = search.sort === 'fading' || (search.sort === 'growth' && search.direction === 'asc');
  const isListed = isAboutFalls ? isSeenWithin(days * 2) : isSeen;
  const [listed, hiddenOnes] = [shown.filter(isListed), left.filter(isListed).slice(0, MAX_HIDDEN_COUNTED)];
  const since = listed.length + hiddenOnes.length === 0 ? undefined : await postsBegin(deps, days);
  const count = (rows: readonly PainSignalListItem[]) =>
    countMentions(deps, rows, { days, isCompared: since === undefined });
  const [counts, hiddenCounts] = await Promise.all([count(listed.slice(0, MAX_COUNTED)), count(hiddenOnes)]);
  if (counts.size === 0 && listed.length > 0) return uncounted;
  return {
    answer,
    page: {
      ...slicePage(query, rank(query, listed, counts, since === undefined)),
      hidden: rank(query, hiddenOnes, hiddenCounts, since === undefined),
      counts,
      since,
      ...(counts.size < listed.length ? { counted: counts.size } : {}),
    },
  };
}

const byMentionsThisWeek =
  (direction: SearchQuery['direction']) =>
  ({ mentionsLastWindow: one }: PainSignalListItem, { mentionsLastWindow: other }: PainSignalListItem): number =>
    (direction === 'asc' ? -1 : 1) * ((other ?? 0) - (one ?? 0));

/** Signals that tell since when there are posts. */
const OLDEST_OF = 5;
/** Of the period before: so much may be silent, as quiet days are. */
const MAY_BE_SILENT = 0.1;

/**
 * The day since when there are posts, where they don't cover the period before: a rise from days without any is none. Null where data
 * never goes back so far, undefined where both periods can be compared.
 */
async function postsBegin(deps: Deps, days: number): Promise<string | null | undefined> {
  if (days * 2 > MAX_DAYS) return null;
  const most = await optional(deps, deps.client.signals({ sortBy: 'volume', direction: 'desc', size: OLDEST_OF }));
  const timelines = await Promise.all(
    (most?.data.items ?? []).map(({ id }) => optional(deps, deps.client.timeline(id, { days: days * 2 }))),
  );
  const buckets = timelines
    .flatMap((timeline) => timeline?.data.buckets ?? [])
    .toSorted((a, b) => (a.date < b.date ? -1 : 1));
  const [first, last] = [buckets.find(({ count }) => count > 0), buckets.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  const covered = (Date.parse(last.date) - Date.parse(first.date)) / DAY_MS + 1;
  return days * 2 - covered > Math.ceil(days * MAY_BE_SILENT) ? first.date : undefined;
}

type Counts = ReadonlyMap<string, PeriodCount>;

async function countMentions(
  deps: Deps,
  signals: readonly PainSignalListItem[],
  { days, isCompared }: { days: number; isCompared: boolean },
): Promise<Counts> {
  const counted = await Promise.all(
    signals.map(async ({ id }) => {
      const timeline = await optional(deps, deps.client.timeline(id, { days: isCompared ? days * 2 : days }));
      return timeline === null ? [] : [[id, countOf(timeline.data, days, isCompared)] as const];
    }),
  );
  return new Map(counted.flat());
}

function countOf({ buckets }: Timeline, days: number, isCompared: boolean): PeriodCount {
  const sum = (part: typeof buckets) => part.reduce((total, { count }) => total + count, 0);
  return { mentions: sum(buckets.slice(-days)), before: isCompared ? sum(buckets.slice(0, -days)) : null };
}

/** Without a period before, no growth is known: the most mentioned come first, and none is said to cool off. */
function rank(
  query: DatedQuery,
  signals: readonly PainSignalListItem[],
  counts: Counts,
  isCompared: boolean,
): PainSignalListItem[] {
  const { sort, direction } = asSearch(query);
  const countFor = ({ id }: PainSignalListItem) => counts.get(id) ?? { mentions: 0, before: null };
  const counted = signals.filter(({ id }) => counts.has(id));
  if (!isCompared && sort === 'fading') return [];
  const byMentions = (a: PainSignalListItem, b: PainSignalListItem) => countFor(b).mentions - countFor(a).mentions;
  if (sort === 'volume' && direction === 'asc') return counted.toSorted((a, b) => byMentions(b, a));
  if (!isCompared || sort === 'volume') return counted.toSorted(byMentions);
  const growth = (signal: PainSignalListItem) => growthIn(countFor(signal));
  const asWeeks = (signal: PainSignalListItem) => {
    const { mentions, before } = countFor(signal);
    return { ...signal, growth: growth(signal), mentionsLastWindow: mentions, mentionsPrevWindow: before };
  };
  if (sort === 'fading') {
    const byLoss = (a: PainSignalListItem, b: PainSignalListItem) => mentionLoss(asWeeks(b)) - mentionLoss(asWeeks(a));
    return counted.filter((signal) => hasFaded(asWeeks(signal))).toSorted(byLoss);
  }
  const least = query.show === 'emerging' ? query.minGrowth : 0;
  const rises = (signal: PainSignalListItem) =>
    growth(signal) > 0 && growth(signal) >= least && !movesTooLittle(asWeeks(signal));
  const shown = sort === 'rising' ? counted.filter(rises) : counted;
  const byGrowth = compareGrowth(direction);
  return shown.toSorted((a, b) => byGrowth(asWeeks(a), asWeeks(b)) || byMentions(a, b));
}

/** As the service's growth, over other periods. */
const growthIn = ({ mentions, before }: PeriodCount): number => (mentions - (before ?? 0)) / Math.max(before ?? 0, 1);
