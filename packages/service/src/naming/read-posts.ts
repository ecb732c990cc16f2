import type { Background } from '../text/background.ts';
import { createCasing } from './casing.ts';
import { type CleanTitle, cleanTitle } from './clean-title.ts';
import { stemsOf, TROUBLES } from './lexicon.ts';
import { createReader, type Reader } from './reader.ts';
import { correctTyping, createNameSpelling, JOINED } from './spelling.ts';
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

const VERSION_OR_ID = /\p{L}*\d[\p{L}\p{N}.-]*/gu;

export interface Signal {
  posts: readonly ReadPost[];
  reader: Reader;
  /** Share of the posts other than `own` (an index) that hold the key, title before body, 0-1. */
  share(key: string, own?: number): number;
  /** Share of the posts that hold the key anywhere, 0-1. */
  held(key: string): number;
  /** How much the key says: its inverse document frequency over all posts. */
  weight(key: string): number;
  /** Writes the words of a text as most posts do. */
  inUsualCase(text: string): string;
  /** Without typing errors. */
  corrected(text: string): string;
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

export function readSignal(posts: readonly NamingPost[], background: Background, reader = createReader()): Signal {
  const written = posts.map((post) => headlineOf(post, reader));
  const versions = new Map<string, number>();
  for (const headline of written)
    for (const version of versionsIn(headline)) versions.set(version, (versions.get(version) ?? 0) + 1);
  const isShared = (text: string) =>
    [...versionsIn(text)].some((version) => (versions.get(version) ?? 0) * 3 >= posts.length);

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
    const inTitle = keysOf(titles, known, product.toLowerCase());
    const body = reader.words(post.text.slice(0, 4000), BODY_WORDS);
    return {
      post,
      author: post.author ?? `post ${at}`,
      headline,
      words: own,
      inTitle,
      inPost: inTitle.union(keysOf(body, known, product.toLowerCase())),
    };
  });
  return countKeys(read, background, reader);
}

function countKeys(posts: readonly ReadPost[], background: Background, reader: Reader): Signal {
  const titles = new Map<string, number>();
  const anywhere = new Map<string, number>();
  for (const { inTitle, inPost } of posts)
    for (const key of inPost) {
      anywhere.set(key, (anywhere.get(key) ?? 0) + 1);
      if (inTitle.has(key)) titles.set(key, (titles.get(key) ?? 0) + 1);
    }
  const weights = new Map<string, number>();
  const worth = (post: ReadPost | undefined, key: string) =>
    post?.inTitle.has(key) ? 1 : post?.inPost.has(key) ? IN_BODY : 0;
  return {
    posts,
    reader,
    inUsualCase: createCasing(
      posts.map(({ headline, post }) => {
        const product = post.repository?.split('/').at(-1) ?? '';
        return `${headline.tags.join(' ')} ${headline.text} ${JOINED.test(product) ? product : ''}`;
      }),
    ),
    corrected: (text) => correctTyping(text, (stem) => background.documentFrequencies.get(stem) ?? 0),
    share(key, own) {
      const title = titles.get(key) ?? 0;
      const sum = title + IN_BODY * ((anywhere.get(key) ?? 0) - title);
      if (own === undefined) return sum / posts.length;
      return posts.length < 2 ? 0 : (sum - worth(posts[own], key)) / (posts.length - 1);
    },
    held: (key) => (anywhere.get(key) ?? 0) / posts.length,
    weight(key) {
      const found = weights.get(key);
      if (found !== undefined) return found;
      const frequency = stemsOf(key).reduce((sum, stem) => sum + (background.documentFrequencies.get(stem) ?? 0), 0);
      const weight = Math.log(1 + background.documents / (1 + Math.min(frequency, background.documents)));
      weights.set(key, weight);
      return weight;
    },
  };
}
