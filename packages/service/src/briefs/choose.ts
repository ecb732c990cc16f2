import { sentenceKey } from '../text/sentences.ts';
import { type Cue, gives } from './cues.ts';
import type { Sentence } from './sentences.ts';

/** Sentences of one kind, the best first, each by another author, with the posts that hold one. */
export interface Chosen {
  quotes: readonly Sentence[];
  posts: number;
}

const MOST_QUOTES = 3;

/** Chooses what a section quotes. */
export interface Chooser {
  /** The sentences that `fits` takes, where `least` authors have one. None is chosen twice, also where it differs in a number only. */
  choose(fits: (sentence: Sentence) => boolean, most?: number, least?: number): Chosen;
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
  const weighed = sentences
    .map((sentence) => ({ sentence, worth: worth(sentence.text) }))
    .filter((each) => each.worth > 0)
    .sort((one, other) => other.worth - one.worth)
    .map(({ sentence }) => sentence);
  return {
    choose(fits, most = MOST_QUOTES, least = 1) {
      const found = weighed.filter(fits);
      if (new Set(found.map(({ author }) => author)).size < least) return { quotes: [], posts: 0 };
      const authors = new Set<string>();
      const quotes: Sentence[] = [];
      for (const sentence of found) {
        const key = sentenceKey(sentence.text);
        if (quotes.length === most) break;
        if (authors.has(sentence.author) || used.has(key)) continue;
        authors.add(sentence.author);
        used.add(key);
        quotes.push(sentence);
      }
      return { quotes, posts: new Set(found.map(({ document }) => document.postId)).size };
    },
  };
}

export const isCued =
  (cue: Cue, but?: Cue) =>
  ({ text }: Sentence): boolean =>
    gives(cue, text) && (but === undefined || !gives(but, text));
