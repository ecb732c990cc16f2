import type { Background } from '../../text/background.ts';
import { stripMarkup } from '../../text/sentences.ts';
import { tokenize } from '../../text/tokenize.ts';
import { PLATFORMS } from '../../text/user-environments.ts';
import { findImperative } from './imperatives.ts';
import { findNameFault, type NameFault } from './names.ts';
import { findInventedNumber, spellAsDigits } from './numbers.ts';
import { keysOf, type ReadPost, readPost, type ShownPost } from './posts.ts';

export type { ShownPost } from './posts.ts';

/** Why an answer is not accepted. */
export interface Refusal {
  code: 'schema' | 'citations' | 'link' | 'number' | 'name' | 'order' | 'words';
  /** A sentence for the model; it may quote the answer, so it is never logged. */
  reason: string;
}

/** Texts that cite the same posts by number: a topic with its summary, or one section of a brief. */
export interface CitingText {
  texts: readonly string[];
  evidence: readonly number[];
}

/** Why texts of a model about the posts are not accepted; null where they are. */
export type FindRefusal = (answer: CitingText) => Refusal | null;

/** A site may be what posts are about ("shop.example"), so its bare name is none; with a path it leads somewhere. */
const LINK =
  /https?:|www\.|[a-z][a-z\d+.-]{0,20}:\/\/|mailto:|[\p{L}\p{N}]\.(?!(?:js|ts|net)\b)\p{L}{2,}(?::\d+)?[/?]\w|\p{Cc}|\p{Cf}|\p{Default_Ignorable_Code_Point}|(?:^|[\s(])@\w|\S@\S+\.\w/iu;
/** Full-width dots and signs, which browsers take for the usual ones. */
const unwidened = (text: string): string =>
  text.normalize('NFKC').replace(/(?<=[\p{L}\p{N}])。(?=[\p{L}\p{N}])/gu, '.');

/** Share of the words that the cited posts have, too, as stems or synonyms: of all texts together, and of each. */
const LEAST_HELD = { together: 0.4, each: 0.25 } as const;
const LEAST_AUTHORS = 2;
/** Posts of the whole database from which a name is no single post's. */
const COMMON_IN = 3;

const NAME_REASONS: Record<NameFault['is'], string> = {
  invented: 'is in none of the cited posts',
  'of one post': 'is in one post only',
  'of a person': 'is a person',
};

export function createAcceptance(shown: readonly ShownPost[], background: Background): FindRefusal {
  const all = shown.map(readPost);
  const isCommon = (name: string) =>
    PLATFORMS.has(name.toLowerCase()) ||
    (background.documentFrequencies.get(tokenize(name)[0] ?? '') ?? 0) >= COMMON_IN;
  return ({ texts, evidence }) => {
    const cited = all.filter(({ number }) => evidence.includes(number));
    const isKnown = evidence.every((number) => cited.some((post) => post.number === number));
    if (!isKnown || new Set(cited.map(({ author }) => author)).size < LEAST_AUTHORS)
      return { code: 'citations', reason: 'Cite the ids of at least two of the posts, and no others.' };
    for (const text of texts) {
      const refusal = findFault(text, { cited, all, isCommon });
      if (refusal !== null) return refusal;
    }
    const isNear =
      shareHeld(texts, cited) >= LEAST_HELD.together &&
      texts.every((text) => shareHeld([text], cited) >= LEAST_HELD.each);
    return isNear ? null : { code: 'words', reason: 'It says what the cited posts do not say. Keep to their words.' };
  };
}

function findFault(
  text: string,
  posts: { cited: readonly ReadPost[]; all: readonly ReadPost[]; isCommon: (name: string) => boolean },
): Refusal | null {
  if (LINK.test(unwidened(text)) || stripMarkup(text) !== text)
    return { code: 'link', reason: 'Write plain text without links, mentions and markup.' };
  const number = findInventedNumber(text, posts.cited);
  if (number !== null) return { code: 'number', reason: `“${number}” is not in the cited posts. Leave it out.` };
  const order = findImperative(text, posts.all);
  if (order !== null)
    return { code: 'order', reason: `“${order}” tells readers what to do. Describe the problem, give no advice.` };
  const name = findNameFault(spellAsDigits(unwidened(text)), posts);
  if (name !== null) return { code: 'name', reason: `“${name.name}” ${NAME_REASONS[name.is]}. Leave it out.` };
  return null;
}

function shareHeld(texts: readonly string[], cited: readonly ReadPost[]): number {
  const keys = [...new Set(texts.flatMap(keysOf))];
  return keys.filter((key) => cited.some((post) => post.keys.has(key))).length / Math.max(1, keys.length);
}
