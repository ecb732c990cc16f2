import { SEMANTIC_LIMIT } from '@pain-signals/contract';
import type { AskQuery } from '#blocks/question.ts';
import type { Deps, Requester } from './deps.ts';
import type { CardRenderer } from './drawing.ts';
import { drawList, slicePage } from './list.ts';

/** `/pain ask`: signals by meaning. The search knows no pages, so all of them come at once. */
export function showAsk(deps: Deps, query: AskQuery, requester: Requester): Promise<CardRenderer> {
  const asked = deps.client.search({ q: query.question, limit: SEMANTIC_LIMIT.default });
  return drawList(
    deps,
    asked.then((answer) => ({ answer, page: slicePage(query, answer.data.items) })),
    requester,
  );
}
