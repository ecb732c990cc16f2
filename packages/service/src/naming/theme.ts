import type { Candidate } from './candidates.ts';
import { keysOfName, saysNeed, saysTrouble } from './judge.ts';
import { ADVERBS, DETERMINERS } from './lexicon.ts';
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

/** Says that something is missing. */
const LACKS = /^(?:without|no|not)$/;

const TROUBLED = 'Problems with';
const WANTED = 'Changes wanted in';

const isPain = ({ keys }: Pick<Word, 'keys'>) => saysTrouble(keys) || saysNeed(keys);

/** Words in a row that many posts hold: all beginnings and ends of them. */
function* phrasesIn({ words }: ReadPost, signal: Signal): Generator<readonly Word[]> {
  const holds = (word: Word) =>
    word.keys.length > 0 && !isPain(word) && !isPredicate(word) && word.keys.every((key) => signal.share(key) >= EACH);
  for (let from = 0; from < words.length; from++)
    for (let to = from; to < Math.min(words.length, from + MOST_WORDS); to++) {
      const last = words[to];
      if (last === undefined || !holds(last)) break;
      yield words.slice(from, to + 1);
      if (/[,;:.)\]]$/.test(last.text)) break;
    }
}

/** Share of the other posts that must contain each word in a name. */
const HELD = 0.25;

/** Whether enough of the other posts hold each word of a statement, whatever trouble they tell, to be the name of all. */
export function isShared({ words }: Candidate, signal: Signal): boolean {
  const { length } = signal.posts;
  const isPain = (key: string) => saysTrouble([key]) || saysNeed([key]);
  return [...keysOfName(words, signal)].every(
    (key) => isPain(key) || signal.held(key) * length - 1 >= HELD * (length - 1),
  );
}

/** A statement of nouns alone, unless it has a verb that is not known as one. */
const isBare = ({ words }: Candidate): boolean =>
  !isPain({ keys: words.flatMap(({ keys }) => keys) }) &&
  !words.some((word) => isPredicate(word) || LACKS.test(word.core));

/**
 * The name of signals whose posts share a subject and no statement: "Prisma: Problems with MySQL". Undefined where others hold each
 * word of the `statement` that they agree on, and where half of them have no subject in common.
 */
export function themeInstead(statement: Candidate, signal: Signal): string | undefined {
  const shared = isShared(statement, signal);
  if (shared && !isBare(statement)) return undefined;
  const phrase = sharedPhrase(signal);
  if (phrase === undefined) return undefined;
  const theme = themeOf(phrase, signal);
  const repeats = (keys: ReadonlySet<string>) => keys.difference(signal.products).isSubsetOf(keysOfName(theme, signal));
  return shared && !repeats(keysOfName(statement.words, signal)) ? undefined : printName(theme, signal);
}

/** The phrase that says most of what is shared, as many titles write it. */
function sharedPhrase(signal: Signal): Word[] | undefined {
  const { posts } = signal;
  const found = new Map<string, { words: readonly Word[]; worth: number }>();
  for (const post of posts)
    for (const words of phrasesIn(post, signal)) {
      const id = coresOf(words);
      if (found.has(id)) continue;
      const keys = [...keysOfName(words, signal)];
      const held = keys.map(signal.holding);
      const whole = posts.filter((_, at) => held.every((each) => (each[at] ?? 0) > 0)).length / posts.length;
      const isTheme = whole >= WHOLE && !keys.every((key) => signal.products.has(key));
      found.set(id, { words, worth: isTheme ? whole * keys.reduce((sum, key) => sum + signal.weight(key), 0) : 0 });
    }
  const [best] = [...found.values()].filter(({ worth }) => worth > 0).sort((one, other) => other.worth - one.worth);
  return best && begunWhole(best.words, posts).map((word) => ({ ...word, text: word.text.replace(MARKS, '') }));
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
