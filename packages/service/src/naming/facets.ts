import { versionsOf } from './candidates.ts';
import { isWhole, keysOfName, PROBLEM, saysNeed, saysTrouble } from './judge.ts';
import { NEEDS, TROUBLES } from './lexicon.ts';
import { printName } from './print.ts';
import type { Signal } from './read-posts.ts';
import type { Word } from './words.ts';

/** One way in which the pain shows, as one of those who have it says it. */
export interface Facet {
  text: string;
  /** Indexes of the posts that say it, the quoted one first. */
  posts: readonly number[];
  authors: number;
}

const MOST_FACETS = 4;
const LEAST_AUTHORS = 2;
/** Of many posts, a facet that fewer than these say is no facet. */
const LEAST_SHARE = 0.05;
const FACET_LENGTH = { least: 15, most: 120 } as const;
/** Share of a sentence's words by weight from which a post says the same. */
const SAYS_SAME = 0.75;
/** Topic words count less in a facet, which should add to the topic. */
const SAID_BY_TOPIC = 0.2;
/** What a sentence of a text counts, where a title counts 1. */
const IN_TEXT = 0.4;

/** What two wordings of the same have in common: "PowerToys Run is not working", "Power Toys Run doesn't work". */
const essenceOf = (words: readonly Word[]): string => words.map(({ keys }) => keys[0] ?? '').join('');

const PAINS = TROUBLES.union(NEEDS);

interface Sentence {
  post: number;
  isTitle: boolean;
  text: string;
  words: readonly Word[];
  keys: ReadonlySet<string>;
}

/** A figure in a sentence is its author's alone; in titles it is a code: "429 without Retry-After". What should happen is no facet. */
const isReadable = ({ text, isTitle, words, keys }: Sentence) =>
  (isTitle || (!/\d/.test(text) && saysTrouble(keys) && !keys.has('~wish'))) &&
  isWhole(words) &&
  [...keys].some((key) => key !== PROBLEM && PAINS.has(key)) &&
  text.length >= FACET_LENGTH.least &&
  text.length <= FACET_LENGTH.most &&
  /\S \S/.test(text) &&
  !/[{}=\\?]|https?:|^(?:how|why|what|where|does|is there|check|see)\b/i.test(text);

/** Sentences that stand in several texts word for word: what the tracker's form asks, not what people say. */
function formTextIn(complaints: readonly (readonly string[])[]): Set<string> {
  const seen = new Set<string>();
  const repeated = new Set<string>();
  for (const sentences of complaints)
    for (const sentence of new Set(sentences)) (seen.has(sentence) ? repeated : seen).add(sentence);
  return repeated;
}

/** Titles, with and without the parts that can be left out, and sentences of texts; each wording once. */
function sentencesOf(signal: Signal): Sentence[] {
  const { reader } = signal;
  const form = formTextIn(signal.posts.map(({ post }) => reader.complaints(post.text)));
  const found = new Map<string, Sentence>();
  const offer = (post: number, isTitle: boolean, words: readonly Word[], text: string) => {
    const sentence = { post, isTitle, text, words, keys: keysOfName(words, signal) };
    const essence = essenceOf(words);
    if (!found.has(essence) && isReadable(sentence)) found.set(essence, sentence);
  };
  for (const [at, { words, post }] of signal.posts.entries())
    for (const version of versionsOf(words)) offer(at, post.title !== null, version, printName(version, signal));
  for (const [at, { post }] of signal.posts.entries())
    for (const sentence of reader.complaints(post.text))
      if (!form.has(sentence)) offer(at, false, reader.words(sentence), sentence.replace(/[.\s]+$/, ''));
  return [...found.values()];
}

const CODE = /\d|\p{Ll}\p{Lu}|[_.]\w/u;

/** Keys of numbers and code names: what one post says with one, another says only where it has it too. */
export const codesIn = (words: readonly Word[]): Set<string> =>
  new Set(words.flatMap((word) => (CODE.test(word.text) ? word.keys : [])));

