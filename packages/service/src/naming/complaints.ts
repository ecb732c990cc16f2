import { isProse, splitSentences } from '../text/sentences.ts';

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
export const isWholeSentence = (sentence: string): boolean =>
  isProse(sentence) && BEGINS.test(sentence) && !FORM.test(sentence) && !REFERS_BACK.test(sentence);

/** The first sentences of a body that can be read by themselves. */
export const complaintsIn = (text: string): string[] =>
  splitSentences(text.slice(0, CHARACTERS_READ)).filter(isWholeSentence).slice(0, SENTENCES_READ);

/** Sentences that stand in several texts word for word: what the tracker's form asks, not what people say. */
export function formTextIn(texts: readonly string[]): Set<string> {
  const seen = new Set<string>();
  const repeated = new Set<string>();
  for (const text of texts)
    for (const sentence of new Set(complaintsIn(text))) (seen.has(sentence) ? repeated : seen).add(sentence);
  return repeated;
}
