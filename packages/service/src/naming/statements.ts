import { isWhole, keysOfName, PROBLEM, saysNeed } from './judge.ts';
import type { ReadPost, Signal } from './read-posts.ts';
import { ADVERBS, AUXILIARIES, CONJUNCTIONS, DETERMINERS, NEEDS, PRONOUNS, TROUBLES } from './word-lists.ts';
import type { Word } from './words.ts';

const LABEL_LENGTH = { least: 8, most: 110 } as const;
/** Words that may stand between those of a label where a title says it. */
const BETWEEN = 4;
/** So many content words state something, in whatever words: "Layer cache rebuilt on every push". */
const STATEMENT = 4;
/** And so many where they say a need: "Rename files" is what people do. */
const NEED = 3;

/** A longer word is a path or a name of code, of which only parts are read. */
const LONGEST_WORD = 40;

const NOT = '~not';
/** "Issue with X" and "Request for X" don't say what. */
const VAGUE: ReadonlySet<string> = new Set([PROBLEM, '~wish']);
export const PAINS = TROUBLES.union(NEEDS).difference(VAGUE);
/** What hangs does not work; a crash is a complaint of its own, and an error or an issue may be anything. */
const HANGS = '~hang';
/** What is not shown is missing. */
const SHOWN = '~render';
const isPartly = (words: readonly Word[]) => words.some(({ core }) => /ly$|^(?:right|well|full)$/.test(core));
const MISSING = '~missing';
/** "Error in PowerToys" says less than "PowerToys crashes". */
const UNSPECIFIC: ReadonlySet<string> = new Set([NOT, '~error']);

const FIGURE = /\d/;

/** Also of a name: "node:20", "Ctrl+F". */
const VERSION = /\d+(?:\.\d+)+|(?<![\p{L}\d.])\d+|(?<=[+-])\p{L}(?!\p{L})/gu;

/** A figure has no key of its own: "CentOS 7" is not "CentOS 8", and "rust-1.73" not "rust-1.78". */
export const withFigures = (keys: Iterable<string>, words: readonly Word[]): Set<string> =>
  new Set([
    ...keys,
    ...words.flatMap(({ core, keys: own }) =>
      own.length > 0 ? (core.match(VERSION) ?? []) : FIGURE.test(core) ? [core] : [],
    ),
  ]);

/** One word in a title. */
interface Place {
  keys: ReadonlySet<string>;
  /** What follows a trouble: "open" in "does not open", "tray icon" in "missing tray icon", nothing in "not working when". */
  about: readonly string[];
  isDenied: boolean;
}

/** What a post is filed under holds for all of its title. */
export interface Title {
  tags: ReadonlySet<string>;
  places: readonly Place[];
  /** Of tags and places. */
  keys: ReadonlySet<string>;
}

const isIn = (core: string, sets: readonly ReadonlySet<string>[]) => sets.some((set) => set.has(core));

