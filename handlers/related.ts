import type { RelatedQuestion } from '#blocks/question.ts';
import { nothingRelatedCard, relatedCard } from '#blocks/related-card.ts';
import type { Asker, Deps } from './deps.ts';
import type { Drawing } from './drawing.ts';
import { freshnessOf, orNull } from './freshness.ts';
import { closeBy } from './reading/closeness.ts';

/** More would bury the conversation they are shown in. */
const MOST = 3;

/** What is like a message: one search by meaning. What is not clearly close is left out. */
export async function showRelated(
  deps: Deps,
  question: RelatedQuestion,
  { thread, asker }: { thread?: string; asker?: Asker } = {},
): Promise<Drawing> {
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
  if (asker && rows.length > 0) {
    // Seen by the one who asked alone: in the thread that they asked in, numbers go on meaning what all see.
    const alone = { channelId: asker.channelId, userId: asker.userId };
    deps.lastLists.remember(alone, {
      key: `related ${question.text}`,
      firstRank: 1,
      signalIds: rows.map(({ id }) => id),
    });
  }
  return (audience) => {
    const setting = { freshness, linkTo, audience };
    return rows.length === 0
      ? nothingRelatedCard({ question }, setting)
      : relatedCard({ question, rows, ...(thread ? { thread } : {}) }, setting);
  };
}
