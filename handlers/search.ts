import type { SearchFilter, SearchQuestion } from '#blocks/question.ts';
import type { ListPage } from '#blocks/signal-list.ts';
import type { Asker, Deps } from './deps.ts';
import type { Drawing } from './drawing.ts';
import { drawList, PAGE_SIZE } from './list.ts';

/** `/pain search`: a page of what matches words and filters. */
export function showSearch(deps: Deps, question: SearchQuestion, asker: Asker): Promise<Drawing> {
  return drawList(deps, search(deps, question), asker);
}

export async function search(deps: Deps, question: SearchQuestion) {
  const answer = await deps.client.signals(parametersOf(question));
  const { items, totalItems } = answer.data;
  // The list became shorter since its last page was drawn.
  if (items.length === 0 && question.page > 0) return search(deps, { ...question, page: 0 });
  const from = question.page * PAGE_SIZE;
  const page: ListPage = {
    question,
    rows: items,
    firstRank: from + 1,
    total: totalItems,
    hasNext: from + PAGE_SIZE < totalItems,
  };
  return { answer, page };
}

const parametersOf = ({ sort, direction, page, ...filter }: SearchQuestion) => ({
  ...filterParameters(filter),
  ...{ sortBy: sort, direction, page, size: PAGE_SIZE },
});

/** A search as the service takes it, without order and page. */
export const filterParameters = ({ words, area, type, owner, minScore, minRepositories }: SearchFilter) => ({
  query: words,
  macroArea: area,
  painType: type,
  owner,
  minScore,
  minDocumentDiversity: minRepositories,
});
