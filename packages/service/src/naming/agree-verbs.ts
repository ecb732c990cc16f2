import { AUXILIARIES, CONJUNCTIONS, PREPOSITIONS, VERBS } from './lexicon.ts';

/** "shows" as it follows "doesn't". */
const baseOf = (verb: string): string => (verb.endsWith('s') ? verb.replace(/(?<=sh|ch|ss|x|o)es$|s$/, '') : verb);
const BASES: ReadonlySet<string> = new Set([...VERBS].filter((verb) => verb.endsWith('s')).map(baseOf));

const ING = /\p{L}{3}ing$/u;
const SMALL_PLURAL = /^\p{Ll}+[^suai]s$/u;

/** Mends what titles most often get wrong: "Peek don't working", "doesn't works", "React hooks fails", "zones not work". */
export function agreeVerbs(text: string): string {
  const words = text.split(' ');
  const isOfSeveral = (at: number) => words.slice(0, at).some((word) => /^(?:and|or|&|,)$/.test(word));
  const leads = (word: string) => PREPOSITIONS.has(word) || CONJUNCTIONS.has(word) || AUXILIARIES.has(word);
  for (let at = 1; at < words.length - 1; at++) {
    const [noun = '', word = '', verb = ''] = words.slice(at - 1);
    const isPlural = SMALL_PLURAL.test(noun) || isOfSeveral(at);
    if (word === "don't" || word === "doesn't") {
      if (ING.test(verb)) words[at] = isPlural ? "aren't" : "isn't";
      else {
        if (!noun.endsWith('s') && !isPlural) words[at] = "doesn't";
        if (VERBS.has(verb)) words[at + 1] = baseOf(verb);
      }
    } else if (word === 'not' && BASES.has(verb) && !leads(noun.toLowerCase()) && !noun.endsWith(':'))
      words[at] = isPlural ? "don't" : "doesn't";
  }
  const verb = words.findIndex(
    (word, at) =>
      at > 0 && VERBS.has(word) && SMALL_PLURAL.test(words[at - 1] ?? '') && !VERBS.has(words[at - 1] ?? ''),
  );
  if (verb !== -1 && !words.slice(0, verb).some(leads)) words[verb] = baseOf(words[verb] ?? '');
  return words.join(' ');
}
