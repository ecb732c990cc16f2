import type { RelatedQuery } from '#blocks/question.ts';
import { nothingRelatedCard, relatedCard } from '#blocks/related-card.ts';
import type { Deps, Requester } from './deps.ts';
import type { CardRenderer } from './drawing.ts';
import { freshnessOf, optional } from './freshness.ts';
import { matchWords } from './reading/closeness.ts';

/** More would bury the conversation they are shown in. */
const MAX_RELATED = 3;

/** What is like a message: one search by meaning. What is not clearly close is left out. */
export async function showRelated(
  deps: Deps,
  query: RelatedQuery,
  { thread, asker: requester }: { thread?: string; asker?: Requester } = {},
): Promise<CardRenderer> {
  const { client, linkTo } = deps;
  const [answer, pipeline] = await Promise.all([
    client.search({ q: query.text, limit: MAX_RELATED }),
    optional(deps, client.pipeline()),
  ]);
  const freshness = freshnessOf(pipeline, [answer]);
  const rows = answer.data.items.slice(0, MAX_RELATED).flatMap((row) => {
    const matched = matchWords(row, query.text);
    return matched === null ? [] : [{ ...row, matched }];
  });
  if (requester && rows.length > 0) {
    // Seen by the one who asked alone: in the thread that they asked in, numbers go on meaning what all see.
    const alone = { channelId: requester.channelId, userId: requester.userId };
    deps.lastLists.remember(alone, {
      key: `related ${query.text}`,
      firstRank: 1,
      signalIds: rows.map(({ id }) => id),
    });
  }
  return (audience) => {
    const setting = { freshness, linkTo, audience };
    return rows.length === 0
      ? nothingRelatedCard({ question: query }, setting)
      : relatedCard({ question: query, rows, ...(thread ? { thread } : {}) }, setting);
  };
}
