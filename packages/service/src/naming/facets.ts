import { versionsOf } from './candidates.ts';
import { complaintsIn, formTextIn } from './complaints.ts';
import { keysOfName, saysNeed, saysTrouble } from './judge.ts';
import { FIRST_PERSON } from './lexicon.ts';
import { printName } from './print.ts';
import type { ReadPost, Signal } from './read-posts.ts';
import { runsOf } from './subjects.ts';
import { readWords, type Word } from './words.ts';

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
const LEAST_SHARE = 0.08;
const FACET_LENGTH = { least: 15, most: 120 } as const;
/** Share of its words by weight from which a post says the same as a facet, and its title the same as the topic. */
const SAYS_SAME = 0.5;
const SAYS_TOPIC = 0.8;
/** Words of a phrase that tell one facet from another. */
const TELLING_KEYS = 2;
/** What a word of the name still tells: a facet adds to the name, but where all say the same, that is the facet. */
const SAID_BY_NAME = 0.2;

interface Sentence {
  post: number;
  isTitle: boolean;
  text: string;
  words: readonly Word[];
  keys: ReadonlySet<string>;
}

type Said = Pick<Sentence, 'post' | 'text'>;

/** What speaks for and against a sentence as the words of its facet, beside the weight of the words it shares. */
const UNSHARED_COST = 0.15;
const SAYS_TROUBLE = 2;

const IS_TITLE = 2;
const OF_ONESELF = 2;

const isReadable = (text: string) =>
  text.length >= FACET_LENGTH.least &&
  text.length <= FACET_LENGTH.most &&
  /\S \S/.test(text) &&
  !/[{}=\\]|https?:/.test(text);

const speaksOfOneself = (words: readonly Word[]) => words.some(({ core }) => FIRST_PERSON.has(core));

function sentencesOf(
  { headline, words, post }: ReadPost,
  at: number,
  signal: Signal,
  form: ReadonlySet<string>,
): Sentence[] {
  const title = { isTitle: true, text: headline.text, words };
  const body = complaintsIn(post.text)
    .filter((text) => !form.has(text))
    .map((text) => ({ isTitle: false, text: text.replace(/[.\s]+$/, ''), words: readWords(text) }));
  return [title, ...body].map((sentence) => ({ ...sentence, post: at, keys: keysOfName(sentence.words, signal) }));
}

/** Which sentences hold each phrase; phrases of the same words in any order are one. */
function indexPhrases(sentences: readonly Sentence[], signal: Signal): Map<string, Sentence[]> {
  const index = new Map<string, Sentence[]>();
  for (const sentence of sentences) {
    const ids = new Set([...runsOf(sentence.words)].map((run) => [...keysOfName(run, signal)].sort().join(' ')));
    for (const id of ids) {
      const held = index.get(id);
      if (held === undefined) index.set(id, [sentence]);
      else held.push(sentence);
    }
  }
  return index;
}

/** What a sentence says that the others of its facet say too, less what it alone says. */
function createWorth(sentences: readonly Sentence[], signal: Signal) {
  const counts = new Map<string, number>();
  for (const { keys } of sentences) for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return (words: readonly Word[], isTitle: boolean): number => {
    const keys = keysOfName(words, signal);
    const shared = [...keys].reduce((sum, key) => {
      const share = ((counts.get(key) ?? 1) - 1) / Math.max(1, sentences.length - 1);
      return sum + signal.weight(key) * (share - UNSHARED_COST);
    }, 0);
    const says = saysTrouble(keys) || saysNeed(keys) ? SAYS_TROUBLE : 0;
    return shared + says + (isTitle ? IS_TITLE : 0) - (speaksOfOneself(words) ? OF_ONESELF : 0);
  };
}

/** The sentence of a facet that says most of what the others of it say, without the parts that only its author says. */
function mostTypical(sentences: readonly Sentence[], signal: Signal, known: ReadonlySet<string>): Said | undefined {
  const worthOf = createWorth(sentences, signal);
  let best: { said: Said; worth: number } | undefined;
  for (const { post, text, words, isTitle } of sentences) {
    const versions = isTitle
      ? versionsOf(words).map((version) => ({ text: printName(version, signal), words: version }))
      : [];
    for (const version of [{ text, words }, ...versions]) {
      if (!isReadable(version.text) || known.has(version.text.toLowerCase())) continue;
      const worth = worthOf(version.words, isTitle);
      if (worth > (best?.worth ?? Number.NEGATIVE_INFINITY)) best = { said: { post, text: version.text }, worth };
    }
  }
  return best?.said;
}