/** Says of a verb that it is not so: "fails" does only before "to". */
const DENIES = /n['’´]?o?t$|^(?:never|unable|impossible|longer)$/;
/** What "not working" denies is nothing in particular. */
const WORKS = /^work/;
const GOES_ON = /^(?:longer|able)$/;

export const isDenial = (words: readonly Word[], at: number): boolean =>
  words[at]?.keys.includes(NOT) === true && (DENIES.test(words[at].core) || words[at + 1]?.core === 'to');

/** Keys of the nouns after a trouble, and of the verb after a "not"; a verb that has no key ("found") as it is written. */
function followsAfter(words: readonly Word[], at: number): string[] {
  const isVerb = isDenial(words, at);
  const found: string[] = [];
  for (const { core, keys } of words.slice(at + 1)) {
    if (
      keys.includes(NOT) ||
      GOES_ON.test(core) ||
      (found.length === 0 && isIn(core, [AUXILIARIES, ADVERBS, DETERMINERS]))
    )
      continue;
    const isOther = WORKS.test(core) || isIn(core, [CONJUNCTIONS, PRONOUNS]);
    if (keys.length === 0) return isVerb && !isOther ? [core] : found;
    found.push(...keys);
    if (isVerb) break;
  }
  return found;
}

export function readTitle({ headline, words, inTitle }: ReadPost, { reader }: Signal): Title {
  const tags = new Set(reader.words(headline.tags.join(' ')).flatMap(({ keys }) => keys));
  const places = words.map((word, at): Place => {
    const joined = word.core + (words[at + 1]?.core ?? '');
    const own = withFigures(inTitle.has(joined) ? [...word.keys, joined] : word.keys, [word]);
    const isDenied = isDenial(words, at);
    const about = own.isDisjointFrom(PAINS) ? [] : followsAfter(words, at);
    if (isDenied && about.includes(SHOWN) && !isPartly(words))
      return { keys: own.difference(new Set([NOT])).add(MISSING), about: [], isDenied: false };
    return { keys: own.has(HANGS) ? own.add(NOT) : own, about, isDenied };
  });
  return { tags, places, keys: new Set([...tags, ...places.flatMap(({ keys }) => [...keys])]) };
}

/** Whether the trouble is that of what has these keys: "tray icon missing" and "missing tray icon", but not "missing icon of the tray menu". */
function isOfSame(trouble: string, run: readonly Place[], keys: ReadonlySet<string>): boolean {
  const subject = keys.difference(PAINS);
  return run.some(
    (place, at) =>
      place.keys.has(trouble) &&
      (place.about.length === 0 ||
        place.about.some((key) => keys.has(key)) ||
        (!place.isDenied && run.slice(0, at).some((before) => !before.keys.isDisjointFrom(subject)))),
  );
}

/** "Doesn't open" and "opening fails". */
function deniesSame(denied: string, run: readonly Place[], at: number): boolean {
  const { keys, about, isDenied } = run[at] as Place;
  if (!keys.has(NOT)) return false;
  const before = run.slice(0, at).findLast((place) => place.keys.size > 0);
  return about.includes(denied) || (!isDenied && about.length === 0 && before?.keys.has(denied) === true);
}

/** The shortest run of a title that holds the keys; undefined where it lacks one. */
function shortestRun(places: readonly Place[], keys: ReadonlySet<string>): readonly Place[] | undefined {
  let shortest: readonly Place[] | undefined;
  for (const [from, place] of places.entries()) {
    if (place.keys.isDisjointFrom(keys)) continue;
    const left = new Set(keys);
    const end = places.findIndex((each, at) => {
      if (at >= from) for (const key of each.keys) left.delete(key);
      return left.size === 0;
    });
    if (end === -1) break;
    if (shortest === undefined || end - from + 1 < shortest.length) shortest = places.slice(from, end + 1);
  }
  return shortest;
}

/** A statement that says of something what goes wrong or is wanted. */
export interface Label {
  text: string;
  words: number;
  /** Without the product's name, unless nothing else has the trouble. */
  keys: ReadonlySet<string>;
  /** The verb that it denies: "open" in "does not open". */
  denied: string | undefined;
}

/** As it is written inside a sentence: "Wrong characters" as "wrong characters", but "SVG" and "PowerToys" as they are. */
export const inSentence = (text: string, { inUsualCase, reader }: Signal): string =>
  text.replace(/^\p{Lu}\p{Ll}*(?:['’-]\p{Ll}+)*(?=\s|$)/u, (first) => {
    const lower = first.toLowerCase();
    return saysNeed(reader.words(lower).flatMap(({ keys }) => keys)) ? lower : inUsualCase(lower);
  });

/** The posts that are quoted: comments without a title begin with asides, so they count and are quoted only where no post has one. */
export function quotable({ posts }: Signal): ReadonlySet<ReadPost> {
  const titled = posts.filter(({ post }) => post.title !== null);
  return new Set(titled.length > 0 ? titled : posts);
}

/** Keys of the name of the repository that most posts are from. */
export function productOf({ posts, reader }: Signal): Set<string> {
  const byPlace = [...Map.groupBy(posts, ({ post }) => post.repository)];
  const [home] = byPlace.find(([, own]) => 2 * own.length > posts.length) ?? [];
  return new Set(reader.words(home?.split('/').at(-1) ?? '').map(({ keys }) => keys[0] ?? ''));
}

export const weightOf = (keys: Iterable<string>, signal: Signal): number =>
  [...keys].reduce((sum, key) => sum + signal.weight(key), 0);

interface LabelOptions {
  isRead?: boolean;
  need?: number | undefined;
  /** Whether it is the title of several posts: "Back button resets the list" states something in three words. */
  isRepeated?: boolean;
}

/** What must be said; undefined for what cannot be read by itself, asks, or says neither trouble nor need. */
export function labelOf(
  words: readonly Word[],
  text: string,
  signal: Signal,
  product: ReadonlySet<string>,
  { isRead = isWhole(words), need = NEED, isRepeated = false }: LabelOptions = {},
): Label | undefined {
  const isReadable =
    isRead &&
    words.length > 1 &&
    words.every(({ core }) => core.length <= LONGEST_WORD) &&
    text.length >= LABEL_LENGTH.least &&
    text.length <= LABEL_LENGTH.most;
  if (!isReadable || /[{}=\\?]|https?:/i.test(text)) return undefined;
  const all = withFigures(keysOfName(words, signal), words);
  const own = all.difference(product);
  const [pains, subject] = [all.intersection(PAINS), own.difference(PAINS).difference(VAGUE)];
  const troubles = pains.intersection(TROUBLES);
  const isStated = isRepeated && words.length >= STATEMENT && all.difference(VAGUE).size >= NEED;
  if (troubles.size === 0 && !isStated) {
    if (!own.isDisjointFrom(VAGUE) || all.size < (pains.size === 0 ? STATEMENT : need)) return undefined;
  }
  if (subject.size === 0 && ((all.size === own.size && need === NEED) || troubles.isSubsetOf(UNSPECIFIC)))
    return undefined;
  const at = words.findIndex((_, place) => isDenial(words, place));
  const [denied] = at < 0 ? [] : followsAfter(words, at);
  const said = subject.size === 0 ? all : own;
  const isMissing = denied === SHOWN && !isPartly(words);
  const keys = isMissing ? said.difference(new Set([NOT, SHOWN])).add(MISSING) : said;
  return { text, keys, words: words.length, denied: isMissing ? undefined : denied };
}

/** Whether a title has the words of a label close together, and its trouble of the same thing. */
export function says({ tags, places, keys: held }: Title, { keys, words, denied }: Label): boolean {
  if (!keys.isSubsetOf(held)) return false;
  const run = shortestRun(places, keys.difference(tags));
  if (run === undefined || run.length > words + BETWEEN) return false;
  const withDenied = new Set(denied === undefined ? keys : [...keys, denied]);
  if (denied !== undefined && !run.some((_, at) => deniesSame(denied, run, at))) return false;
  return [...keys.intersection(PAINS).difference(tags)].every((trouble) => isOfSame(trouble, run, withDenied));
}

/** "Working" and "works" are one. */
const ENDING = /(?:ing|ed|es|s)$/;
/** Mostly of grammar. */
const SMALL = /^(?:.{0,3}|with)$/;

/** "Can't" is also written "cant". */
const plain = (text: string) => text.toLowerCase().replace(/['’]/g, '');

/** Whether a title has the words of a text themselves, no synonyms, "after" and "when" included. */
export function hasWordsOf(text: string, { reader }: Signal): (title: string) => boolean {
  const stems = reader.words(text).map(({ core }) => plain(core).replace(ENDING, ''));
  return (title) => stems.every((stem) => SMALL.test(stem) || plain(title).includes(stem));
}
