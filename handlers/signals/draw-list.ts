import type { Answer } from '@pain-signals/client';
import type { FoundSignal } from '@pain-signals/contract';
import type { Freshness, ListQuery, ShownPage } from '@pain-signals/domain';
import type { ChartDescription } from '#blocks/charts/plots/chart-description.ts';
import { listTexts } from '#blocks/signals/list-texts.ts';
import { emptyListCard, type ListPage, signalListCard } from '#blocks/signals/signal-list.ts';
import type { Deps } from '../ports.ts';
import type { CardRenderer } from '../reply/card-renderer.ts';
import { freshnessOf, hasCallsToSpare, optional } from '../reply/service-responses.ts';
import type { Requester } from '../request-context.ts';

/** A month of seven-day means. */
const CHART_DAYS_SHOWN = 36;

export const PAGE_SIZE = 5;

/** Draws a page of a list, or the empty list. Remembers which number is which signal. */
export async function drawList(
  deps: Deps,
  fetched: Promise<{ answer: Answer<object>; page: ListPage }>,
  requester: Requester,
): Promise<CardRenderer> {
  const { client, linkTo, lastLists, cachedCard } = deps;
  const [{ answer, page }, pipeline] = await Promise.all([fetched, optional(deps, client.pipeline())]);
  const freshness = freshnessOf(pipeline, [answer]);
  const { query, rows, firstRank } = page;
  const numbered: ShownPage = {
    key: JSON.stringify({ ...query, page: 0 }),
    firstRank,
    signalIds: rows.map(({ id }) => id),
    total: page.total,
    all: page.all,
  };
  if (rows.length > 0) await lastLists.remember(requester, numbered);
  return (audience) => {
    const cardContext = { freshness, linkTo, audience };
    if (rows.length === 0) return emptyListCard(query, cardContext, page);
    // Workspaces share answers, and each hides sentences of its own.
    const drawn = rows.map(({ id, match }) => [id, match?.sentence]);
    const list = cachedCard(answer.data, { ...page, all: undefined, rows: drawn, cardContext }, () =>
      signalListCard(page, cardContext),
    );
    // The rows have sparklines already. Only a channel gets the summary picture.
    return audience.kind === 'person'
      ? list
      : { ...list, list: numbered, chart: () => summaryChart(deps, page, freshness) };
  };
}

/** A picture costs one call per row. */
async function summaryChart(deps: Deps, page: ListPage, { isSample }: Freshness) {
  const { query, rows, firstRank, total } = page;
  // A chart of one row adds nothing.
  if (rows.length < 2 || !(await hasCallsToSpare(deps))) return null;
  const timelines = await Promise.all(
    rows.map(({ id }) => optional(deps, deps.client.timeline(id, { days: CHART_DAYS_SHOWN }))),
  );
  const signals = rows.map((signal, at) => ({ signal, timeline: timelines[at]?.data ?? null }));
  if (timelines.every((timeline) => timeline === null)) return null;
  return {
    kind: 'summary',
    heading: listTexts(query, page).title,
    ...{ total, firstRank },
    signals,
    isSample,
  } satisfies ChartDescription;
}

/** One page of a complete list, as long as it may be. */
export function slicePage(query: ListQuery, found: readonly FoundSignal[]): ListPage {
  const rows = found.slice(0, 'limit' in query ? query.limit : undefined);
  const { page, ...slice } = sliceRows(query.page, rows);
  const runnerUp = rows.length === 1 ? found[1] : undefined;
  return { ...slice, query: { ...query, page }, all: rows.map(({ id }) => id), runnerUp };
}

/** One page of rows. The last page when the list has become shorter. */
export function sliceRows<Row>(wantedPage: number, rows: readonly Row[]) {
  const lastPage = Math.max(0, Math.ceil(rows.length / PAGE_SIZE) - 1);
  const page = Math.min(wantedPage, lastPage);
  const from = page * PAGE_SIZE;
  return {
    page,
    rows: rows.slice(from, from + PAGE_SIZE),
    firstRank: from + 1,
    total: rows.length,
    hasNext: page < lastPage,
  };
}
