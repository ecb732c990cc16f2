import type { TermCounts } from '../model/post.ts';
import { type Background, inverseFrequency } from '../text/background.ts';
import weights from './one-subject.json' with { type: 'json' };
import { countPostTerms } from './post-terms.ts';

/** A post of a group, as far as its subject is read. */
export interface SubjectPost {
  title: string | null;
  /** Plain text. */
  text: string;
}

/** What tells posts about one thing from posts that share a word, 0-1 each. */
export interface SubjectSigns {
  /** Mean over the posts: rarity of the words that the title shares with the nearest other title, together at most one that nobody else uses. */
  nearest: number;
  /** How much a word of several titles is the group's own: 1 if all its posts hold the word and no others do. */
  ownWord: number;
  /** Mean cosine to the others, by title and text, of a post that a fifth of the posts have less in common with the rest than. */
  edge: number;
}

/** Least chance that a group is about one thing. */
const LEAST = 0.7;

/** Share of the posts that are at the edge of their group. */
const AT_EDGE = 0.2;
/** Characters read of a text without a title. */
const OPENING = 100;
/** Posts imagined beside the stored ones: the words of a handful of posts, all about one thing, are their own. */
const IMAGINED = 100;

const sumOf = (values: Iterable<number>): number => Iterator.from(values).reduce((sum, value) => sum + value, 0);

/** `volume`: posts of the group, of which `posts` are some. */
export function readSubjectSigns(posts: readonly SubjectPost[], volume: number, background: Background): SubjectSigns {
  const titles = posts.map(({ title, text }) => countPostTerms(title ?? text.slice(0, OPENING), ''));
  const texts = posts.map(({ title, text }) => countPostTerms(title, text));
  return {
    nearest: nearestTitles(titles, background),
    ownWord: Math.max(0, ...wordsOfSeveral(titles).map((term) => belonging(term, texts, volume, background))),
    edge: likenessAtEdge(texts, background),
  };
}

function nearestTitles(titles: readonly TermCounts[], background: Background): number {
  const most = Math.log(background.documents + 2);
  const rarities = titles.map(
    (title) => new Map(title.keys().map((term) => [term, inverseFrequency(term, background) / most])),
  );
  const withTerm = Map.groupBy(
    titles.flatMap((title, at) =>
      title
        .keys()
        .map((term) => ({ term, at }))
        .toArray(),
    ),
    ({ term }) => term,
  );
  return (
    sumOf(
      rarities.map((own, place) => {
        const shared = new Float64Array(titles.length);
        for (const [term, rarity] of own)
          for (const { at } of withTerm.get(term) ?? []) shared[at] = (shared[at] ?? 0) + rarity;
        shared[place] = 0;
        return Math.min(1, Math.max(...shared));
      }),
    ) / titles.length
  );
}

function wordsOfSeveral(titles: readonly TermCounts[]): string[] {
  const once = new Set<string>();
  const several = new Set<string>();
  for (const term of titles.flatMap((title) => [...title.keys()])) (once.has(term) ? several : once).add(term);
  return [...several];
}

/** How much a word belongs to a group: normalized pointwise mutual information. */
function belonging(term: string, texts: readonly TermCounts[], volume: number, background: Background): number {
  const share = texts.filter((text) => text.has(term)).length / texts.length;
  // The opening of a text can end within a word.
  if (share === 0) return 0;
  const total = background.documents + IMAGINED;
  const own = share * volume;
  const everywhere = Math.max(own, background.documentFrequencies.get(term) ?? 0) / total;
  return Math.log(share / everywhere) / Math.log(total / own);
}

function likenessAtEdge(texts: readonly TermCounts[], background: Background): number {
  const vectors = texts.map((text) => unitVector(text, background));
  const sums = new Map<string, number>();
  for (const vector of vectors) for (const [term, weight] of vector) sums.set(term, (sums.get(term) ?? 0) + weight);
  const likeness = vectors.map((vector) => {
    const toAll = sumOf(vector.entries().map(([term, weight]) => weight * ((sums.get(term) ?? 0) - weight)));
    return toAll / Math.max(1, texts.length - 1);
  });
  return likeness.sort((one, other) => one - other)[Math.floor(AT_EDGE * texts.length)] ?? 0;
}

function unitVector(counts: TermCounts, background: Background): ReadonlyMap<string, number> {
  const weights = counts.entries().map(([term, count]) => [term, count * inverseFrequency(term, background)] as const);
  const vector = new Map(weights);
  const length = Math.hypot(...vector.values()) || 1;
  for (const [term, weight] of vector) vector.set(term, weight / length);
  return vector;
}

/** The chance that a group with these signs is about one thing, 0-1. */
export function chanceOfOneSubject(signs: SubjectSigns): number {
  const { bias, nearest, ownWord, edge } = weights;
  const sum = bias + nearest * signs.nearest + ownWord * signs.ownWord + edge * signs.edge;
  return 1 / (1 + Math.exp(-sum));
}

/** Whether the posts are about one thing, not many that share a word. `volume`: posts of the group, of which these are some. */
export const isAboutOneSubject = (posts: readonly SubjectPost[], volume: number, background: Background): boolean =>
  chanceOfOneSubject(readSubjectSigns(posts, volume, background)) >= LEAST;
