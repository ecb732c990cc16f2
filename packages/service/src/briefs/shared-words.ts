import type { SignalDocument } from '../model/signal.ts';
import { saysNeed, saysTrouble } from '../naming/judge.ts';
import {
  AUXILIARIES,
  CONJUNCTIONS,
  DETERMINERS,
  FIRST_PERSON,
  PREPOSITIONS,
  PRONOUNS,
  SUBORDINATORS,
  stemsBelow,
  UNSPECIFIC,
  VERBS,
} from '../naming/lexicon.ts';
import type { Signal } from '../naming/read-posts.ts';
import type { Word } from '../naming/words.ts';
import type { Background } from '../text/background.ts';
import { gives } from './cues.ts';
import { isGeneric } from './generic.ts';
import { authorOf, OPEN } from './sentences.ts';

/** A word or phrase that several posts have and neither topic nor parts say: "Workspaces", "multiple monitors". */
export interface SharedWord {
  /** In quotes, as most write it; up to three where they are synonyms: “stuck” or “freezes”. */
  text: string;
  /** Indexes of the posts whose titles have it. */
  posts: readonly number[];
}

/** Posts that have it, and their authors. */
const LEAST_POSTS = 3;
const LEAST_AUTHORS = 2;
/** How much more frequent it is here than in all posts, and the share of all posts above which it says nothing in particular. */
const LEAST_LIFT = 2;
const COMMON_SHARE = 0.1;
/** Share of a word's posts that have the same words around it: then these are one phrase. */
const IN_PHRASE = 0.7;
const LEAST_IN_PHRASE = 2;
const LONGEST_PHRASE = 5;
/** Synonyms that are named: “stuck” or “freezes”. */
const MOST_FORMS = 3;
const LEAST_LETTERS = 3;
/** Words of a title that are read. */
const WORDS_READ = 40;

const isNamed = ({ core, keys }: Word) =>
  keys.length > 0 &&
  core.length >= LEAST_LETTERS &&
  /\p{L}{2}/u.test(core) &&
  !/^(?:work|us)(?:e?s|e?d|ing)?$|^use$/.test(core) &&
  !VERBS.has(core) &&
  !isGeneric(core) &&
  !saysNeed(keys) &&
  !keys.some((key) => UNSPECIFIC.has(key)) &&
  // Told with what it costs.
  !gives('crashes', core);

const bare = ({ text }: Word) => text.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}+#]+$/gu, '');

const saysWhere = ({ core }: Word) =>
  core !== 'to' && core !== 'of' && (PREPOSITIONS.has(core) || SUBORDINATORS.has(core));
const isOpening = (word: Word) =>
  !saysWhere(word) && [DETERMINERS, AUXILIARIES, PRONOUNS, CONJUNCTIONS].some((set) => set.has(word.core));
