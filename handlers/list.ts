import type { Answer } from '@pain-signals/client';
import type { PainSignalListItem } from '@pain-signals/contract';
import type { ChartDescription } from '#blocks/charts/chart.ts';
import { emptyListCard } from '#blocks/empty-card.ts';
import type { Freshness } from '#blocks/freshness.ts';
import { listTexts } from '#blocks/list-words.ts';
import type { ListQuery } from '#blocks/question.ts';
import { type ListPage, signalListCard } from '#blocks/signal-list.ts';
import type { Deps, Requester } from './deps.ts';
import type { CardRenderer } from './drawing.ts';
import { cachedCard } from './drawn-once.ts';
import { freshnessOf, optional } from './freshness.ts';

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
  const { client, linkTo, lastLists } = deps;
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
  return (audience) => {
    const setting = { freshness, linkTo, audience };
    if (rows.length === 0) return emptyListCard(query, setting);
    const list = cachedCard(answer.data, { ...page, rows: rows.map(({ id }) => id), setting }, () =>
      signalListCard(page, setting),
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
    heading: listTexts(query).title,
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
