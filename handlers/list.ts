import type { Answer } from '@pain-signals/client';
import type { PainSignalListItem } from '@pain-signals/contract';
import type { ChartDescription } from '#blocks/charts/chart.ts';
import { emptyListCard } from '#blocks/empty-card.ts';
import type { Freshness } from '#blocks/freshness.ts';
import { wordsOfList } from '#blocks/list-words.ts';
import type { ListQuestion } from '#blocks/question.ts';
import { type ListPage, signalListCard } from '#blocks/signal-list.ts';
import type { Asker, Deps } from './deps.ts';
import type { Drawing } from './drawing.ts';
import { drawnOnce } from './drawn-once.ts';
import { freshnessOf, orNull } from './freshness.ts';

/** A month of means of seven days. */
const DAYS = 36;

/** Few enough to take in at once. */
export const PAGE_SIZE = 5;

/** Draws a page of a list and remembers its numbers, or says that there is nothing in it. */
export async function drawList(
  deps: Deps,
  asked: Promise<{ answer: Answer<object>; page: ListPage }>,
  asker: Asker,
): Promise<Drawing> {
  const { client, linkTo, lastLists } = deps;
  const [{ answer, page }, pipeline] = await Promise.all([asked, orNull(deps, client.pipeline())]);
  const freshness = freshnessOf(pipeline, [answer]);
  const { question, rows, firstRank } = page;
  if (rows.length > 0) {
    lastLists.remember(asker, {
      key: JSON.stringify({ ...question, page: 0 }),
      firstRank,
      signalIds: rows.map(({ id }) => id),
    });
  }
  return (audience) => {
    const setting = { freshness, linkTo, audience };
    if (rows.length === 0) return emptyListCard(question, setting);
    const list = drawnOnce(answer.data, { ...page, rows: rows.map(({ id }) => id), setting }, () =>
      signalListCard(page, setting),
    );
    // One person has the same in the rows; for a channel the pictures' days are worth asking for.
    return audience.kind === 'person' ? list : { ...list, chart: () => summarise(deps, page, freshness) };
  };
}

/** A picture costs a call a row; below this many, what is left is for people's questions. */
const ENOUGH_LEFT = 30;

async function summarise(deps: Deps, { question, rows, firstRank }: ListPage, { isSample }: Freshness) {
  if ((await deps.client.budget()).left < ENOUGH_LEFT) return null;
  const timelines = await Promise.all(rows.map(({ id }) => orNull(deps, deps.client.timeline(id, { days: DAYS }))));
  const signals = rows.map((signal, at) => ({ signal, timeline: timelines[at]?.data ?? null }));
  if (timelines.every((timeline) => timeline === null)) return null;
  return {
    kind: 'summary',
    heading: wordsOfList(question).title,
    firstRank,
    signals,
    isSample,
  } satisfies ChartDescription;
}

/** A page of signals that came all at once. */
export function cutPage(question: ListQuestion, rows: readonly PainSignalListItem[]): ListPage {
  const { page, ...cut } = cutRows(question.page, rows);
  return { ...cut, question: { ...question, page } };
}

/** One page of rows; the last one when there are fewer rows than when its button was drawn. */
export function cutRows<Row>(wanted: number, rows: readonly Row[]) {
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
