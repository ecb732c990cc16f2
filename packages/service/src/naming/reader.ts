import { isProse, sentencesOfLine, splitLines } from '../text/sentences.ts';
import { type Dictionary, readWords, type Word } from './words.ts';

/** Characters and sentences read of a body: the complaint comes first, steps and logs follow. */
const CHARACTERS_READ = 1_500;
const SENTENCES_READ = 4;

/** Questions of a form, fields ("Browser: Firefox") and steps say nothing of the pain. */
const FORM =
  /\?$|^[\p{L} /]{2,30}: |^(?:steps|actual|expected|click|type|open|go to|run|press|select|use|try|create|right-click|navigate|start|install)\b/iu;

/** Needs the sentence before it. */
const REFERS_BACK =
  /^(?:this|that|these|those|it|they|but|and|or|so|then|also|because|after that|however|here|there|which|as a result|see|note)\b/i;

/** Begins with a capital, a digit or a quotation mark, or the splitter cut it from what came before. */
const BEGINS = /^[^\p{Ll}]/u;

/** Whether a sentence can be read by itself. */
const isWholeSentence = (sentence: string): boolean =>
  isProse(sentence) && BEGINS.test(sentence) && !FORM.test(sentence) && !REFERS_BACK.test(sentence);

/** Words kept from one signal to the next. */
const MOST_WORDS = 20_000;

/** Reads the posts of a signal: each line, sentence and word once, however many ask. */
export interface Reader {
  /** The first sentences of a text, without markup. */
  sentences(text: string, most?: number): readonly string[];
  /** The first words of a text. */
  words(text: string, most?: number): readonly Word[];
  isWhole(sentence: string): boolean;
  /** The first sentences of a body that can be read by themselves. */
  complaints(text: string): readonly string[];
  /** A reader for the next signal, which keeps words only. */
  next(): Reader;
}

function remember<T>(make: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>();
  return (text) => {
    const found = known.get(text);
    if (found !== undefined) return found;
    const made = make(text);
    known.set(text, made);
    return made;
  };
}

/** What was read of one signal is freed with its reader. */
export function createReader(dictionary: Dictionary = new Map()): Reader {
  const isWhole = remember(isWholeSentence);
  const sentencesIn = remember(sentencesOfLine);
  const wordsIn = remember((text): readonly Word[] => readWords(text, dictionary));
  const firstWordsIn = new Map<number, (text: string) => readonly Word[]>();
  const firstWords = (text: string, most: number) => {
    const read = firstWordsIn.get(most) ?? remember((beginning) => readWords(beginning, dictionary, most));
    firstWordsIn.set(most, read);
    return read(text);
  };
  const firstSentences = (text: string, most: number, fits: (sentence: string) => boolean): string[] => {
    const found: string[] = [];
    for (const line of splitLines(text)) {
      found.push(...sentencesIn(line).filter(fits));
      if (found.length >= most) return found.slice(0, most);
    }
    return found;
  };
  return {
    sentences: (text, most = Number.POSITIVE_INFINITY) => firstSentences(text, most, () => true),
    isWhole,
    words: (text, most) => (most === undefined ? wordsIn(text) : firstWords(text, most)),
    complaints: remember((text) => firstSentences(text.slice(0, CHARACTERS_READ), SENTENCES_READ, isWhole)),
    next() {
      if (dictionary.size > MOST_WORDS) dictionary.clear();
      return createReader(dictionary);
    },
  };
}
