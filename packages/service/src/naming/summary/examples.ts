import { sentenceKey, splitSentences } from '../../text/sentences.ts';
import { type Background, cosine, weighTerms } from '../../text/term-vector.ts';
import { tokenizeWords } from '../../text/tokenize.ts';
import { CHORE, FRAGMENT, INSTRUCTION, TROUBLE } from '../lexicon/phrasing.ts';
import { clearTitle, isReadable } from '../topic/clean-title.ts';
import type { ReadDocument } from '../topic/read-documents.ts';
import { placeOf } from '../topic/summary-context.ts';
import { isWhole, isWithin, type ScoredSentence, type ScoreSentence, standsAlone } from './sentence-scoring.ts';

const EXAMPLES = 2;

/** Characters of one; two of them and the counts leave room for the setting. */
const LENGTH = { min: 20, max: 120 } as const;

/** Sentences read of a post without a title. */
const FIRST_SENTENCES = 3;

/** Code, or a quotation within which no other can stand. */
const NO_EXAMPLE = /["“”{}=$\\]/;
/** A longer one is a message that the title copies. */
const QUOTATION = /["“”]([^"“”]{1,60})["“”]/g;

/** Where trackers file a post: "[De]", "[FnsOverBlob]". */
const TAG = /\s*\[[^\]]{1,30}\]:?/g;

/** What an example loses for repeating the topic, or the example before it. */
const REDUNDANCY = { topic: 0.4, example: 0.8, common: 0.9 } as const;

/** What it keeps for saying nothing beside the topic. */
const REPEATS_TOPIC = 0.3;

/** What it keeps for being of the same author, or from the same place, as the example before it. */
const SAME = { author: 0.4, place: 0.8 } as const;

/** Of many posts an odd one is no example: it must have this share of the best one's worth. Few posts are all typical. */
const LEAST_WORTH = 0.25;
const FEW = 10;

/** Share of the words beside the topic's, and of all, from which two examples say the same. */
const NEAR = 0.6;
const NEAR_WHOLE = 0.7;

/** Figures make no text unreadable: "due to CVE-2023-25613". */
const FIGURES = /\d+(?:[.-]\d+)*/g;

/** Words as whole as they are written, without figures: a release more is no other matter, nor is "update" for "upgrade". */
const wordsOf = (text: string) =>
  new Set(tokenizeWords(text.replace(CHORE, ' ')).flatMap(([whole = '']) => (/^\p{L}/u.test(whole) ? [whole] : [])));

interface Example extends ScoredSentence {
  words: ReadonlySet<string>;
  /** What it says beside the topic, and what of that others say too. */
  own: ReadonlySet<string>;
  common: ReadonlySet<string>;
}

const overlap = (one: ReadonlySet<string>, other: ReadonlySet<string>) =>
  one.intersection(other).size / Math.max(1, one.union(other).size);

/** Whether one of them is enough. */
const isNear = (one: Example, other: Example) =>
  overlap(one.own, other.own) >= NEAR || overlap(one.words, other.words) >= NEAR_WHOLE;

/** Which site a title is about is no link to be taken out: "www.shop.example - Menu is empty". */
const SITE = /^\s*www\.(?=[\w.-]{3,60}\s+[-–—:])/i;

const bare = (title: string) =>
  clearTitle(title.replace(SITE, '')).replace(TAG, ' ').replace(QUOTATION, '‘$1’').replace(/\s+/g, ' ').trim();

/** A title that is too long begins with a sentence, or is none. */
function headlineOf(title: string): string {
  const text = bare(title);
  return text.length <= LENGTH.max ? text : (splitSentences(text)[0] ?? '');
}

const isQuotable = (text: string) =>
  isWithin(LENGTH, text) &&
  isReadable(text.replace(FIGURES, '')) &&
  isWhole(text) &&
  !NO_EXAMPLE.test(text) &&
  !FRAGMENT.test(text);

/**
 * Two of the posts in their own words, by title, or by a sentence where titles do not give two: typical, and unlike each other, so that together they show
 * more of the matter than its name does. One where all the others say the same.
 */
export function examplesOf(
  documents: readonly ReadDocument[],
  topic: string,
  background: Background,
  read: ScoreSentence,
): string[] {
  const named = weighTerms(topic, background);
  const inTopic = wordsOf(topic);
  const texts = documents.flatMap(({ title, prose }, from) =>
    (title === null ? prose.slice(0, FIRST_SENTENCES) : [headlineOf(title)])
      .filter(isQuotable)
      .map((text) => ({ text, from, words: wordsOf(text) })),
  );
  const holders = new Map<string, number>();
  for (const { words } of texts) for (const word of words) holders.set(word, (holders.get(word) ?? 0) + 1);
  const asExample = (text: string, from: number, words = wordsOf(text)): Example => {
    const telling = read(text, from);
    const own = words.difference(inTopic);
    const common = new Set([...own].filter((word) => (holders.get(word) ?? 0) > 1));
    const adds = (1 - REDUNDANCY.topic * cosine(named, telling.vector)) * (own.size === 0 ? REPEATS_TOPIC : 1);
    return { ...telling, worth: telling.worth * adds, words, own, common };
  };
  const isOther = ({ text }: Example) => sentenceKey(text) !== sentenceKey(topic);
  const headlines = texts.map(({ text, from, words }) => asExample(text, from, words)).filter(isOther);
  const told = () =>
    documents
      .flatMap(({ prose }, from) =>
        prose
          .filter((text) => isQuotable(text) && TROUBLE.test(text) && standsAlone(text) && !INSTRUCTION.test(text))
          .map((text) => asExample(text, from)),
      )
      .filter((example) => isOther(example) && example.own.size > 0);

  const best = headlines.reduce((most, { worth }) => Math.max(most, worth), 0);
  const least = documents.length < FEW ? 0 : LEAST_WORTH * best;
  /** What an example keeps beside the one before it. */
  const kept = (example: Example, before: Example) => {
    const [one, other] = [documents[example.from], documents[before.from]];
    if (one === undefined || other === undefined) return 1;
    const byAuthor = one.author !== null && one.author === other.author ? SAME.author : 1;
    const byPlace = placeOf(one) === placeOf(other) ? SAME.place : 1;
    return byAuthor * byPlace * (1 - REDUNDANCY.common * overlap(example.common, before.common));
  };
  const mostAdding = (examples: readonly Example[], chosen: readonly Example[]) => {
    const [found] = examples
      .filter(({ own }) => chosen.length === 0 || own.size > 0)
      .filter((example) => chosen.every((other) => other.from !== example.from && !isNear(other, example)))
      .filter(({ worth }) => worth > 0 && worth >= least)
      .map((example) => ({
        example,
        gain: chosen.reduce(
          (gain, other) =>
            gain * (1 - REDUNDANCY.example * cosine(other.vector, example.vector)) * kept(example, other),
          example.worth,
        ),
      }))
      .sort((one, other) => other.gain - one.gain);
    return found?.example;
  };

  const chosen: Example[] = [];
  while (chosen.length < EXAMPLES) {
    const next = mostAdding(headlines, chosen) ?? mostAdding(told(), chosen);
    if (next === undefined) break;
    chosen.push(next);
  }
  return chosen.map(({ text }) => text);
}
