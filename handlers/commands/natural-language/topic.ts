import { classify, type Model } from './classifier.ts';
import { isEveryday } from './everyday-words.ts';
import type { Word } from './vocabulary.ts';

/** The words of a sentence that are searched for: from `first` to `last`. */
export interface Span {
  first: number;
  last: number;
}

/** Features that separate the topic's words from the request's. */
export function topicFeatures(words: readonly Word[], at: number): string[] {
  const word = (index: number): string => words[index]?.text ?? (index < 0 ? '^' : '$');
  const kind = (index: number): string => kindOf(words[index]) ?? word(index);
  const [before, here, next] = [kind(at - 1), kind(at), kind(at + 1)];
  const text = word(at);
  const unknown = words.filter((each) => kindOf(each) === 'other').length;
  return [
    'bias',
    `word ${text}`,
    `ending ${text.slice(-3)}`,
    `${here}`,
    /\d/.test(text) ? 'digit' : '',
    /[./_+-]\w/.test(text) ? 'mark' : '',
    `before ${word(at - 1)}`,
    `before ${before}, ${here}`,
    `before ${word(at - 1)}, ${here}`,
    `before ${kind(at - 2)} ${before}, ${here}`,
    `before ${word(at - 2)} _`,
    `next ${word(at + 1)}`,
    `next ${here}, ${next}`,
    `next ${here}, ${next} ${kind(at + 2)}`,
    `between ${before}, ${here}, ${next}`,
    `unknown ${Math.min(unknown, 3)} ${here}`,
    `others ${unknown > (here === 'other' ? 1 : 0)} ${here}`,
    `length ${Math.min(words.length, 6)} ${here}`,
    `opening ${word(0)} ${here}`,
    `linked ${words.slice(0, at).some((each) => LINK.test(each.text))} ${here}`,
  ];
}

/** An unknown word that no pain is named by is told from one that may be. */
export const kindOf = (word: Word | undefined): string | undefined =>
  word?.meaning === 'other' && isEveryday(word.text) ? 'everyday' : word?.meaning;

const LINK = /^(?:about|on|with|in|for|around|regarding)$/;

/** Certainty is bounded, so that one word can't outweigh all others. */
const LEAST = 0.001;

/** The run of words that most probably is the topic; null where none is. */
export function findTopic(words: readonly Word[], model: Model): Span | null {
  let best: Span | null = null;
  let most = 0;
  let sum = 0;
  let first = 0;
  for (let at = 0; at < words.length; at++) {
    const found = classify(model, topicFeatures(words, at)).find(({ label }) => label === 'topic')?.probability ?? 0;
    const probability = Math.min(Math.max(found, LEAST), 1 - LEAST);
    if (sum <= 0) {
      sum = 0;
      first = at;
    }
    sum += Math.log(probability / (1 - probability));
    if (sum > most) {
      most = sum;
      best = { first, last: at };
    }
  }
  return best;
}
