import { groupOf, TROUBLES, VERBS } from './lexicon.ts';
import grammar from './words/grammar.json' with { type: 'json' };

/** Not the parts of change_column_null and fs.s3a.endpoint. */
const WORD = /(?<![\p{L}\p{N}_./-])[\p{L}\p{N}]+(?:['’-]\p{L}+)*(?![\p{L}\p{N}_]|[./-][\p{L}\p{N}])/gu;
const INNER_CAPITAL = /\p{L}\p{Lu}/u;
const HUMP = /\p{Ll}\p{Lu}/u;
const BEFORE_CAPITAL = /^ \p{Lu}/u;
const BEGINS = /(?:^|[:.!?])[\s"“(]*$/;

const CONTRACTIONS: ReadonlyMap<string, string> = new Map(Object.entries(grammar.contractions));

/** No name: "Fails", "Crash". */
const isPlainWord = (word: string): boolean => {
  const group = groupOf(word.toLowerCase());
  return VERBS.has(word.toLowerCase()) || (group !== undefined && TROUBLES.has(group));
};

/** Writes words as most of the texts do: "Fancyzones" as "FancyZones", "Not Working" as "not working", "cant" as "can't". */
export function createCasing(texts: readonly string[]): (text: string) => string {
  const writings = new Map<string, Map<string, number>>();
  for (const text of texts)
    for (const { 0: word, index } of text.matchAll(WORD)) {
      // A word has a capital where it begins a title or a statement, and in "Text Extractor" for itself.
      const isFirst = BEGINS.test(text.slice(0, index)) && !INNER_CAPITAL.test(word);
      if (isFirst && !BEFORE_CAPITAL.test(text.slice(index + word.length))) continue;
      const folded = word.toLowerCase();
      const own = writings.get(folded) ?? new Map<string, number>();
      writings.set(folded, own.set(word, (own.get(word) ?? 0) + 1));
    }
  const known = new Map<string, string>();
  const usual = (word: string): string => {
    const found = known.get(word) ?? findUsual(word);
    known.set(word, found);
    return found;
  };
  const findUsual = (word: string): string => {
    const contraction = CONTRACTIONS.get(word.toLowerCase());
    if (contraction !== undefined) return contraction;
    const all = [...(writings.get(word.toLowerCase()) ?? [])].sort((one, other) => other[1] - one[1]);
    const lower = writings.get(word.toLowerCase())?.get(word.toLowerCase()) ?? 0;
    // S3A is a name where some write s3a, and TAB is none where most write tab.
    const name = all.find(
      ([writing, count]) => INNER_CAPITAL.test(writing) && count > (HUMP.test(writing) ? 1 : lower / 3),
    );
    const [most, count] = name ?? all[0] ?? [word, 0];
    // Titles In Capitals Like This One say little about how a word is written.
    if (isPlainWord(word) && !INNER_CAPITAL.test(word)) return word.toLowerCase();
    if (!INNER_CAPITAL.test(most) && lower > 0 && lower * 2 >= count) return word.toLowerCase();
    return count > 1 ? most : word;
  };
  return (text) => text.replace(WORD, usual);
}
