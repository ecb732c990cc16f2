import type { PainSignalListItem } from '@pain-signals/contract';
import type { RelatedQuery } from '@pain-signals/domain';
import { z } from 'zod';
import { nothingRelatedCard, relatedCard } from '#blocks/conversation/related-card.ts';
import type { Deps } from '../ports.ts';
import type { CardRenderer } from '../reply/card-renderer.ts';
import { freshnessOf, optional } from '../reply/service-responses.ts';
import type { Requester } from '../request-context.ts';

/** More would bury the conversation they are shown in. */
const MAX_RELATED = 3;

/** What is like a message: one search by meaning. What is not clearly close is left out. */
export async function showRelated(
  deps: Deps,
  query: RelatedQuery,
  { thread, requester }: { thread?: string; requester?: Requester } = {},
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
  return (locale, audience) => {
    const cardContext = { freshness, linkTo, locale, audience };
    return rows.length === 0
      ? nothingRelatedCard({ question: query }, cardContext)
      : relatedCard({ question: query, rows, ...(thread ? { thread } : {}) }, cardContext);
  };
}

/** Our own service says how likely a signal answers, and by which words it was found; of others we look at the topic. */
const ServiceMatch = z.object({
  match: z.object({ relevance: z.number(), words: z.array(z.string().min(1).max(100)) }),
});

/**
 * A search is answered with what may be meant, a thread only with what is: everyday messages reach 0.66 at the most beside one
 * exception by a single word, descriptions of a problem 0.8 and more, by three words or so.
 */
const MIN_RELEVANCE = 0.7;
const MIN_WORDS = 2;
const MAX_WORDS_SHOWN = 6;
const MIN_WORD_LENGTH = 4;

/** The words by which a signal was found: those of the message, and others that mean much the same. */
export interface MatchedWords {
  said: readonly string[];
  meant: readonly string[];
}

/** Null when a signal is not close enough to a message to be shown beside it. */
export function matchWords(signal: PainSignalListItem, text: string): MatchedWords | null {
  const told = ServiceMatch.safeParse(signal).data?.match;
  if (told !== undefined && told.relevance < MIN_RELEVANCE) return null;
  const words = [...new Set(told?.words ?? sharedWords(signal.topic, text))];
  const isWhole = wordsOf(text).length < MIN_WORDS && words.length > 0;
  if (words.length < MIN_WORDS && !isWhole) return null;
  const inText = wordsOf(text, 1);
  const isSaid = (phrase: string) =>
    wordsOf(phrase, 1).every((word) => inText.some((other) => isSameWord(word, other)));
  const shown = words.slice(0, MAX_WORDS_SHOWN);
  return { said: shown.filter(isSaid), meant: shown.filter((word) => !isSaid(word)) };
}

function sharedWords(topic: string, text: string): string[] {
  const inTopic = wordsOf(topic);
  return wordsOf(text).filter((word) => inTopic.some((other) => isSameWord(word, other)));
}

const wordsOf = (text: string, shortest = MIN_WORD_LENGTH): string[] =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}+#]+/u)
    .filter(({ length }) => length >= shortest);

/** `token` and `tokens`, `login` and `logins`: one begins with the other and is hardly longer. */
const isSameWord = (a: string, b: string): boolean =>
  (a.startsWith(b) || b.startsWith(a)) && Math.abs(a.length - b.length) <= 2;