interface Said {
  sentence: Sentence;
  /** By post, how much more of the sentence it holds than it lacks, by weight. */
  by: ReadonlyMap<number, number>;
  adds: boolean;
}

/** Posts that hold most of a sentence by weight, also of what it adds to the topic, and the same trouble or need. */
function whoSays(sentence: Sentence, { posts, weight }: Signal, named: ReadonlySet<string>): Said {
  const { keys, isTitle, words } = sentence;
  const weigh = (some: Iterable<string>) => [...some].reduce((sum, key) => sum + weight(key), 0);
  const [troubles, added] = [keys.intersection(PAINS), keys.difference(named)];
  const [whole, beyond] = [weigh(keys), weigh(added)];
  const codes = codesIn(words).intersection(keys);
  const by = new Map<number, number>();
  for (const [at, { inPost }] of posts.entries()) {
    if ((troubles.size > 0 && troubles.isDisjointFrom(inPost)) || !codes.isSubsetOf(inPost)) continue;
    const [held, heldBeyond] = [weigh(keys.intersection(inPost)), weigh(added.intersection(inPost))];
    if (held < SAYS_SAME * whole || heldBeyond < SAYS_SAME * beyond) continue;
    const gain = 2 * heldBeyond - beyond + SAID_BY_TOPIC * (2 * (held - heldBeyond) - (whole - beyond));
    by.set(at, gain * (isTitle ? 1 : IN_TEXT));
  }
  return { sentence, by, adds: added.size > 0 };
}

/**
 * Up to four facets, the largest first: again and again the title or sentence that the posts without a facet say most of, and the topic
 * itself as the others say it. Two authors and more say each; a post counts once.
 */
export function facetsOf(signal: Signal, topic: string): Facet[] {
  const named = keysOfName(signal.reader.words(topic), signal);
  const least = Math.max(2, LEAST_SHARE * signal.posts.length);
  const authorsOf = (posts: readonly number[]) => new Set(posts.map((at) => signal.posts[at]?.author)).size;
  const told = new Set<number>();
  const facets: Facet[] = [];
  let left = sentencesOf(signal).map((sentence) => whoSays(sentence, signal, named));
  const addBest = (some: readonly Said[]): boolean => {
    const [best] = some
      .map(({ sentence, by }) => {
        const posts = [...by.keys()].filter((at) => !told.has(at));
        return { sentence, posts, worth: posts.reduce((sum, at) => sum + (by.get(at) ?? 0), 0) };
      })
      .filter(({ posts }) => posts.length >= least && authorsOf(posts) >= LEAST_AUTHORS)
      .sort((one, other) => other.worth - one.worth);
    if (best === undefined) return false;
    const { post, text, keys } = best.sentence;
    const posts = best.posts.includes(post) ? [post, ...best.posts.filter((at) => at !== post)] : best.posts;
    facets.push({ text: signal.corrected(text), posts, authors: authorsOf(posts) });
    for (const at of posts) told.add(at);
    // What says nothing more is the same facet.
    left = left.filter(({ sentence }) => !sentence.keys.isSubsetOf(keys.union(named)));
    return true;
  };
  // A sentence of a text that has no word of the topic is an aside.
  left = left.filter(
    ({ sentence: { keys, isTitle } }) =>
      (saysTrouble(keys) || saysNeed(keys)) && (isTitle || !keys.isDisjointFrom(named)),
  );
  const ofTopic = left.filter(({ adds }) => !adds);
  while (facets.length < MOST_FACETS - 1 && addBest(left.filter(({ adds }) => adds)));
  addBest(ofTopic);
  if (facets.length === 0) {
    const words = signal.reader.words(topic);
    addBest([whoSays({ post: -1, isTitle: true, text: topic, words, keys: named }, signal, named)]);
  }
  return facets.sort((one, other) => other.posts.length - one.posts.length);
}
