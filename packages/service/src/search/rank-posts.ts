import type { SearchTerms } from '../model/post.ts';
import { isOfProduct, rarityOf, type TermStatistics, type WeighedConcept, type Wording } from './query.ts';

export interface FoundPost extends SearchTerms {
  postId: number;
  repository: string | null;
}

/** A post that matches a query. */
export interface RankedPost {
  postId: number;
  /** Weight of what it matches of the query, relative to all that is asked; about 1 when its title says it all. */
  score: number;
  /** Words of the query, or their synonyms, that it contains. */
  words: readonly string[];
  /** For each concept, 1 where the post contains it, less in other words, 0 where it doesn't. */
  said: readonly number[];
  /** The same, but less where only the body does, which is often an aside. */
  stressed: readonly number[];
  /** For each concept, whether the title says it in any words, or the body where there is no title. */
  named: readonly boolean[];
  /** Says all of the query in one place, in its own words. */
  together: boolean;
}

/** BM25's saturation of repeated terms and normalization of lengths. */
const SATURATION = 1.2;
const BY_LENGTH = 0.5;
/** A term of the title counts this many times. */
const TITLE_WEIGHT = 3;
/** Weighted terms of an ordinary post. */
const USUAL_LENGTH = 40;
/** BM25's weight of a term that a title contains once, which makes 1. */
const IN_TITLE = 1.7;
/** Of a word that only the body contains, beside 1 in the title. */
const BODY_SHARE = 0.5;
/** Rare words decide. */
const RARITY_POWER = 1.3;

function countTerms({ titleTerms, bodyTerms }: SearchTerms): Map<string, number> {
  const counts = new Map<string, number>();
  const count = (terms: string, weight: number) => {
    for (const term of terms.split(' ')) if (term !== '') counts.set(term, (counts.get(term) ?? 0) + weight);
  };
  count(titleTerms, TITLE_WEIGHT);
  count(bodyTerms, 1);
  return counts;
}

const SPACE = 32;

function countSpaces(text: string): number {
  let spaces = 0;
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) === SPACE) spaces++;
  return spaces;
}

const lengthOfTerms = (terms: string): number => (terms === '' ? 0 : countSpaces(terms) + 1);

/** How often a term is among others that spaces separate. */
function occurrences(terms: string, term: string): number {
  let count = 0;
  for (let at = terms.indexOf(term); at >= 0; at = terms.indexOf(term, at + term.length)) {
    const end = at + term.length;
    const isWhole =
      (at === 0 || terms.charCodeAt(at - 1) === SPACE) && (end === terms.length || terms.charCodeAt(end) === SPACE);
    if (isWhole) count++;
  }
  return count;
}

/** Like `countTerms` of only the terms that are asked for: hundreds of posts have few of them. */
function countAsked(
  { titleTerms, bodyTerms }: SearchTerms,
  asked: Iterable<string>,
): { counts: Map<string, number>; titled: Set<string>; length: number } {
  const counts = new Map<string, number>();
  const titled = new Set<string>();
  for (const term of asked) {
    const inTitle = occurrences(titleTerms, term);
    if (inTitle > 0) titled.add(term);
    const count = TITLE_WEIGHT * inTitle + occurrences(bodyTerms, term);
    if (count > 0) counts.set(term, count);
  }
  return { counts, titled, length: TITLE_WEIGHT * lengthOfTerms(titleTerms) + lengthOfTerms(bodyTerms) };
}

/** The wording that a post matches best, and how well. */
function bestWording(
  wordings: readonly Wording[],
  counts: ReadonlyMap<string, number>,
  norm: number,
): { written: string; match: number; share: number } | null {
  let best: { written: string; match: number; share: number } | null = null;
  for (const { terms, written, share } of wordings) {
    let frequency = Number.POSITIVE_INFINITY;
    for (const term of terms) frequency = Math.min(frequency, counts.get(term) ?? 0);
    if (frequency === 0) continue;
    const match = (share * frequency * (SATURATION + 1)) / (frequency + SATURATION * norm) / IN_TITLE;
    if (best === null || match > best.match) best = { written, match, share };
  }
  return best;
}

function shareIn(terms: ReadonlySet<string>, wordings: readonly Wording[]): number {
  let most = 0;
  if (terms.size === 0) return most;
  for (const wording of wordings)
    if (wording.share > most && wording.terms.every((term) => terms.has(term))) most = wording.share;
  return most;
}

