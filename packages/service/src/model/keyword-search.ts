/** Scripts without spaces between words: every character is a word. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/gu;
/** Keeps `+` and `#`, for C++ and C#. */
const BETWEEN_WORDS = /[^\p{L}\p{M}\p{N}+#]+/gu;
const PHRASE_OR_WORD = /"([^"]*)"|([^\s"]+)/g;

/** Makes text comparable: SQLite folds ASCII only and PostgreSQL by its locale, so neither does it. */
export const foldText = (text: string): string => text.normalize('NFKC').toLowerCase();

/** Lower-case words, each with a space before and after it; '' without words. */
function wordsOf(text: string): string {
  const words = foldText(text).replace(UNSPACED, ' $& ').replace(BETWEEN_WORDS, ' ').trim();
  return words === '' ? '' : ` ${words} `;
}

/** The text that keyword search matches. Stored with the signal, because databases fold case differently. */
export const searchTextOf = (topic: string, summary: string): string => wordsOf(`${topic}\n${summary}`);

/** Endings removed from a query word. */
const INFLECTION = /(?:ies|(?<=ss|sh|ch|x|z)es|(?<![sui])s|ing|ed)$/;
const LEAST_STEM = 4;
const DOUBLED = /([bdgmnprt])\1$/;

/** A prefix that also matches other inflections: "caching" finds "cache" and "cached". */
function beginningOf(word: string): string {
  if (!/^[a-z]+$/.test(word)) return word;
  const stem = word.replace(INFLECTION, '');
  if (stem === word || stem.length < LEAST_STEM) return word;
  return word.endsWith('s') ? stem : stem.replace(DOUBLED, '$1');
}

/**
 * The substrings that a signal's search text must all contain to match: each query word without its inflection as the beginning of
 * a word, and each quoted phrase as it is.
 */
export function keywordsOf(query: string): string[] {
  const found = new Set<string>();
  for (const [, phrase, written] of query.matchAll(PHRASE_OR_WORD)) {
    if (phrase !== undefined) found.add(wordsOf(phrase));
    // One written word of several parts, such as node.js, is matched as written.
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
