import { type Cue, gives } from './cues.ts';
import type { Sentence } from './sentences.ts';

/** Sentences of one kind, the best first, each by another author, with the posts that hold one. */
export interface Chosen {
  quotes: readonly Sentence[];
  posts: number;
}

const MOST_QUOTES = 3;
/** What one author alone says is that author's case. */
const LEAST_AUTHORS = 2;

/** Chooses what a section quotes. `worth` says how much of the signal's own words a sentence holds, 0 and more. */
export interface Chooser {
  /** The sentences that give a cue and none of `except`; nothing where fewer than two authors do. No sentence is chosen twice. */
  choose(cues: readonly Cue[], except?: readonly Cue[]): Chosen;
}

const NOTHING: Chosen = { quotes: [], posts: 0 };

export function createChooser(sentences: readonly Sentence[], worth: (text: string) => number): Chooser {
  const used = new Set<string>();
  const weighed = sentences
    .map((sentence) => ({ sentence, worth: worth(sentence.text) }))
    .filter((each) => each.worth > 0)
    .sort((one, other) => other.worth - one.worth)
    .map(({ sentence }) => sentence);
  return {
    choose(cues, except = []) {
      const found = weighed.filter(
        ({ text }) => cues.some((cue) => gives(cue, text)) && !except.some((cue) => gives(cue, text)),
      );
      const authors = new Set<string>();
      const quotes = found.filter(({ text, author }) => {
        if (authors.size >= MOST_QUOTES || authors.has(author) || used.has(text)) return false;
        authors.add(author);
        return true;
      });
      if (authors.size < LEAST_AUTHORS) return NOTHING;
      for (const { text } of quotes) used.add(text);
      return { quotes, posts: new Set(found.map(({ document }) => document.postId)).size };
    },
  };
}
