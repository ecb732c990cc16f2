import type { Candidate } from './candidates.ts';
import { keysOfName, PROBLEM, saysNeed, saysTrouble } from './judge.ts';
import { ADVERBS, AUXILIARIES, DETERMINERS, PREPOSITIONS } from './lexicon.ts';
import { NAME_LENGTH, printName } from './print.ts';
import type { ReadPost, Signal } from './read-posts.ts';
import { isPredicate } from './segments.ts';
import { subjectsOf, withSubject } from './subjects.ts';
import type { Word } from './words.ts';

/** Share of the posts that contain each word in a theme, and all its words. */
const EACH = 0.4;
const WHOLE = 0.5;
const MOST_WORDS = 4;
/** Share of the titles with a phrase that have the same small word before it. */
const BEGUN_SO = 0.6;

const MARKS = /^[^\p{L}\p{N}@#.]+|[^\p{L}\p{N}+#]+$/gu;

/** Before another noun it is a verb: "output invents values". */
const IN_S = /^\p{Ll}+[^suai]s$/u;
/** "Problems with detected" names nothing. */
const PARTICIPLE = /\p{L}{2}ed$/u;

/** Says that something is missing. */
const LACKS = /^(?:without|no|not)$/;

const TROUBLED = 'Problems with';
const WANTED = 'Changes wanted in';

const isPain = ({ keys }: Pick<Word, 'keys'>) => saysTrouble(keys) || saysNeed(keys);

/** How often a word follows "not" or "can" where it is a verb. */
const AS_VERB = 0.4;

/** Whether a word names something: "not detected" and "does not detect" are no nouns, and a version is one post's. */
function nounsOf({ posts, reader }: Signal): (word: Word) => boolean {
  const uses = new Map<string, { all: number; asVerb: number }>();
  const written = new Map<string, number>();
  for (const { words, headline } of posts) {
    for (const core of new Set([...words, ...reader.words(headline.tags.join(' '))].map((word) => word.core)))
      written.set(core, (written.get(core) ?? 0) + 1);
    words.forEach(({ keys: [key] }, at) => {
      if (key === undefined) return;
      const use = uses.get(key) ?? { all: 0, asVerb: 0 };
      uses.set(key, { all: use.all + 1, asVerb: use.asVerb + Number(AUXILIARIES.has(words[at - 1]?.core ?? '')) });
    });
  }
  return ({ core, keys: [key = ''] }) => {
    const { all, asVerb } = uses.get(key) ?? { all: 1, asVerb: 0 };
    return asVerb < AS_VERB * all && (!/\d/.test(core) || (written.get(core) ?? 0) >= EACH * posts.length);
  };
}

/** Words in a row that many posts hold: all beginnings and ends of them. */
function* phrasesIn({ words }: ReadPost, signal: Signal, isNoun: (word: Word) => boolean): Generator<readonly Word[]> {
  const holds = (word: Word) =>
    word.keys.length > 0 &&
    !isPain(word) &&
    !isPredicate(word) &&
    word.keys.every((key) => signal.share(key) >= EACH) &&
    isNoun(word);
  for (let from = 0; from < words.length; from++) {
    const said = new Set<string>();
    for (let to = from; to < Math.min(words.length, from + MOST_WORDS); to++) {
      const last = words[to];
      if (last === undefined || !holds(last) || last.keys.some((key) => said.has(key))) break;
      for (const key of last.keys) said.add(key);
      const isVerb = IN_S.test(last.text) && (words[to + 1]?.keys.length ?? 0) > 0;
      if (isVerb) break;
      if (!PARTICIPLE.test(last.core)) yield words.slice(from, to + 1);
      if (/[,;:.)\]]$/.test(last.text)) break;
    }
  }
}

/** Share of the other posts that must contain each word in a name. */
const HELD = 0.25;

/** Whether enough posts contain each word in a statement for it to name them all. A trouble in a body counts less: most bodies name one. */
export function isShared({ words }: Candidate, signal: Signal): boolean {
  const { length } = signal.posts;
  const isHeld = (key: string) =>
    isPain({ keys: [key] })
      ? key === PROBLEM || signal.share(key) >= HELD
      : signal.held(key) * length - 1 >= HELD * (length - 1);
  return [...keysOfName(words, signal)].every(isHeld);
}

/** "Covers the", "revoked by": a verb, whether it is known or not. */
const isVerbBefore = (word: Word, next: Word | undefined): boolean =>
  next !== undefined &&
  ((PARTICIPLE.test(word.core) && PREPOSITIONS.has(next.core)) ||
    (/\p{L}{2}[^s]s$/u.test(word.core) && DETERMINERS.has(next.core)));

