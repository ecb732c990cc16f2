import { shorten, splitSentences, stripMarkup } from '../text/sentences.ts';
import { tokenize } from '../text/tokenize.ts';
import { foldPhrases } from './synonyms.ts';

const SENTENCE_LENGTH = 300;

const termsOf = (text: string): Set<string> => new Set(tokenize(foldPhrases(text)));

export interface MatchingSentence {
  sentence: string;
  /** The chunk it is in; the first for the title. */
  chunkId: string;
}

/** The title, or the sentence of the chunks that holds more of the words, without markup; the title when they are even. */
export function matchingSentence(
  title: string | null,
  chunks: readonly { chunkId: string; text: string }[],
  words: readonly string[],
): MatchingSentence | null {
  const wanted = termsOf(words.join(' '));
  const opening = { chunkId: chunks[0]?.chunkId ?? '', sentence: stripMarkup(title ?? '') };
  function* sentences(): Generator<MatchingSentence> {
    yield opening;
    for (const { chunkId, text } of chunks) for (const sentence of splitSentences(text)) yield { chunkId, sentence };
  }
  let best: (MatchingSentence & { held: number }) | null = null;
  for (const { chunkId, sentence } of sentences()) {
    if (sentence === '') continue;
    const held = termsOf(sentence).intersection(wanted).size;
    if (best === null || held > best.held) best = { chunkId, sentence, held };
    // None holds more; most titles hold all.
    if (best.held === wanted.size) break;
  }
  return best === null ? null : { chunkId: best.chunkId, sentence: shorten(best.sentence, SENTENCE_LENGTH) };
}
