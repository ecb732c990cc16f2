import type { SignalDocument } from '../model/signal.ts';
import { saysNeed, saysTrouble } from '../naming/judge.ts';
import { AUXILIARIES, CONJUNCTIONS, DETERMINERS, PRONOUNS, stemsBelow, UNSPECIFIC, VERBS } from '../naming/lexicon.ts';
import type { Signal } from '../naming/read-posts.ts';
import type { Word } from '../naming/words.ts';
import type { Background } from '../text/background.ts';
import { gives } from './cues.ts';
import { isGeneric } from './generic.ts';
import { authorOf, OPEN } from './sentences.ts';

/** A word or phrase that several posts have and neither topic nor parts say: "Workspaces", "multiple monitors". */
export interface SharedWord {
  /** In quotes, as most write it; two where they are synonyms: “stuck” or “freezes”. */
  text: string;
  /** Indexes of the posts whose titles have it. */
  posts: readonly number[];
  /** It says what goes wrong. */
  isTrouble: boolean;
}

/** Posts that have it, by number and share; a name, or what goes wrong, is telling where fewer do. */
const LEAST = { word: { posts: 4, share: 0.1 }, telling: { posts: 3, share: 0.05 } } as const;
const LEAST_AUTHORS = 2;
/** How much more a name, or what goes wrong, is worth than another word. */
const OF_NAME = 1.5;
const MOST_SHARED = 3;
/** How much more frequent it is here than in all posts, and the share of all posts above which it says nothing in particular. */
const LEAST_LIFT = 2;
const COMMON_SHARE = 0.1;
/** Share of a word's posts that have the same words around it: then these are one phrase. */
const IN_PHRASE = 0.7;
/** Share of a word's posts that another has too: then they are one finding. */
const SAME_POSTS = 0.5;
const LEAST_IN_PHRASE = 2;
const LONGEST_PHRASE = 5;
/** Synonyms that are named: “stuck” or “freezes”. */
const MOST_FORMS = 2;
const LEAST_LETTERS = 3;
/** Words of a title that are read. */
const WORDS_READ = 40;
const NAME = /^\p{Lu}|\p{Ll}\p{Lu}|\d/u;

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

const isOpening = ({ core }: Word) => [DETERMINERS, AUXILIARIES, PRONOUNS, CONJUNCTIONS].some((set) => set.has(core));
const isSplitAfter = ({ text }: Word) => /[^\p{L}\p{N}+#]$/u.test(text);

const mostFirst = <T>(groups: ReadonlyMap<unknown, T[]>): T[][] =>
  [...groups.values()].sort((one, other) => other.length - one.length);

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
        if (part.slice(0, -1).some(isSplitAfter)) continue;
        found.set(part.map(({ core }) => core).join(' '), { own: { at, place }, words: part });
      }
    return [...found].map(([key, each]) => ({ key, ...each }));
  });
  const [longest] = [...Map.groupBy(windows, ({ key }) => key).values()]
    .filter((all) => all.length >= LEAST_IN_PHRASE && all.length >= IN_PHRASE * places.length)
    .sort((one, other) => (other[0]?.words.length ?? 0) - (one[0]?.words.length ?? 0) || other.length - one.length);
  return longest;
}

/** What most write for a key and its most frequent synonym, each in the phrase that most have it in. */
function writtenAs({ places }: Found, signal: Signal, isTold: (word: Word) => boolean): Omit<SharedWord, 'isTrouble'> {
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
    return {
      text: `“${signal.inUsualCase(words.map(bare).join(' '))}”`,
      posts: (phrase?.map((each) => each.own) ?? own).map(({ at }) => at),
    };
  });
  return { text: written.map(({ text }) => text).join(' or '), posts: written.flatMap(({ posts }) => posts) };
}

/** What several titles have besides what is said already; the three most telling, the most frequent first. */
export function sharedWordsOf(
  signal: Signal,
  { documents, background, said }: { documents: readonly SignalDocument[]; background: Background; said: string },
): SharedWord[] {
  const { posts, reader } = signal;
  const told = new Set([...reader.words(said).flatMap(({ keys }) => keys), ...signal.products]);
  const isTold = ({ keys }: Word) => keys.some((key) => told.has(key));
  const isOpen = (word: Word) => isNamed(word) && !isTold(word);
  const byKey = new Map<string, Found>();
  for (const [at, { words }] of posts.entries())
    for (const [place, word] of words.slice(0, WORDS_READ).entries()) {
      const [key] = word.keys;
      if (key === undefined || !isOpen(word)) continue;
      const found = byKey.get(key) ?? { key, places: [] };
      if (found.places.every((known) => known.at !== at)) found.places.push({ at, place });
      byKey.set(key, found);
    }
  const share = (key: string) =>
    stemsBelow(key).reduce((sum, stem) => sum + (background.documentFrequencies.get(stem) ?? 0), 0) /
    Math.max(1, background.documents);
  const authors = (all: readonly number[]) =>
    new Set(all.map((at) => (documents[at] === undefined ? at : authorOf(documents[at])))).size;
  const isName = ({ places }: Found) => {
    const names = places.filter(({ at, place }) => NAME.test(bare(posts[at]?.words[place] as Word)) && place > 0);
    return 2 * names.length > places.length;
  };
  const isCommon = (key: string, own: readonly number[]) =>
    share(key) > COMMON_SHARE || own.length / posts.length < LEAST_LIFT * share(key);
  const candidates = [...byKey.values()]
    .flatMap((found) => {
      const isTrouble = saysTrouble([found.key]);
      const isTelling = isTrouble || isName(found);
      const least = isTelling ? LEAST.telling : LEAST.word;
      if (found.places.length < least.posts) return [];
      const word = { ...writtenAs(found, signal, isTold), isTrouble };
      const isShared = word.posts.length >= Math.max(least.posts, least.share * posts.length);
      if (!isShared || authors(word.posts) < LEAST_AUTHORS || (!isTrouble && isCommon(found.key, word.posts)))
        return [];
      return [{ word, worth: signal.weight(found.key) * word.posts.length * (isTelling ? OF_NAME : 1) }];
    })
    .sort((one, other) => other.worth - one.worth);
  const chosen: SharedWord[] = [];
  for (const { word } of candidates) {
    const own = new Set(word.posts);
    const isSame = chosen.some((other) => other.posts.filter((at) => own.has(at)).length >= SAME_POSTS * own.size);
    if (!isSame) chosen.push(word);
    if (chosen.length === MOST_SHARED) break;
  }
  return chosen.sort((one, other) => other.posts.length - one.posts.length);
}
