import { shorten, splitSentences, stripMarkup } from '../text/sentences.ts';
import { tokenize } from '../text/tokenize.ts';
import { foldPhrases } from './synonyms.ts';

const SENTENCE_LENGTH = 300;

/** Sentences read of a text; later ones are mostly logs. */
const SENTENCES_READ = 40;

const termsOf = (text: string): Set<string> => new Set(tokenize(foldPhrases(text)));

/** The title, or the sentence of the text that holds more of the words, without markup; the title when they are even. */
export function matchingSentence(title: string | null, text: string, words: readonly string[]): string | null {
  const wanted = termsOf(words.join(' '));
  const sentences = [stripMarkup(title ?? ''), ...splitSentences(text).slice(0, SENTENCES_READ)].filter(
    (it) => it !== '',
  );
  let best: { sentence: string; held: number } | null = null;
  for (const sentence of sentences) {
    const held = termsOf(sentence).intersection(wanted).size;
    if (best === null || held > best.held) best = { sentence, held };
  }
  return best === null ? null : shorten(best.sentence, SENTENCE_LENGTH);
}
