import { stem } from '../text/stem.ts';
import { tokenize } from '../text/tokenize.ts';
import { isNameLike, type TopicsInUse } from './topics.ts';
import { groupOf, TROUBLES, VERBS } from './word-lists.ts';
import grammar from './words/grammar.json' with { type: 'json' };

/** Not the parts of change_column_null and fs.s3a.endpoint. */
const WORD = /(?<![\p{L}\p{N}_./-])[\p{L}\p{N}]+(?:['’-]\p{L}+)*(?![\p{L}\p{N}_]|[./-][\p{L}\p{N}])/gu;
const FIRST_OF_TWO = /(?<![\p{L}\p{N}_./-])\p{L}[\p{L}\p{N}]*(?= (\p{Lu}[\p{L}\p{N}]*)(?![\p{L}\p{N}_./-]))/gu;
const INNER_CAPITAL = /\p{L}\p{Lu}/u;
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
    const name = all.find(([writing, count]) => INNER_CAPITAL.test(writing) && count > lower / 3);
    const [most, count] = name ?? all[0] ?? [word, 0];
    // Titles In Capitals Like This One say little about how a word is written.
    if (isPlainWord(word) && !INNER_CAPITAL.test(word)) return word.toLowerCase();
    if (!INNER_CAPITAL.test(most) && lower > 0 && lower * 2 >= count) return word.toLowerCase();
    return count > 1 ? most : word;
  };
  const names = namesOfTwo(texts);
  return (text) =>
    text
      .replace(WORD, (word, at: number) => (word === 'ci' && text.slice(0, at).endsWith('npm ') ? word : usual(word)))
      .replace(FIRST_OF_TWO, (first, second: string) => names.get(`${first} ${second}`.toLowerCase()) ?? first);
}

/** First words of names that most write with two capitals: "File Locksmith", though "file" is a word too. */
function namesOfTwo(texts: readonly string[]): ReadonlyMap<string, string> {
  const found = texts.flatMap((text) => [...text.matchAll(FIRST_OF_TWO)].map(([first, second]) => ({ first, second })));
  const names = new Map<string, string>();
  for (const [name, all] of Map.groupBy(found, ({ first, second }) => `${first} ${second}`.toLowerCase())) {
    const [most = []] = [...Map.groupBy(all, ({ first }) => first).values()].sort((a, b) => b.length - a.length);
    const [written] = most;
    if (written !== undefined && most.length > 1 && /^\p{Lu}/u.test(written.first)) names.set(name, written.first);
  }
  return names;
}

/** A name of two words in one: "FancyZones". */
export const JOINED = /^\p{L}+\p{Ll}\p{Lu}\p{L}+$/u;
const EDGES = /^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu;

/**
 * Writes the names in a text as most of the texts do: "Fancy Zones" as "FancyZones". `products` are written so whatever the texts do.
 */
export function createNameSpelling(texts: readonly string[], products: readonly string[]): (text: string) => string {
  const [words, pairs, names] = [new Map<string, number>(), new Map<string, number>(), new Map<string, string>()];
  const count = (counts: Map<string, number>, key: string) => counts.set(key, (counts.get(key) ?? 0) + 1);
  for (const text of texts) {
    let last = '';
    for (const piece of text.split(' ')) {
      const bare = piece.replace(EDGES, '');
      const word = bare.toLowerCase();
      count(words, word);
      count(pairs, last + word);
      if (JOINED.test(bare)) names.set(word, bare);
      last = word;
    }
  }
  const isUsual = (name: string) => pairs.has(name) && (words.get(name) ?? 0) >= Math.max(2, pairs.get(name) ?? 0);
  const joined = new Map([...names].filter(([name]) => isUsual(name)));
  for (const product of products) if (JOINED.test(product)) joined.set(product.toLowerCase(), product);
  if (joined.size === 0) return (text) => text;
  return (text) => {
    const pieces: string[] = [];
    for (const piece of text.split(' ')) {
      const bare = piece.replace(EDGES, '');
      const before = pieces.at(-1);
      const name = before === undefined ? undefined : joined.get((before + bare).toLowerCase());
      if (name === undefined) pieces.push(piece);
      else pieces[pieces.length - 1] = piece.replace(bare, name);
    }
    return pieces.join(' ');
  };
}

/**
 * A word in `rare` posts or fewer that is one letter away from a word in `usual` posts or more is misspelled. `least`: its letters; in
 * shorter ones only two that are swapped, "toekn".
 */
const MISSPELLED = { least: 6, rare: 2, usual: 30 } as const;
const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

/** Two letters that are swapped; first and last stay. */
function* swapsOf(word: string): Generator<string> {
  for (let at = 1; at < word.length - 2; at++)
    if (word.charAt(at) !== word.charAt(at + 1))
      yield word.slice(0, at) + word.charAt(at + 1) + word.charAt(at) + word.slice(at + 2);
}