/**
 * Two to four facets where the posts show so many, the largest first: phrases that two authors and more share, each said by its most typical
 * title or sentence. A post counts for the first facet that it holds.
 */
export function facetsOf(signal: Signal, topic: string): Facet[] {
  const named = keysOfName(readWords(topic), signal);
  const form = formTextIn(signal.posts.map(({ post }) => post.text));
  const sentences = signal.posts.flatMap((post, at) => sentencesOf(post, at, signal, form));
  const least = Math.max(2, LEAST_SHARE * signal.posts.length);
  const phrases = [...indexPhrases(sentences, signal)]
    .filter(([, holding]) => holding.length >= least)
    .map(([id, holding]) => {
      const own = id.split(' ');
      const weights = own
        .map((key) => signal.weight(key) * (named.has(key) ? SAID_BY_NAME : 1))
        .sort((one, other) => other - one)
        .slice(0, TELLING_KEYS);
      return { holding, own, weight: weights.reduce((sum, weight) => sum + weight, 0) };
    });
  const [facets, told, texts, said]: [Facet[], Set<number>, Set<string>, Set<string>] = [
    [],
    new Set(),
    new Set(),
    new Set(),
  ];
  const lead = leadingFacet(sentences, named, signal, least);
  if (lead !== undefined) {
    facets.push(lead);
    texts.add(lead.text.toLowerCase());
    for (const post of lead.posts) told.add(post);
    for (const key of named) said.add(key);
  }
  const isNew = ({ own }: { own: readonly string[] }) => !own.every((key) => said.has(key));
  while (facets.length < MOST_FACETS) {
    let best: { worth: number; holding: Sentence[]; own: readonly string[] } | undefined;
    for (const phrase of phrases.filter(isNew)) {
      const holding = phrase.holding.filter(({ post }) => !told.has(post));
      const worth = new Set(holding.map(({ post }) => post)).size * phrase.weight;
      if (worth > (best?.worth ?? 0)) best = { worth, holding, own: phrase.own };
    }
    if (best === undefined) break;
    for (const key of best.own) said.add(key);
    const facet = facetFrom(best.holding, signal, texts, least);
    if (facet === undefined) continue;
    facets.push(facet);
    texts.add(facet.text.toLowerCase());
    for (const post of facet.posts) told.add(post);
  }
  return facets.sort((one, other) => other.posts.length - one.posts.length);
}

/** Share of a text's words that a post holds, by weight, 0-1. */
function shareHeld(held: ReadonlySet<string>, keys: ReadonlySet<string>, signal: Signal): number {
  const weigh = (of: ReadonlySet<string>) => [...of].reduce((sum, key) => sum + signal.weight(key), 0);
  return weigh(keys.intersection(held)) / Math.max(1, weigh(keys));
}

/** The posts whose titles say what the topic says, where two authors and more do. */
function leadingFacet(
  sentences: readonly Sentence[],
  named: ReadonlySet<string>,
  signal: Signal,
  least: number,
): Facet | undefined {
  const holding = sentences.filter(
    ({ post, isTitle }) => isTitle && shareHeld(signal.posts[post]?.inTitle ?? new Set(), named, signal) >= SAYS_TOPIC,
  );
  return facetFrom(holding, signal, new Set(), least);
}

/** The posts counted are those that say what is quoted, not all that share a phrase with it. */
function facetFrom(
  holding: readonly Sentence[],
  signal: Signal,
  texts: ReadonlySet<string>,
  least: number,
): Facet | undefined {
  const typical = mostTypical(holding, signal, texts);
  if (typical === undefined) return undefined;
  const keys = keysOfName(readWords(typical.text), signal);
  const posts = [...new Set(holding.map(({ post }) => post))].filter((at) => {
    const post = signal.posts[at];
    return post !== undefined && shareHeld(post.inPost, keys, signal) >= SAYS_SAME;
  });
  const authors = new Set(posts.map((at) => signal.posts[at]?.author)).size;
  if (posts.length < least || authors < LEAST_AUTHORS) return undefined;
  return { text: typical.text, posts: [typical.post, ...posts.filter((at) => at !== typical.post)], authors };
}
