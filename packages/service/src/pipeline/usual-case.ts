const WORD = /[\p{L}\p{N}]+/gu;

/** Longer runs are no words, and searching them for capitals takes quadratic time. */
const LONGEST_WORD = 30;
/** JSON, OAuth, GitHub; not a word that somebody shouts. */
const ACRONYM = /^\p{Lu}{3,4}\d?$|^\p{Lu}\d\p{Lu}$|\p{Lu}.*\p{Ll}.*\p{Lu}|\p{Ll}.*\p{Lu}/u;

/** Share of a word's uses that must be capitals for it to be an acronym that somebody typed small. */
const ACRONYM_SHARE = 0.5;

/**
 * Gives words the case in which the texts write them: somebody's "json" becomes the others' "JSON". Only acronyms and names
 * with capitals inside are restored; words that are merely shouted by few stay as they are.
 */
export function createCaseRestorer(texts: readonly string[]): (text: string) => string {
  const uses = new Map<string, number>();
  const capitals = new Map<string, Map<string, number>>();
  for (const [word] of texts.join('\n').matchAll(WORD)) {
    const folded = word.toLowerCase();
    uses.set(folded, (uses.get(folded) ?? 0) + 1);
    if (word.length > LONGEST_WORD || !ACRONYM.test(word)) continue;
    const variants = capitals.get(folded) ?? new Map<string, number>();
    capitals.set(folded, variants.set(word, (variants.get(word) ?? 0) + 1));
  }
  return (text) =>
    text.replace(WORD, (word) => {
      if (word.length > LONGEST_WORD) return word;
      const [variant, count] = [...(capitals.get(word.toLowerCase()) ?? [])].sort((a, b) => b[1] - a[1])[0] ?? [
        word,
        0,
      ];
      const typedSmall =
        !ACRONYM.test(word) && count > 1 && count >= ACRONYM_SHARE * (uses.get(word.toLowerCase()) ?? 0);
      return typedSmall ? variant : word;
    });
}
