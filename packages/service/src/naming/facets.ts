import { versionsOf } from './candidates.ts';
import { keysOfName, saysNeed, saysTrouble } from './judge.ts';
import { FIRST_PERSON } from './lexicon.ts';
import { printName } from './print.ts';
import type { Signal } from './read-posts.ts';
import { runsOf } from './subjects.ts';
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
const LEAST_SHARE = 0.08;
const FACET_LENGTH = { least: 15, most: 120 } as const;
/** Share of a sentence's words by weight from which a post says the same. */
const SAYS_SAME = 0.5;
/** Topic words count less in a facet, which should add to the topic. */
const SAID_BY_TOPIC = 0.2;
/** What speaks for and against a sentence as the words of its facet, beside the weight of the words it shares. */
const UNSHARED_COST = 0.15;
const PREFERENCE = 2;

interface Sentence {
  post: number;
  isTitle: boolean;
  text: string;
  words: readonly Word[];
  keys: ReadonlySet<string>;
}

/** A figure in a sentence is its author's alone; in titles it is a code: "429 without Retry-After". */
const isReadable = ({ text, isTitle }: Sentence) =>
  (isTitle || !/\d/.test(text)) &&
  text.length >= FACET_LENGTH.least &&
  text.length <= FACET_LENGTH.most &&
  /\S \S/.test(text) &&
  !/[{}=\\]|https?:/.test(text);

/** Sentences that stand in several texts word for word: what the tracker's form asks, not what people say. */
function formTextIn(complaints: readonly (readonly string[])[]): Set<string> {
  const seen = new Set<string>();
  const repeated = new Set<string>();
  for (const sentences of complaints)
    for (const sentence of new Set(sentences)) (seen.has(sentence) ? repeated : seen).add(sentence);
  return repeated;
}

function sentencesOf(signal: Signal): Sentence[] {
  const { reader } = signal;
  const form = formTextIn(signal.posts.map(({ post }) => reader.complaints(post.text)));
  return signal.posts.flatMap(({ headline, words, post: { text } }, post) => [
    { post, isTitle: true, text: headline.text, words, keys: keysOfName(words, signal) },
    ...reader
      .complaints(text)
      .filter((sentence) => !form.has(sentence))
      .map((sentence) => {
        const read = reader.words(sentence);
        return {
          post,
          isTitle: false,
          text: sentence.replace(/[.\s]+$/, ''),
          words: read,
          keys: keysOfName(read, signal),
        };
      }),
  ]);
}

/** Which sentences hold each phrase; phrases of the same words in any order are one. */
function indexPhrases(sentences: readonly Sentence[], signal: Signal): Map<string, Sentence[]> {
  const index = new Map<string, Sentence[]>();
  for (const sentence of sentences) {
    const ids = new Set([...runsOf(sentence.words)].map((run) => [...keysOfName(run, signal)].sort().join(' ')));
    for (const id of ids) {
      const holding = index.get(id);
      if (holding === undefined) index.set(id, [sentence]);
      else holding.push(sentence);
    }
  }
  return index;
}

/** The sentence that says most of what the others say, without the parts that only its author says. */
function mostTypical(sentences: readonly Sentence[], signal: Signal, known: ReadonlySet<string>): Sentence | undefined {
  const counts = new Map<string, number>();
  for (const { keys } of sentences) for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  const worthOf = ({ words, keys, isTitle }: Sentence): number => {
    let worth = 0;
    for (const key of keys) {
      const share = ((counts.get(key) ?? 1) - 1) / Math.max(1, sentences.length - 1);
      worth += signal.weight(key) * (share - UNSHARED_COST);
    }
    const preferred = [
      saysTrouble(keys) || saysNeed(keys),
      isTitle,
      !words.some(({ core }) => FIRST_PERSON.has(core)),
    ].filter(Boolean);
    return worth + PREFERENCE * preferred.length;
  };
  const versions = sentences.flatMap((sentence) => [
    sentence,
    ...(sentence.isTitle ? versionsOf(sentence.words) : []).map((words) => ({
      ...sentence,
      words,
      text: printName(words, signal),
      keys: keysOfName(words, signal),
    })),
  ]);
  let best: { sentence: Sentence; worth: number } | undefined;
  for (const sentence of versions) {
    if (!isReadable(sentence) || known.has(sentence.text.toLowerCase())) continue;
    const worth = worthOf(sentence);
    if (best === undefined || worth > best.worth) best = { sentence, worth };
  }
  return best?.sentence;
}

/**
 * Two to four facets where the posts show so many, the largest first: what two authors and more say beyond the topic, found by the
 * phrases they share, and the topic itself as the others say it. Each is said by its most typical title or sentence, and a post counts once.
 */
export function facetsOf(signal: Signal, topic: string): Facet[] {
  const named = keysOfName(signal.reader.words(topic), signal);
  const sentences = sentencesOf(signal);
  const least = Math.max(2, LEAST_SHARE * signal.posts.length);
  const weigh = (keys: Iterable<string>) =>
    [...keys].reduce((sum, key) => sum + signal.weight(key) * (named.has(key) ? SAID_BY_TOPIC : 1), 0);
  const [facets, told, texts, said]: [Facet[], Set<number>, Set<string>, Set<string>] = [
    [],
    new Set(),
    new Set(),
    new Set(),
  ];

  /** The posts counted are those that say what is quoted, not all that share a phrase with it. */
  const add = (holding: readonly Sentence[]) => {
    const typical = mostTypical(holding, signal, texts);
    if (typical === undefined) return;
    const whole = weigh(typical.keys);
    const saying = [...new Set(holding.map(({ post }) => post))].filter(
      (at) => weigh(typical.keys.intersection(signal.posts[at]?.inPost ?? new Set())) >= SAYS_SAME * whole,
    );
    const authors = new Set(saying.map((at) => signal.posts[at]?.author)).size;
    if (saying.length < least || authors < LEAST_AUTHORS) return;
    facets.push({ text: typical.text, posts: [typical.post, ...saying.filter((at) => at !== typical.post)], authors });
    texts.add(typical.text.toLowerCase());
    for (const post of saying) told.add(post);
  };

  const phrases = [...indexPhrases(sentences, signal)]
    .map(([id, holding]) => ({ keys: id.split(' '), holding }))
    .filter(({ keys, holding }) => holding.length >= least && !keys.every((key) => named.has(key)))
    .map((phrase) => ({ ...phrase, weight: weigh(phrase.keys) }));
  while (facets.length < MOST_FACETS - 1) {
    let best: { worth: number; holding: Sentence[]; keys: readonly string[] } | undefined;
    for (const { keys, holding, weight } of phrases) {
      if (keys.every((key) => said.has(key))) continue;
      const left = holding.filter(({ post }) => !told.has(post));
      const worth = new Set(left.map(({ post }) => post)).size * weight;
      if (worth > (best?.worth ?? 0)) best = { worth, holding: left, keys };
    }
    if (best === undefined) break;
    for (const key of best.keys) said.add(key);
    add(best.holding);
  }
  add(sentences.filter(({ post, isTitle, keys }) => isTitle && !told.has(post) && !keys.isDisjointFrom(named)));
  return facets.sort((one, other) => other.posts.length - one.posts.length);
}