/** A statement of nouns alone. */
export const isBare = ({ words }: Candidate): boolean =>
  !isPain({ keys: words.flatMap(({ keys }) => keys) }) &&
  !words.some((word, at) => isPredicate(word) || LACKS.test(word.core) || isVerbBefore(word, words[at + 1]));

/**
 * Names, best first, for signals whose posts share a subject but no statement: "Prisma: Problems with MySQL". Empty where the
 * `statement` says what goes wrong in words that the other posts share, or where half of the posts have no subject in common.
 */
export function themesInstead(statement: Candidate, signal: Signal): string[] {
  const isNamed = !isBare(statement);
  if (isNamed && isShared(statement, signal)) return [];
  const isNoun = nounsOf(signal);
  const phrases = sharedPhrases(signal, isNoun);
  const own = isNamed ? [] : nounsIn(statement, isNoun);
  return [...phrases, ...own].map((phrase) => printName(themeOf(phrase, signal), signal));
}

/** A statement of nouns in a row, without its subject. */
function nounsIn({ words }: Candidate, isNoun: (word: Word) => boolean): (readonly Word[])[] {
  const phrase = words.slice(words.findLastIndex(({ text }) => text.endsWith(':')) + 1);
  return phrase.every((word) => word.keys.length > 0 && isNoun(word)) ? [phrase] : [];
}

/** The phrases that many titles share, as they write them, first those that say most. */
function sharedPhrases(signal: Signal, isNoun: (word: Word) => boolean): Word[][] {
  const { posts } = signal;
  const found = new Map<string, { words: readonly Word[]; worth: number }>();
  for (const post of posts)
    for (const words of phrasesIn(post, signal, isNoun)) {
      const id = coresOf(words);
      if (found.has(id)) continue;
      const keys = [...keysOfName(words, signal)];
      const held = keys.map(signal.holding);
      const whole = posts.filter((_, at) => held.every((each) => (each[at] ?? 0) > 0)).length / posts.length;
      const isTheme = whole >= WHOLE && !keys.every((key) => signal.products.has(key));
      found.set(id, { words, worth: isTheme ? whole * keys.reduce((sum, key) => sum + signal.weight(key), 0) : 0 });
    }
  return [...found.values()]
    .filter(({ worth }) => worth > 0)
    .sort((one, other) => other.worth - one.worth)
    .map(({ words }) => begunWhole(words, posts).map((word) => ({ ...word, text: word.text.replace(MARKS, '') })));
}

/** "Always on top" for "top", where most titles with the phrase write so: what begins with an adverb and leads to it. */
function begunWhole(phrase: readonly Word[], posts: readonly ReadPost[]): readonly Word[] {
  let whole = phrase;
  for (let words = phrase; ; ) {
    const before = posts.flatMap((post) => wordBefore(words, post) ?? []);
    const [most = []] = [...Map.groupBy(before, ({ core }) => core).values()].sort((a, b) => b.length - a.length);
    const [word] = most;
    const isSmall = word !== undefined && word.keys.length === 0 && !DETERMINERS.has(word.core) && !isPredicate(word);
    if (!isSmall || most.length < BEGUN_SO * before.length) return whole;
    words = [word, ...words];
    if (ADVERBS.has(word.core)) whole = words;
  }
}

function wordBefore(phrase: readonly Word[], { words }: ReadPost): Word | undefined {
  const at = words.findIndex((_, from) => coresOf(words.slice(from, from + phrase.length)) === coresOf(phrase));
  return words[at - 1];
}

const coresOf = (words: readonly Word[]) => words.map(({ core }) => core).join(' ');

function themeOf(phrase: readonly Word[], signal: Signal): readonly Word[] {
  const { posts, reader } = signal;
  const count = (says: (keys: Iterable<string>) => boolean) => posts.filter(({ inTitle }) => says(inTitle)).length;
  const isWanted = count(saysNeed) >= Math.max(2 * count(saysTrouble), WHOLE * posts.length);
  const words = [...reader.words(isWanted ? WANTED : TROUBLED), ...phrase];
  const [named] = subjectsOf(signal, true).flatMap((subject) => {
    const longer = withSubject(subject, words, signal);
    return longer !== undefined && printName(longer, signal).length <= NAME_LENGTH.most ? [longer] : [];
  });
  return named ?? words;
}