/** All that one letter more or less, or two that are swapped, make of a word; first and last letter stay. Another letter makes another word: "clashes". */
function* oneLetterFrom(word: string): Generator<string> {
  for (let at = 1; at < word.length - 1; at++) {
    const [before, letter, after] = [word.slice(0, at), word.charAt(at), word.slice(at + 1)];
    yield before + after.charAt(0) + letter + after.slice(1);
    if (word.length < MISSPELLED.least) continue;
    yield before + after;
    for (const other of LETTERS) yield before + other + letter + after;
  }
}

const PLAIN_WORD = /(?<![\p{L}\p{N}._/-])\p{L}\p{Ll}{4,}(?![\p{L}\p{N}_/-]|\.\p{L})/gu;

/** Corrects typing errors by what other posts write: `postsWith` says how many posts of all hold a stem. Names stay. */
export function correctTyping(text: string, postsWith: (stem: string) => number): string {
  return text.replace(PLAIN_WORD, (word, at: number) => {
    const written = word.toLowerCase();
    const isName = at > 0 && word !== written;
    if (isName || tokenize(written).length === 0 || postsWith(stem(written)) > MISSPELLED.rare) return word;
    let [meant, most] = [written, MISSPELLED.usual - 1];
    for (const other of oneLetterFrom(written)) {
      const posts = postsWith(stem(other));
      if (posts > most) [meant, most] = [other, posts];
    }
    return word.charAt(0) + meant.slice(1);
  });
}

/**
 * Swapping two letters gives a word that this many times as many posts contain ("toekn"), or a stop word while the one written is in
 * few posts ("afetr").
 */
const SWAPPED = { times: 20, rare: 10 } as const;

/** Whether two letters of a word are likely swapped. Also where {@link correctTyping} isn't sure what was meant. */
export function hasTypingError(text: string, postsWith: (stem: string) => number): boolean {
  return (text.match(PLAIN_WORD) ?? []).some((word) => {
    const written = word.toLowerCase();
    const own = postsWith(stem(written));
    if (tokenize(written).length === 0) return false;
    return [...swapsOf(written)].some((other) =>
      tokenize(other).length === 0
        ? own <= SWAPPED.rare
        : postsWith(stem(other)) >= Math.max(MISSPELLED.usual, SWAPPED.times * own),
    );
  });
}

/** "SeaMonkey" is how the name is written where this share of as many posts as write "Seamonkey" write it so. */
const USUAL = 1 / 4;

/** What is read of a post for the name of its product. */
interface WrittenPost {
  title: string | null;
  text: string;
  repository: string | null;
}

export interface Product {
  repository: string;
  name: string;
  /** The text with the name written so; a single word only where it has a capital. */
  spell(text: string): string;
}

/** The repository that all posts are from, as they and the topics of other signals write its name. */
export function productOf(posts: readonly WrittenPost[], topics: TopicsInUse): Product | undefined {
  const [name, ...others] = new Set(posts.map(({ repository }) => repository?.split('/').at(-1)));
  if (name === undefined || others.length > 0 || !/^\p{L}[\w-]*$/u.test(name)) return undefined;
  // "VS Code" is how people write vscode.
  const pattern = new RegExp(`(?<![\\w/.-])${[...name].join(' ?')}(?![\\w/-])`, 'gi');
  const written = nameIn(posts, name, pattern, topics);
  // "react" is a word too, "seamonkey" and "vs code" are none.
  const isAlwaysName = /.(?:\p{Lu}| )/u.test(written);
  return {
    repository: name,
    name: written,
    spell: (text) => text.replace(pattern, (found) => (isAlwaysName || isNameLike(found) ? written : found)),
  };
}

function nameIn(posts: readonly WrittenPost[], name: string, pattern: RegExp, topics: TopicsInUse): string {
  if (/\p{Ll}\p{Lu}/u.test(name)) return name;
  const writings = new Map(topics.writingsOf?.(name.toLowerCase()));
  for (const { title, text } of posts)
    for (const [found] of `${title} ${text.slice(0, 1000)}`.matchAll(pattern))
      if (isNameLike(found)) writings.set(found, (writings.get(found) ?? 0) + 1);
  const most = Math.max(...writings.values());
  const capitals = ([written]: readonly [string, number]) => written.match(/\p{Lu}/gu)?.length ?? 0;
  const [best] = [...writings]
    .filter(([, count]) => count >= USUAL * most)
    .sort((one, other) => capitals(other) - capitals(one) || other[1] - one[1]);
  return best?.[0] ?? name.charAt(0).toUpperCase() + name.slice(1);
}
