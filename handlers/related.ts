import type { RelatedQuestion } from '#blocks/question.ts';
import { nothingRelatedCard, relatedCard } from '#blocks/related-card.ts';
import type { Deps } from './deps.ts';
import type { Drawing } from './drawing.ts';
import { freshnessOf, orNull } from './freshness.ts';
import { closeBy } from './reading/closeness.ts';

/** More would bury the conversation they are shown in. */
const MOST = 3;

/** What is like a message: one search by meaning. What is not clearly close is left out. */
export async function showRelated(deps: Deps, question: RelatedQuestion, thread?: string): Promise<Drawing> {
  const { client, linkTo } = deps;
  const [answer, pipeline] = await Promise.all([
    client.search({ q: question.text, limit: MOST }),
    orNull(deps, client.pipeline()),
  ]);
  const freshness = freshnessOf(pipeline, [answer]);
  const rows = answer.data.items.slice(0, MOST).flatMap((row) => {
    const matched = closeBy(row, question.text);
    return matched === null ? [] : [{ ...row, matched }];
  });
  return (audience) => {
    const setting = { freshness, linkTo, audience };
    return rows.length === 0
      ? nothingRelatedCard({ question }, setting)
      : relatedCard({ question, rows, ...(thread ? { thread } : {}) }, setting);
  };
}
