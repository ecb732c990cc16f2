import { type PainSignalListItem, SEMANTIC_LIMIT, STRONG_RELEVANCE } from '@pain-signals/contract';
import { isSameWord, type RelatedQuery, wordsOf } from '@pain-signals/domain';
import { z } from 'zod';
import { nothingRelatedCard, relatedCard } from '#blocks/conversation/related-card.ts';
import type { Deps } from '../ports.ts';
import type { CardRenderer } from '../reply/card-renderer.ts';
import { freshnessOf, optional } from '../reply/service-responses.ts';
import type { Requester } from '../request-context.ts';
import { findInPosts } from './answer-question.ts';

/** More would bury the thread. */
const MAX_RELATED = 3;

/** Signals related to a message, by semantic search. Leaves out matches that aren't clearly close. */
export async function showRelated(
  deps: Deps,
  query: RelatedQuery,
  { thread, requester }: { thread?: string; requester?: Requester } = {},
): Promise<CardRenderer> {
  const { client, linkTo } = deps;
  const [answer, pipeline] = await Promise.all([
    // As long as the list of the closest, so that it need not be searched again.
    client.search({ q: query.text, limit: SEMANTIC_LIMIT.default }),
    optional(deps, client.pipeline()),
  ]);
  const freshness = freshnessOf(pipeline, [answer]);
  const rows = answer.data.items.slice(0, MAX_RELATED).flatMap((row) => {
    const matched = matchWords(row, query.text);
    return matched === null ? [] : [{ ...row, matched }];
  });
  const list = { key: `related ${query.text}`, firstRank: 1, signalIds: rows.map(({ id }) => id) };
  if (requester && rows.length > 0) await deps.lastLists.remember(requester, list);
  // The button asks about the message's topic, which can find what its whole text doesn't, or nothing.
  const hasClosest = rows.length === 0 && ((await findInPosts(deps, query.text))?.rows.length ?? 0) > 0;
  return (audience) => {
    const cardContext = { freshness, linkTo, audience };
    return rows.length === 0
      ? nothingRelatedCard({ query, hasClosest }, cardContext)
      : { ...relatedCard({ query, rows, ...(thread ? { thread } : {}) }, cardContext), list };
  };
}

/** An extension of our own service: how relevant a match is, and its words. For other services the topic is compared. */
const ServiceMatch = z.object({
  match: z.object({ relevance: z.number(), words: z.array(z.string().min(1).max(100)) }),
});

const MIN_WORDS = 2;
const MAX_WORDS_SHOWN = 6;
const MIN_WORD_LENGTH = 4;

/** The words that matched: those in the message (`said`), and words close in meaning (`meant`). */
export interface MatchedWords {
  said: readonly string[];
  meant: readonly string[];
}

/** Null when a signal is not close enough to the message. */
export function matchWords(signal: PainSignalListItem, text: string): MatchedWords | null {
  const match = ServiceMatch.safeParse(signal).data?.match;
  if (match !== undefined && match.relevance < STRONG_RELEVANCE) return null;
  const words = [...new Set(match?.words ?? sharedWords(signal.topic, text))];
  const isWhole = wordsOf(text, MIN_WORD_LENGTH).length < MIN_WORDS && words.length > 0;
  if (words.length < MIN_WORDS && !isWhole) return null;
  const inText = wordsOf(text, 1);
  const isSaid = (phrase: string) =>
    wordsOf(phrase, 1).every((word) => inText.some((other) => isSameWord(word, other)));
  const shown = words
    .filter((word) => !words.some((longer) => longer !== word && ` ${longer} `.includes(` ${word} `)))
    .slice(0, MAX_WORDS_SHOWN);
  return { said: shown.filter(isSaid), meant: shown.filter((word) => !isSaid(word)) };
}

function sharedWords(topic: string, text: string): string[] {
  const inTopic = wordsOf(topic, MIN_WORD_LENGTH);
  return wordsOf(text, MIN_WORD_LENGTH).filter((word) => inTopic.some((other) => isSameWord(word, other)));
}