/** Of a concept, from where on a post says it in the question's own words. */
export const OWN_WORDS = 0.9;

/** Other terms between those of a query that a post says in one place. */
const BETWEEN = 1;

/** Whether all concepts stand beside one another, in the query's own words. */
function areTogether(terms: string, concepts: readonly WeighedConcept[]): boolean {
  const words = terms.split(' ');
  const wanted = concepts.map(({ wordings }) =>
    wordings.filter(({ share }) => share >= OWN_WORDS).map((wording) => wording.terms),
  );
  // An identifier is followed by its parts: getUserData, user, data.
  const length = wanted.reduce((sum, wordings) => sum + new Set(wordings.flat()).size, 0);
  return words.some((_, at) => {
    const near = new Set(words.slice(at, at + length + BETWEEN));
    return wanted.every((wordings) => wordings.some((wording) => wording.every((term) => near.has(term))));
  });
}

/** Rarity of an ordinary term, which brings the similarity near a cosine. */
const USUAL_RARITY = 0.6;

const damped = (frequency: number): number => 1 + Math.log(frequency);
const lengthOf = (values: Iterable<number>): number =>
  Math.sqrt(Iterator.from(values).reduce((sum, v) => sum + v * v, 0));

/**
 * The posts by their similarity to a whole text, best first: for texts of many words that is better than how much of them a post
 * contains. Needs the rarity of the text's own terms only.
 */
export function rankSimilarPosts<Post extends RankedPost & SearchTerms>(
  posts: readonly Post[],
  text: SearchTerms,
  { documents, count }: TermStatistics,
): Post[] {
  const wanted = [...countTerms(text)].map(([term, frequency]) => ({
    term,
    weight: damped(frequency) * rarityOf(count(term), documents),
    rarity: rarityOf(count(term), documents),
  }));
  const asked = lengthOf(wanted.map(({ weight }) => weight)) * USUAL_RARITY || 1;
  return posts
    .map((post) => {
      const counts = countTerms(post);
      const shared = wanted.reduce((sum, { term, weight, rarity }) => {
        const frequency = counts.get(term);
        return frequency === undefined ? sum : sum + weight * rarity * damped(frequency);
      }, 0);
      return { ...post, score: shared / asked / (lengthOf(Iterator.from(counts.values()).map(damped)) || 1) };
    })
    .sort((one, other) => other.score - one.score || other.postId - one.postId);
}

/** The posts by how much of the query they match, best first. */
export function rankPosts<Post extends FoundPost>(
  posts: readonly Post[],
  concepts: readonly WeighedConcept[],
): (Post & RankedPost)[] {
  const rarities = concepts.map(({ weight }) => weight ** RARITY_POWER);
  const asked = rarities.reduce((sum, rarity) => sum + rarity, 0) || 1;
  const terms = new Set(concepts.flatMap(({ wordings }) => wordings.flatMap((wording) => wording.terms)));
  return posts
    .map((post) => {
      const { counts, titled, length } = countAsked(post, terms);
      const norm = 1 - BY_LENGTH + (BY_LENGTH * length) / USUAL_LENGTH;
      const best = concepts.map(({ wordings }) => bestWording(wordings, counts, norm));
      const score = best.reduce((sum, found, at) => sum + ((rarities[at] ?? 0) * (found?.match ?? 0)) / asked, 0);
      const ofProduct = concepts.map((concept) => (isOfProduct(concept, post.repository) ? 1 : 0));
      const said = ofProduct.map((share, at) => Math.max(share, best[at]?.share ?? 0));
      const named = ofProduct.map((share, at) => Math.max(share, shareIn(titled, concepts[at]?.wordings ?? [])));
      return {
        ...post,
        score,
        words: [...new Set(best.flatMap((found) => found?.written ?? []))],
        said,
        stressed: said.map((share, at) => Math.max(named[at] ?? 0, BODY_SHARE * share)),
        named: (post.titleTerms === '' ? said : named).map((share) => share > 0),
        together:
          best.every((found) => found !== null) &&
          (areTogether(post.titleTerms, concepts) || areTogether(post.bodyTerms, concepts)),
      };
    })
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score || other.postId - one.postId);
}
