import { isProse, sentencesOfLine, splitLines } from '../text/sentences.ts';
import { type Dictionary, readWords, type Word } from './words.ts';

/** Questions of a form, fields ("Browser: Firefox") and steps say nothing of the pain. */
const FORM =
  /\?$|^[\p{L} /]{2,30}: |^(?:steps|actual|expected|click|type|open|go to|run|press|select|use|try|create|right-click|navigate|start|install)\b/iu;

/** Needs the sentence before it: "It …", "After that …", "With this change …", "The same …", "Three of them …". */
const REFERS_BACK =
  /^(?:(?:\p{L}+ ){0,2}(?:this|these|those)|(?:(?:after|as|at|before|besides|by|for|from|if|in|like|on|once|since|to|until|when|while|with|without) )?(?:that|it|they|them|he|she)|its|their|his|her|the (?:same|latter|former)|such|another|otherwise|instead|but|and|or|so|then|also|because|however|here|there|which|as a result|see|note)\b|^(?:\S+ ){1,5}of (?:them|these|those)\b/iu;

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
  return {
    sentences(text, most = Number.POSITIVE_INFINITY) {
      const found: string[] = [];
      for (const line of splitLines(text)) {
        found.push(...sentencesIn(line));
        if (found.length >= most) return found.slice(0, most);
      }
      return found;
    },
    isWhole,
    words: (text, most) => (most === undefined ? wordsIn(text) : firstWords(text, most)),
    next() {
      if (dictionary.size > MOST_WORDS) dictionary.clear();
      return createReader(dictionary);
    },
  };
}
