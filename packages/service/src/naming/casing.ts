import grammar from './words/grammar.json' with { type: 'json' };

/** Not the parts of change_column_null. */
const WORD = /(?<![\p{L}\p{N}_])[\p{L}\p{N}]+(?:['’]\p{L}+)?(?![\p{L}\p{N}_])/gu;
const INNER_CAPITAL = /\p{L}\p{Lu}/u;
/** Share of the writings with a capital inside from which that is how the name is written. */
const NAME_SHARE = 0.25;

const CONTRACTIONS: Readonly<Record<string, string>> = grammar.contractions;

/** Writes words as most of the texts do: "Fancyzones" as "FancyZones", "Not Working" as "not working", "cant" as "can't". */
export function createCasing(texts: readonly string[]): (text: string) => string {
  const writings = new Map<string, Map<string, number>>();
  for (const text of texts)
    for (const [word] of text.matchAll(WORD)) {
      const folded = word.toLowerCase();
      const own = writings.get(folded) ?? new Map<string, number>();
      writings.set(folded, own.set(word, (own.get(word) ?? 0) + 1));
    }
  const usual = (word: string): string => {
    const contraction = CONTRACTIONS[word.toLowerCase()];
    if (contraction !== undefined) return contraction;
    const all = [...(writings.get(word.toLowerCase()) ?? [])].sort((one, other) => other[1] - one[1]);
    const uses = all.reduce((sum, [, count]) => sum + count, 0);
    const name = all.find(([writing, count]) => INNER_CAPITAL.test(writing) && count > 1 && count >= NAME_SHARE * uses);
    const [most, count] = name ?? all[0] ?? [word, 0];
    return count > 1 ? most : word;
  };
  return (text) => text.replace(WORD, usual);
}
