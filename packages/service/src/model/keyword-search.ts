/** Scripts that set no space between words: there every character stands for itself. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/gu;
/** `+` and `#` are kept, for C++ and C# are words. */
const BETWEEN_WORDS = /[^\p{L}\p{M}\p{N}+#]+/gu;
const PHRASE_OR_WORD = /"([^"]*)"|([^\s"]+)/g;

/** Makes text comparable: SQLite folds ASCII only and PostgreSQL by its locale, so neither does it. */
export const foldText = (text: string): string => text.normalize('NFKC').toLowerCase();

/** Lower-case words with one space between, before and after them; '' when there are none. */
function wordsOf(text: string): string {
  const words = foldText(text).replace(UNSPACED, ' $& ').replace(BETWEEN_WORDS, ' ').trim();
  return words === '' ? '' : ` ${words} `;
}

/** What keywords are looked for in. Kept beside the signal, since databases fold letters each in its own way. */
export const searchTextOf = (topic: string, summary: string): string => wordsOf(`${topic}\n${summary}`);

/** Endings that one word may have here and another there; what is left must still tell the word. */
const INFLECTION = /(?:ies|(?<=ss|sh|ch|x|z)es|(?<![sui])s|ing|ed)$/;
const LEAST_STEM = 4;
const DOUBLED = /([bdgmnprt])\1$/;

/** A word without its inflection, for words are found by their beginning: "caching" finds "cache" and "cached". */
function beginningOf(word: string): string {
  if (!/^[a-z]+$/.test(word)) return word;
  const stem = word.replace(INFLECTION, '');
  if (stem === word || stem.length < LEAST_STEM) return word;
  return word.endsWith('s') ? stem : stem.replace(DOUBLED, '$1');
}

/**
 * The texts that must all be part of a signal's search text for it to match: each word of the query, less its inflection, is the
 * beginning of a word there; each phrase in quotation marks stands there as it is.
 */
export function keywordsOf(query: string): string[] {
  const found = new Set<string>();
  for (const [, phrase, written] of query.matchAll(PHRASE_OR_WORD)) {
    if (phrase !== undefined) found.add(wordsOf(phrase));
    // What is written as one word, such as node.js, is looked for as it is written.
    else
      found.add(
        wordsOf(written ?? '')
          .replace(/^ (\S+) $/, (_, word: string) => ` ${beginningOf(word)}`)
          .trimEnd(),
      );
  }
  found.delete('');
  return [...found];
}
