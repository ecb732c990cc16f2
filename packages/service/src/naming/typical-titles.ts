import { closenessOfName, isWhole, saysNeed, saysTrouble } from './judge.ts';
import { VERBS } from './lexicon.ts';
import { NAME_LENGTH, printName } from './print.ts';
import type { Signal } from './read-posts.ts';
import { cutStatements } from './segments.ts';
import { type Phrase, withSubject } from './subjects.ts';
import { readWords, type Word } from './words.ts';

export interface Candidate {
  words: readonly Word[];
  text: string;
  value: number;
  /** The index of the post it is taken from; undefined where it is put together from phrases of several. */
  from: number | undefined;
}

export const byValue = (one: Candidate, other: Candidate): number =>
  other.value - one.value || one.text.length - other.text.length;

/** Share of the posts that hold the word before a typical title, and titles that name it. */
const HELD_BY = 0.4;
const LEAST_TITLES = 2;
/** What a title keeps of its closeness for a word put before it. */
const PREFIXED_KEEPS = 0.9;

/** Forms of verbs: "forgets" stands in the word list, "invented" and "merging" show what they are. */
const VERB_FORM = /(?:ed|ing)$/;
const SHORTEST_SUBJECT = 3;

/** The word that most of the posts share and several titles name; undefined where there is none. */
function sharedSubject({ posts, held, weight }: Signal): Phrase | undefined {
  const writings = new Map<string, Map<string, number>>();
  for (const { words } of posts)
    for (const { keys, core } of words) {
      const [key, ...others] = keys;
      const isSubject = core.length >= SHORTEST_SUBJECT && !VERBS.has(core) && !VERB_FORM.test(core);
      if (key === undefined || others.length > 0 || !isSubject || saysTrouble(keys) || saysNeed(keys)) continue;
      const own = writings.get(key) ?? new Map<string, number>();
      writings.set(key, own.set(core, (own.get(core) ?? 0) + 1));
    }
  const [best] = [...writings]
    .map(([key, uses]) => ({ key, uses: [...uses].sort((one, other) => other[1] - one[1]) }))
    .filter(({ key, uses }) => uses.reduce((sum, [, count]) => sum + count, 0) >= LEAST_TITLES && held(key) >= HELD_BY)
    .sort((one, other) => held(other.key) * weight(other.key) - held(one.key) * weight(one.key));
  return best && { words: readWords(best.uses[0]?.[0] ?? ''), keys: new Set([best.key]) };
}

/** Whole titles, the one nearest to the posts first: the best name where they share no statement. */
export function typicalTitles(signal: Signal): Candidate[] {
  const subject = sharedSubject(signal);
  const offer = (words: readonly Word[], from: number, keeps: number): Candidate => ({
    words,
    text: printName(words, signal),
    value: keeps * closenessOfName(words, signal, from),
    from,
  });
  return signal.posts
    .flatMap(({ words }, from) =>
      cutStatements(words).flatMap((statement) => {
        const own = statement.flatMap((part) => part.words);
        const named = subject && withSubject(subject, own, signal);
        return [offer(own, from, 1), ...(named === undefined ? [] : [offer(named, from, PREFIXED_KEEPS)])];
      }),
    )
    .filter(({ words, text }) => isWhole(words) && text.length >= NAME_LENGTH.least && text.length <= NAME_LENGTH.most)
    .sort(byValue);
}
