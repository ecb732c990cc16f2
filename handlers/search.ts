import type { Answer } from '@pain-signals/client';
import type { PainSignalListItem } from '@pain-signals/contract';
import { AskQuestion, type SearchFilter, type SearchQuestion } from '#blocks/question.ts';
import type { ListPage } from '#blocks/signal-list.ts';
import { showAnswers } from './ask.ts';
import type { Asker, Deps } from './deps.ts';
import type { Drawing } from './drawing.ts';
import { orNull } from './freshness.ts';
import { cutPage, drawList, PAGE_SIZE } from './list.ts';

/** `/pain search`: a page of what matches words and filters. */
export async function showSearch(deps: Deps, question: SearchQuestion, asker: Asker): Promise<Drawing> {
  const found = search(deps, question);
  const byMeaning = meaningOf(question);
  if (byMeaning !== null && (await found).page.total === 0) {
    // Without it the empty list is still an answer.
    const meant = await orNull(deps, showAnswers(deps, byMeaning, asker));
    if (meant !== null) return meant;
  }
  return drawList(deps, found, asker);
}

/** What nobody wrote in these words may have been said in others; filters are no words. */
function meaningOf({ words, sort, page: _page, direction: _direction, show: _show, ...filter }: SearchQuestion) {
  const isFiltered = Object.values(filter).some((value) => value !== undefined);
  if (isFiltered || sort === 'rising') return null;
  return AskQuestion.safeParse({ show: 'ask', question: words, insteadOf: 'search' }).data ?? null;
}

/** Further down its list something rises so little that it is no news. */
const MOST_RISING = 50;

export async function search(
  deps: Deps,
  question: SearchQuestion,
): Promise<{ answer: Answer<object>; page: ListPage }> {
  const { sort, direction, page: wanted, ...filter } = question;
  const isRising = sort === 'rising';
  const answer = await deps.client.signals({
    ...filterParameters(filter),
    ...sortParameters(question),
    // The service does not filter by growth: what rises are the first of one long page.
    ...(isRising ? { page: 0, size: MOST_RISING } : { page: wanted, size: PAGE_SIZE }),
  });
  const { items, totalItems } = answer.data;
  if (isRising) return { answer, page: cutPage(question, onlyAsked(question, items)) };
  // The list became shorter since its last page was drawn.
  if (items.length === 0 && wanted > 0) return search(deps, { ...question, page: 0 });
  const from = wanted * PAGE_SIZE;
  const page: ListPage = {
    question,
    rows: items,
    firstRank: from + 1,
    total: totalItems,
    hasNext: from + PAGE_SIZE < totalItems,
  };
  return { answer, page };
}

/** The order of a search as the service takes it. */
export const sortParameters = ({ sort, direction }: SearchQuestion) =>
  sort === 'rising' ? ({ sortBy: 'growth', direction: 'desc' } as const) : { sortBy: sort, direction };

/** What the service was asked for beyond what it can leave out. */
export const onlyAsked = ({ sort }: SearchQuestion, rows: readonly PainSignalListItem[]): PainSignalListItem[] =>
  rows.filter(({ growth }) => sort !== 'rising' || growth > 0);

/** A search as the service takes it, without order and page. */
export const filterParameters = ({ words, area, type, owner, minScore, minRepositories }: SearchFilter) => ({
  query: words,
  macroArea: area,
  painType: type,
  owner,
  minScore,
  minDocumentDiversity: minRepositories,
});
