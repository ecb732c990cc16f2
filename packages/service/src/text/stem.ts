const VOWEL = /[aeiouy]/;
const DOUBLED = /(?:bb|dd|gg|mm|nn|pp|rr|tt)$/;

/** Derivational suffixes, and the shortest stem that must remain so that unrelated words stay apart. */
const DERIVED: readonly [suffix: string, leastStem: number][] = [
  ['ization', 4],
  ['isation', 4],
  ['ating', 4],
  ['ation', 4],
  ['ition', 4],
  ['ated', 4],
  ['ate', 4],
  ['ness', 4],
  ['ment', 5],
  ['ly', 4],
];

function withoutPlural(word: string): string {
  if (!word.endsWith('s')) return word;
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  if (/(?:ss|sh|ch|x)es$/.test(word)) return word.slice(0, -2);
  return /[sui]s$/.test(word) ? word : word.slice(0, -1);
}

function withoutDerivation(word: string): string {
  const fitting = DERIVED.find(([suffix, least]) => word.endsWith(suffix) && word.length - suffix.length >= least);
  return fitting === undefined ? word : word.slice(0, -fitting[0].length);
}

function withoutInflection(word: string): string {
  const suffix = ['ing', 'ed'].find((ending) => word.endsWith(ending));
  const stem = suffix === undefined ? '' : word.slice(0, -suffix.length);
  if (stem.length < 3 || !VOWEL.test(stem)) return word;
  return DOUBLED.test(stem) ? stem.slice(0, -1) : stem;
}

/**
 * Light English stemmer for plurals, -ed, -ing and the most common derivations: "caches", "cached" and "caching" become one term.
 * Other scripts, and words with digits or signs, are unchanged. Stored terms depend on it: a change needs a `rebuild`.
 */
export function stem(word: string): string {
  if (word.length < 4 || !/^[a-z]+$/.test(word)) return word;
  const singular = withoutPlural(word);
  const derived = withoutDerivation(singular);
  const base = derived === singular ? withoutInflection(singular) : derived;
  const bare = base.length > 4 && base.endsWith('e') ? base.slice(0, -1) : base;
  return bare.length > 3 && bare.endsWith('y') ? `${bare.slice(0, -1)}i` : bare;
}
