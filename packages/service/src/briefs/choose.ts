import { sentenceKey } from '../text/sentences.ts';
import { type Cue, gives } from './cues.ts';
import type { Sentence } from './sentences.ts';

/** Sentences of one kind, the best first, each by another author, with the posts that hold one. */
export interface Chosen {
  quotes: readonly Sentence[];
  posts: number;
}

const MOST_QUOTES = 3;
/** Share of the words of two sentences from which they are one, also with a typing error or a word more. */
const SAME_WORDS = 0.8;

/** Of two {@link sentenceKey}s. */
export function isSameSentence(one: string, other: string): boolean {
  const [a, b] = [new Set(one.split(' ')), new Set(other.split(' '))];
  return a.intersection(b).size >= SAME_WORDS * Math.max(a.size, b.size);
}

/** Chooses what a section quotes. */
export interface Chooser {
  /** How much a sentence says of what the posts share, as a share of what the best title says. */
  relevanceOf(sentence: Sentence): number;
  /** The sentences that `fits` takes, where `least` authors have one. None is chosen twice, also where it differs in a number only. Those of a higher `rank` come first. */
  choose(
    fits: (sentence: Sentence) => boolean,
    most?: number,
    least?: number,
    rank?: (sentence: Sentence) => number,
  ): Chosen;
}

/**
 * `worth` says how much of the signal's own words a sentence holds; without any it is about something else. `said` holds the keys
 * of what is said already.
 */
export function createChooser(
  sentences: readonly Sentence[],
  { worth, said }: { worth: (text: string) => number; said: Iterable<string> },
): Chooser {
  const used = new Set(said);
  const isUsed = (key: string) => [...used].some((other) => isSameSentence(key, other));
  const weighed = sentences
    .map((sentence) => ({ sentence, worth: worth(sentence.text) }))
    .filter((each) => each.worth > 0)
    // Of the same sentence the wording that most have, without its typing errors.
    .sort((one, other) => other.worth - one.worth || other.sentence.posts - one.sentence.posts)
    .map(({ sentence }) => sentence);
  const best = Math.max(...sentences.flatMap(({ isTitle, text }) => (isTitle ? [worth(text)] : [])));
  return {
    relevanceOf: ({ text }) => (best > 0 ? worth(text) / best : 0),
    choose(fits, most = MOST_QUOTES, least = 1, rank) {
      const fitting = weighed.filter(fits);
      const found = rank === undefined ? fitting : fitting.toSorted((one, other) => rank(other) - rank(one));
      if (new Set(found.map(({ author }) => author)).size < least) return { quotes: [], posts: 0 };
      const authors = new Set<string>();
      const quotes: Sentence[] = [];
      for (const sentence of found) {
        const key = sentenceKey(sentence.text);
        if (quotes.length === most) break;
        if (authors.has(sentence.author) || isUsed(key)) continue;
        authors.add(sentence.author);
        used.add(key);
        quotes.push(sentence);
      }
      return { quotes, posts: new Set(found.map(({ document }) => document.postId)).size };
    },
  };
}

/** Under it a sentence is an aside: "a test freezes time", where tests don't freeze. */
const LEAST_RELEVANT = 0.2;

export const isRelevant = (sentence: Sentence, { relevanceOf }: Chooser): boolean =>
  relevanceOf(sentence) >= LEAST_RELEVANT;

export const isCued =
  (cue: Cue, but?: Cue) =>
  ({ text }: Sentence): boolean =>
    gives(cue, text) && (but === undefined || !gives(but, text));