const isSplitAfter = ({ text }: Word) => /[^\p{L}\p{N}+#]$/u.test(text);

const mostFirst = <T>(groups: ReadonlyMap<unknown, T[]>): T[][] =>
  [...groups.values()].sort((one, other) => other.length - one.length);

/** Words of a text that are read. */
const TEXT_READ = 80;

/** Words that follow "the", "in" or "my" somewhere in the posts: a verb does not. */
function nounsOf({ posts, reader }: Signal): ReadonlySet<string> {
  const nouns = new Set<string>();
  for (const { words, post } of posts)
    for (const read of [words, reader.words(post.text.slice(0, 4_000), TEXT_READ)])
      for (const [at, { core }] of read.entries()) {
        const before = read[at - 1];
        if (
          before !== undefined &&
          (saysWhere(before) || DETERMINERS.has(before.core) || FIRST_PERSON.has(before.core))
        )
          nouns.add(core);
      }
  return nouns;
}

/** Whether nothing that belongs to it follows what ends before `end`: "large" in "for large files" is cut. */
function isClosed(words: readonly Word[], end: number): boolean {
  const [last, next] = [words[end - 1], words[end]];
  if (last === undefined || next === undefined || isSplitAfter(last)) return true;
  return next.keys.length === 0 || OPEN.has(next.core) || VERBS.has(next.core) || saysTrouble(next.keys);
}

interface Found {
  key: string;
  /** Where titles have it: post and place in its words. */
  places: { at: number; place: number }[];
}

type Place = Found['places'][number];

/** The longest words around one that most of its titles have, and where: "out of date" for "date"; undefined where they differ. */
function phraseAround(places: readonly Place[], signal: Signal, isTold: (word: Word) => boolean) {
  const windows = places.flatMap(({ at, place }) => {
    const { words } = signal.posts[at] ?? { words: [] };
    const found = new Map<string, { own: Place; words: readonly Word[] }>();
    for (let from = Math.max(0, place - LONGEST_PHRASE + 1); from <= place; from++)
      for (let end = place + 1; end <= Math.min(words.length, from + LONGEST_PHRASE); end++) {
        const part = words.slice(from, end);
        const [first, last] = [part[0], part.at(-1)];
        if (part.length < 2 || first === undefined || last === undefined || last.keys.length === 0) continue;
        if (isOpening(first) || OPEN.has(last.core) || isTold(first) || isTold(last)) continue;
        if (part.slice(0, -1).some(isSplitAfter) || !isClosed(words, end)) continue;
        found.set(part.map(({ core }) => core).join(' '), { own: { at, place }, words: part });
      }
    return [...found].map(([key, each]) => ({ key, ...each }));
  });
  // One that begins with a preposition says where; of others the longest says most.
  const worthOf = ([first]: typeof windows) =>
    (first?.words.length ?? 0) + (first?.words[0] !== undefined && saysWhere(first.words[0]) ? LONGEST_PHRASE : 0);
  const [longest] = [...Map.groupBy(windows, ({ key }) => key).values()]
    .filter((all) => all.length >= LEAST_IN_PHRASE && all.length >= IN_PHRASE * places.length)
    .sort((one, other) => worthOf(other) - worthOf(one) || other.length - one.length);
  return longest;
}

/** What most write for a key and its most frequent synonym, each in the phrase that most have it in. */
function writtenAs({ key, places }: Found, signal: Signal, isTold: (word: Word) => boolean): SharedWord {
  const wordAt = ({ at, place }: Place) => signal.posts[at]?.words[place];
  const forms = mostFirst(Map.groupBy(places, (own) => wordAt(own)?.core.slice(0, LEAST_LETTERS) ?? ''));
  const written = forms.slice(0, MOST_FORMS).map((own) => {
    const phrase = phraseAround(own, signal, isTold);
    const [most] = mostFirst(
      Map.groupBy(
        own.flatMap((each) => wordAt(each) ?? []),
        (word) => bare(word).toLowerCase(),
      ),
    );
    const words = phrase?.[0]?.words ?? most?.slice(0, 1) ?? [];
    const ends = own.filter(({ at, place }) => isClosed(signal.posts[at]?.words ?? [], place + 1));
    return {
      text: `“${signal.inUsualCase(words.map(bare).join(' '))}”`,
      posts: (phrase?.map((each) => each.own) ?? own).map(({ at }) => at),
      isWhole: phrase !== undefined || 2 * ends.length > own.length || saysTrouble([key]),
    };
  });
  const whole = written.filter(({ isWhole }) => isWhole);
  return {
    text: whole
      .map(({ text }) => text)
      .join(', ')
      .replace(/, (?=[^,]*$)/, ' or '),
    posts: whole.flatMap(({ posts }) => posts),
  };
}

/**
 * What several titles of `among` have besides what is said already, most telling first. A title counts for the first word that it has, so that
 * no post is counted twice.
 */
export function sharedWordsOf(
  signal: Signal,
  {
    documents,
    background,
    said,
    among,
    most,
  }: {
    documents: readonly SignalDocument[];
    background: Background;
    said: string;
    among: readonly number[];
    most: number;
  },
): SharedWord[] {
  const { posts, reader } = signal;
  const told = new Set([...reader.words(said).flatMap(({ keys }) => keys), ...signal.products]);
  const isTold = ({ keys }: Word) => keys.some((key) => told.has(key));
  const byKey = new Map<string, Found>();
  for (const at of among)
    for (const [place, word] of (posts[at]?.words ?? []).slice(0, WORDS_READ).entries()) {
      const [key] = word.keys;
      if (key === undefined || !isNamed(word) || isTold(word)) continue;
      const found = byKey.get(key) ?? { key, places: [] };
      if (found.places.every((known) => known.at !== at)) found.places.push({ at, place });
      byKey.set(key, found);
    }
  const share = (key: string) =>
    stemsBelow(key).reduce((sum, stem) => sum + (background.documentFrequencies.get(stem) ?? 0), 0) /
    Math.max(1, background.documents);
  const authors = (all: readonly Place[]) =>
    new Set(all.map(({ at }) => (documents[at] === undefined ? at : authorOf(documents[at])))).size;
  const isCommon = ({ key, places }: Found) =>
    share(key) > COMMON_SHARE || places.length / posts.length < LEAST_LIFT * share(key);
  const isIn = (where: (words: readonly Word[], place: number) => boolean, { places }: Found) =>
    2 * places.filter(({ at, place }) => where(posts[at]?.words ?? [], place)).length > places.length;
  const isTelling = (found: Found) =>
    found.places.length >= LEAST_POSTS &&
    authors(found.places) >= LEAST_AUTHORS &&
    (saysTrouble([found.key]) ||
      (!isCommon(found) && isIn((words, place) => nouns.has(words[place]?.core ?? ''), found)));
  const nouns = nounsOf(signal);
  const chosen: SharedWord[] = [];
  let open = [...byKey.values()];
  while (chosen.length < most) {
    const worthOf = ({ key, places }: Found) => signal.weight(key) * places.length;
    const [best] = open.filter(isTelling).sort((one, other) => worthOf(other) - worthOf(one));
    if (best === undefined) break;
    const word = writtenAs(best, signal, isTold);
    const isMany = word.posts.length >= LEAST_POSTS;
    if (isMany) chosen.push(word);
    const own = new Set(isMany ? word.posts : []);
    open = open
      .filter((each) => each !== best)
      .map(({ key, places }) => ({ key, places: places.filter(({ at }) => !own.has(at)) }));
  }
  return chosen.sort((one, other) => other.posts.length - one.posts.length);
}
