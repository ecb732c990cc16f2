import type { Answer } from '@pain-signals/client';
import type { PainSignalListItem } from '@pain-signals/contract';
import type { EmergingQuery, Freshness, ListQuery, TopQuery, TrendingQuery } from '@pain-signals/domain';
import type { ChartDescription } from '#blocks/charts/plots/chart-description.ts';
import { ENGLISH } from '#blocks/kit/format.ts';
import { listTexts } from '#blocks/signals/list-texts.ts';
import { emptyListCard, type ListPage, signalListCard } from '#blocks/signals/signal-list.ts';
import type { Deps } from '../ports.ts';
import type { CardRenderer } from '../reply/card-renderer.ts';
import { freshnessOf, optional } from '../reply/service-responses.ts';
import type { Requester } from '../request-context.ts';

/** A month of means of seven days. */
const CHART_DAYS_SHOWN = 36;

/** Few enough to take in at once. */
export const PAGE_SIZE = 5;

/** Draws a page of a list and remembers its numbers, or says that there is nothing in it. */
export async function drawList(
  deps: Deps,
  asked: Promise<{ answer: Answer<object>; page: ListPage }>,
  requester: Requester,
): Promise<CardRenderer> {
  const { client, linkTo, lastLists, cachedCard } = deps;
  const [{ answer, page }, pipeline] = await Promise.all([asked, optional(deps, client.pipeline())]);
  const freshness = freshnessOf(pipeline, [answer]);
  const { question: query, rows, firstRank } = page;
  if (rows.length > 0) {
    lastLists.remember(requester, {
      key: JSON.stringify({ ...query, page: 0 }),
      firstRank,
      signalIds: rows.map(({ id }) => id),
    });
  }
  return (locale, audience) => {
    const cardContext = { freshness, linkTo, locale, audience };
    if (rows.length === 0) return emptyListCard(query, cardContext);
    const list = cachedCard(answer.data, { ...page, rows: rows.map(({ id }) => id), cardContext }, () =>
      signalListCard(page, cardContext),
    );
    // One person has the same in the rows; for a channel the pictures' days are worth asking for.
    return audience.kind === 'person' ? list : { ...list, chart: () => summaryChart(deps, page, freshness) };
  };
}

/** A picture costs a call a row; below this many, what is left is for people's questions. */
const MIN_CALLS_LEFT = 30;

async function summaryChart(deps: Deps, { question: query, rows, firstRank }: ListPage, { isSample }: Freshness) {
  if ((await deps.client.budget()).left < MIN_CALLS_LEFT) return null;
  const timelines = await Promise.all(
    rows.map(({ id }) => optional(deps, deps.client.timeline(id, { days: CHART_DAYS_SHOWN }))),
  );
  const signals = rows.map((signal, at) => ({ signal, timeline: timelines[at]?.data ?? null }));
  if (timelines.every((timeline) => timeline === null)) return null;
  return {
    kind: 'summary',
    heading: listTexts(query, ENGLISH).title,
    firstRank,
    signals,
    isSample,
  } satisfies ChartDescription;
}

/** A page of signals that came all at once. */
export function slicePage(query: ListQuery, rows: readonly PainSignalListItem[]): ListPage {
  const { page, ...cut } = sliceRows(query.page, rows);
  return { ...cut, question: { ...query, page } };
}

/** One page of rows; the last one when there are fewer rows than when its button was drawn. */
export function sliceRows<Row>(wanted: number, rows: readonly Row[]) {
  const lastPage = Math.max(0, Math.ceil(rows.length / PAGE_SIZE) - 1);
  const page = Math.min(wanted, lastPage);
  const from = page * PAGE_SIZE;
  return {
    page,
    rows: rows.slice(from, from + PAGE_SIZE),
    firstRank: from + 1,
    total: rows.length,
    hasNext: page < lastPage,
  };
}

/** `/pain trending`, `/pain emerging` and `/pain top`: at most ten signals, chosen by the service. */

export function showTrending(deps: Deps, query: TrendingQuery, requester: Requester): Promise<CardRenderer> {
  return drawDashboard(deps, { question: query, asker: requester }, () => deps.client.trending({ limit: query.limit }));
}

export function showEmerging(deps: Deps, query: EmergingQuery, requester: Requester): Promise<CardRenderer> {
  const { maxVolume, minGrowth, limit } = query;
  return drawDashboard(deps, { question: query, asker: requester }, () =>
    deps.client.emerging({ maxVolume, minGrowth, limit }),
  );
}

export function showTop(deps: Deps, query: TopQuery, requester: Requester): Promise<CardRenderer> {
  const { metric, limit } = query;
  return drawDashboard(deps, { question: query, asker: requester }, () => deps.client.top({ metric, limit }));
}

function drawDashboard(
  deps: Deps,
  { question: query, asker: requester }: { question: TrendingQuery | EmergingQuery | TopQuery; asker: Requester },
  ask: () => ReturnType<Deps['client']['trending']>,
): Promise<CardRenderer> {
  // First, since it tells whether the list that is known is still the last one.
  const asked = optional(deps, deps.client.pipeline()).then(ask);
  return drawList(
    deps,
    asked.then((answer) => ({ answer, page: slicePage(query, answer.data) })),
    requester,
  );
}
