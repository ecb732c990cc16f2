import type { Background } from '../text/background.ts';
import { type CleanTitle, cleanTitle } from './clean-title.ts';
import { createReader, type Reader } from './reader.ts';
import {
  correctTyping,
  createCasing,
  createNameSpelling,
  hasTypingError,
  JOINED,
  type Product,
  productOf,
} from './spelling.ts';
import type { TopicsInUse } from './topics.ts';
import { stemsBelow, TROUBLES, withBroader } from './word-lists.ts';
import type { Word } from './words.ts';

/** A post of a signal, as far as names and summaries read it. */
export interface NamingPost {
  title: string | null;
  /** Plain text. */
  text: string;
  author: string | null;
  provider: string;
  repository: string | null;
  /** UTC epoch milliseconds. */
  createdAt: number;
}

export interface ReadPost {
  post: NamingPost;
  /** Who wrote it; a post without an author counts as its own author. */
  author: string;
  headline: CleanTitle;
  words: readonly Word[];
  /** Keys of the title; of the whole post as far as it is read. */
  inTitle: ReadonlySet<string>;
  inPost: ReadonlySet<string>;
}

/** Words of the body that are read: what comes later is steps, logs and replies. */
const BODY_WORDS = 80;

/** What a word in the body alone counts, where one in the title counts 1. */
const IN_BODY = 0.4;

/** Looked for at the start of a word alone: from every letter on, a long word takes the square of its length. */
const VERSION_OR_ID = /(?<!\p{L})\p{L}*\d[\p{L}\p{N}.-]*/gu;

export interface Signal {
  posts: readonly ReadPost[];
  reader: Reader;
  product: Product | undefined;
  /** Keys of the names of the posts' repositories. */
  products: ReadonlySet<string>;
  /** Share of the posts other than `own` (an index) that hold the key, title before body, 0-1. */
  share(key: string, own?: number): number;
  /** How much each post holds the key: 1 in the title, less in the body alone, 0 nowhere. */
  holding(key: string): Float64Array;
  /** Share of the posts that hold the key anywhere, 0-1. */
  held(key: string): number;
  /** How much the key says: its inverse document frequency over all posts. */
  weight(key: string): number;
  /** Writes the words of a text as most posts do. */
  inUsualCase(text: string): string;
  /** Without typing errors. */
  corrected(text: string): string;
  /** Whether a word is likely a typing error, be it too unsure to correct. */
  isMisspelled(text: string): boolean;
}

/** A post without a title is read by the first sentence that complains: comments begin with courtesies. */
function headlineOf({ title, text }: NamingPost, reader: Reader): string {
  if (title !== null) return title;
  const sentences = reader.sentences(text.slice(0, 600));
  const complaint = sentences.find((sentence) =>
    reader.words(sentence).some(({ keys }) => keys.some((key) => TROUBLES.has(key))),
  );
  return complaint ?? sentences[0] ?? '';
}

const versionsIn = (text: string) => new Set(text.toLowerCase().match(VERSION_OR_ID) ?? []);

/** "PowerToys", which every post of the project is about, says nothing of power. */
function keysOf(words: readonly Word[], known: ReadonlySet<string>, product: string): Set<string> {
  const keys = new Set(words.flatMap(({ core, keys: own }) => (core === product ? own.slice(0, 1) : own)));
  // "Fancy Zones" counts as "FancyZones" where others write it so.
  words.forEach(({ core }, at) => {
    const joined = core + (words[at + 1]?.core ?? '');
    if (known.has(joined)) keys.add(joined);
  });
  return keys;
}

export function readSignal(
  posts: readonly NamingPost[],
  background: Background,
  reader = createReader(),
  topics: TopicsInUse = new Set(),
): Signal {
  const written = posts.map((post) => headlineOf(post, reader));
  const versions = new Map<string, number>();
  for (const headline of written)
    for (const version of versionsIn(headline)) versions.set(version, (versions.get(version) ?? 0) + 1);
  const isShared = (text: string) =>
    [...versionsIn(text)].some((version) => (versions.get(version) ?? 0) >= Math.max(2, posts.length / 3));

  const cleaned = written.map((headline) => cleanTitle(headline, isShared));
  const products = posts.map(({ repository }) => repository?.split('/').at(-1) ?? '');
  const spell = createNameSpelling(
    cleaned.flatMap(({ tags, text }) => [...tags, text]),
    products,
  );
  const headlines = cleaned.map(({ tags, text }) => ({ tags: tags.map(spell), text: spell(text) }));
  const words = headlines.map(({ text }) => reader.words(text));
  const known = new Set(words.flatMap((own) => own.flatMap(({ keys }) => keys.slice(0, 1))));
  const read = posts.map((post, at): ReadPost => {
    const headline = headlines[at] ?? { tags: [], text: '' };
    const product = products[at] ?? '';
    const own = words[at] ?? [];
    const titles = [...reader.words(headline.tags.join(' ')), ...own, ...reader.words(product)];
    const inTitle = withBroader(keysOf(titles, known, product.toLowerCase()));
    const body = reader.words(post.text.slice(0, 4000), BODY_WORDS);
    return {
      post,
      author: post.author ?? `post ${at}`,
      headline,
      words: own,
      inTitle,
      inPost: inTitle.union(withBroader(keysOf(body, known, product.toLowerCase()))),
    };
  });
  return countKeys(
    read,
    background,
    reader,
    new Set(products.flatMap((product) => reader.words(product)).flatMap(({ keys }) => keys)),
    productOf(posts, topics),
  );
}

function countKeys(
  posts: readonly ReadPost[],
  background: Background,
  reader: Reader,
  products: ReadonlySet<string>,
  product: Product | undefined,
): Signal {
  const weights = new Map<string, number>();
  const holdings = new Map<string, Float64Array>();
  const sums = new Map<string, number>();
  const holding = (key: string): Float64Array => {
    const found = holdings.get(key);
    if (found !== undefined) return found;
    const made = Float64Array.from(posts, ({ inTitle, inPost }) =>
      inTitle.has(key) ? 1 : inPost.has(key) ? IN_BODY : 0,
    );
    holdings.set(key, made);
    sums.set(
      key,
      made.reduce((sum, held) => sum + held, 0),
    );
    return made;
  };
  const inUsualCase = createCasing(
    posts.map(({ headline, post }) => {
      const product = post.repository?.split('/').at(-1) ?? '';
      return `${headline.tags.join(' ')} ${headline.text} ${JOINED.test(product) ? product : ''}`;
    }),
  );
  const postsWith = (stem: string) => background.documentFrequencies.get(stem) ?? 0;
  return {
    posts,
    reader,
    product,
    products,
    holding,
    inUsualCase: (text) => product?.spell(inUsualCase(text)) ?? inUsualCase(text),
    corrected: (text) => correctTyping(text, postsWith),
    isMisspelled: (text) => hasTypingError(text, postsWith),
    share(key, own) {
      const held = holding(key);
      const sum = sums.get(key) ?? 0;
      if (own === undefined) return sum / posts.length;
      return posts.length < 2 ? 0 : (sum - (held[own] ?? 0)) / (posts.length - 1);
    },
    held: (key) => holding(key).filter((held) => held > 0).length / posts.length,
    weight(key) {
      const found = weights.get(key);
      if (found !== undefined) return found;
      const frequency = stemsBelow(key).reduce((sum, stem) => sum + (background.documentFrequencies.get(stem) ?? 0), 0);
      const weight = Math.log(1 + background.documents / (1 + Math.min(frequency, background.documents)));
      weights.set(key, weight);
      return weight;
    },
  };
}
