import { SEMANTIC_LIMIT } from '@pain-signals/contract';
import type { AskQuestion } from '#blocks/question.ts';
import type { Asker, Deps } from './deps.ts';
import type { Drawing } from './drawing.ts';
import { cutPage, drawList } from './list.ts';

/** `/pain ask`: signals by meaning. The search knows no pages, so all of them come at once. */
export function showAnswers(deps: Deps, question: AskQuestion, asker: Asker): Promise<Drawing> {
  const asked = deps.client.search({ q: question.question, limit: SEMANTIC_LIMIT.default });
  return drawList(
    deps,
    asked.then((answer) => ({ answer, page: cutPage(question, answer.data.items) })),
    asker,
  );
}
