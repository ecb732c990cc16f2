import type { PainSignalListItem } from '@pain-signals/contract';
import { z } from 'zod';

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
