import { tokenize } from '../text/tokenize.ts';
import broader from './words/broader.json' with { type: 'json' };
import grammar from './words/grammar.json' with { type: 'json' };
import needs from './words/needs.json' with { type: 'json' };
import synonyms from './words/synonyms.json' with { type: 'json' };
import tags from './words/tags.json' with { type: 'json' };
import troubles from './words/troubles.json' with { type: 'json' };

/** Begins the key of a synonym group, so that no stem is mistaken for one. */
const GROUP = '~';

const groupOfWritten = new Map<string, string>();
const groupOfStem = new Map<string, string>();
const stemsOfGroup = new Map<string, string[]>();
for (const [name, members] of Object.entries(synonyms)) {
  const key = GROUP + name;
  for (const member of members) {
    groupOfWritten.set(member, key);
    const [stem, ...others] = tokenize(member);
    if (stem === undefined || others.length > 0 || member.includes(' ')) continue;
    groupOfStem.set(stem, key);
    stemsOfGroup.set(key, [...new Set([...(stemsOfGroup.get(key) ?? []), stem])]);
  }
}

/** The key of a word or phrase as people write it, lower case; undefined where the word list has no synonyms for it. */
export const groupOf = (written: string): string | undefined => groupOfWritten.get(written);

const phrasesBegun = new Set(
  [...groupOfWritten.keys()].filter((written) => written.includes(' ')).map((phrase) => phrase.split(' ', 1)[0]),
);

/** The key of two neighboring words: "no longer". Most words begin no phrase, and a look is cheaper than joining them. */
export const groupOfPair = (first: string, second: string): string | undefined =>
  phrasesBegun.has(first) ? groupOf(`${first} ${second}`) : undefined;

/** The key that counts a stem: its synonym group, or the stem itself. */
export const keyOfStem = (stem: string): string => groupOfStem.get(stem) ?? stem;

/** The stems counted under a key. */
const stemsOf = (key: string): readonly string[] => stemsOfGroup.get(key) ?? [key];

const keysOf = (words: readonly string[]): ReadonlySet<string> =>
  new Set(words.flatMap((word) => [GROUP + word, groupOf(word) ?? '', ...tokenize(word).map(keyOfStem)]));

/** Keys that say that something goes wrong, and keys that say what somebody wants done. */
export const TROUBLES: ReadonlySet<string> = keysOf(troubles);
export const NEEDS: ReadonlySet<string> = keysOf(needs);

/** "Problem" and "not working" say that something goes wrong, "crash" says what. */
export const UNSPECIFIC: ReadonlySet<string> = keysOf(['not', 'error', 'problem', 'bug', 'unexpected']);

/** Whether a stem says what goes wrong or what is wanted. */
export function saysWhichPain(stem: string): boolean {
  const key = keyOfStem(stem);
  return !UNSPECIFIC.has(key) && (TROUBLES.has(key) || NEEDS.has(key));
}

/** By trouble, what is the case as well: what crashes does not work, and any trouble is a problem. */
const BROADER: ReadonlyMap<string, readonly string[]> = new Map(
  [...TROUBLES].map((key) => [
    key,
    [...((broader as Record<string, string[]>)[key.slice(1)] ?? []), 'problem'].map((each) => GROUP + each),
  ]),
);
const NARROWER = Map.groupBy(
  [...BROADER].flatMap(([key, all]) => all.map((other) => [key, other] as const)),
  ([, other]) => other,
);

/** The keys with all that is the case where they are. */
export function withBroader(keys: ReadonlySet<string>): Set<string> {
  const all = new Set(keys);
  for (const key of keys) for (const other of BROADER.get(key) ?? []) all.add(other);
  return all;
}

/** The stems counted under a key, those included that say it with more words. */
export const stemsBelow = (key: string): readonly string[] => [
  ...new Set([key, ...(NARROWER.get(key) ?? []).map(([narrower]) => narrower)].flatMap(stemsOf)),
];

/** What issue trackers put before a title: the kind of post, not its subject. */
export const KINDS_OF_POST: ReadonlySet<string> = new Set(tags);

export const DETERMINERS: ReadonlySet<string> = new Set(grammar.determiners);
export const FIRST_PERSON: ReadonlySet<string> = new Set(grammar.firstPerson);
export const PRONOUNS: ReadonlySet<string> = new Set(grammar.pronouns);
export const PREPOSITIONS: ReadonlySet<string> = new Set(grammar.prepositions);
export const CONJUNCTIONS: ReadonlySet<string> = new Set(grammar.conjunctions);
export const AUXILIARIES: ReadonlySet<string> = new Set(grammar.auxiliaries);
export const ADVERBS: ReadonlySet<string> = new Set(grammar.adverbs);
/** Words that something must follow: "unable", "upgrade", "whether". */
export const NEEDS_OBJECT: ReadonlySet<string> = new Set(grammar.needsObject);
/** Words after which "to" begins what is done, not where: "fails to open". */
export const TAKES_INFINITIVE: ReadonlySet<string> = new Set(grammar.takesInfinitive);
/** Written large for stress, not because they are names. */
export const STRESSED: ReadonlySet<string> = new Set(grammar.stress);
/** How or how often. */
export const MANNER: ReadonlySet<string> = new Set(grammar.manner);
/** Verbs that make what stands before them a subject: what a statement cannot do without. */
export const VERBS: ReadonlySet<string> = new Set(grammar.verbs);
/** Words that begin a clause of its own. */
export const SUBORDINATORS: ReadonlySet<string> = new Set(grammar.subordinators);
