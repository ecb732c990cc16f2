import {
  type Concept,
  markProducts,
  parseQuery,
  type TermStatistics,
  unknownWords,
  type WeighedConcept,
  weighConcept,
} from '../../search/query.ts';
import { FOLDED_WORDS } from '../../search/synonyms.ts';
import { tiersOf } from '../../search/tiers.ts';
import type { SearchedPost, Store } from '../../store/index.ts';

/** Posts read of one wording. Of a more common one a short question is looked for in tiers, and a long one in the newest. */
const POSTS_A_WORDING = 2_000;

/** Posts counted with a term that the clustering doesn't count. */
const POSTS_COUNTED = 500;

/** Posts that are ranked by all their terms; of tiers, which bring the best first, fewer say as much. */
const POSTS_RANKED = 250;
const POSTS_OF_TIERS = 200;

/** A question of more concepts is a text whose likes are sought; only its rarest concepts look for posts. */
export const LONG_QUESTION = 24;

/** Completions of a half-typed word, and the shortest words that are completed and corrected: shorter ones resemble too many. */
const COMPLETIONS = 8;
const LEAST_COMPLETED = 4;
const LEAST_CORRECTED = 6;

/** What a question may be answered by, before anything is ranked. */
export interface Candidates {
  concepts: readonly WeighedConcept[];
  statistics: TermStatistics;
  /** At most `POSTS_RANKED`, in no order. */
  posts: readonly SearchedPost[];
  /** Posts of each of their signals, also of those not found. */
  volumes: ReadonlyMap<string, number>;
}

/** Reads the posts that say most of a question from the database. */
export function createCandidatePosts({
  postTerms,
}: Pick<Store, 'postTerms'>): (question: string) => Promise<Candidates> {
  /** Terms that the clustering doesn't count, such as those late in a post, are counted in the index. */
  async function readStatistics(concepts: readonly Concept[]): Promise<TermStatistics> {
    const asked = new Set(concepts.flatMap(({ asked, parts }) => [...asked.terms, ...parts]));
    const others = concepts.flatMap(({ synonyms }) => synonyms.flatMap(({ terms }) => terms));
    const terms = [...asked.union(new Set(others))];
    const { counts, documents } = await postTerms.counts(terms);
    const isCounted = (term: string) => (counts.get(term) ?? 0) >= POSTS_COUNTED;
    const uncounted = terms.filter((term) =>
      FOLDED_WORDS.has(term) ? !isCounted(term) : asked.has(term) && !counts.has(term),
    );
    const found = await postTerms.matching(
      uncounted.map((term) => [[term]]),
      POSTS_COUNTED,
    );
    for (const [at, term] of uncounted.entries()) {
      const posts = found[at]?.length ?? 0;
      counts.set(term, posts < POSTS_COUNTED ? posts : Math.max(posts, counts.get(term) ?? 0));
    }
    return { documents, count: (term) => counts.get(term) ?? 0 };
  }

  /** Words of the corpus for a half-typed or misspelled one. */
  async function correct(word: string): Promise<string[]> {
    if (word.length < LEAST_COMPLETED) return [];
    const completed = await postTerms.beginningWith(word, COMPLETIONS);
    if (completed.length > 0) return completed;
    if (word.length < LEAST_CORRECTED) return [];
    return (await postTerms.resembling(word)).filter((other) => isOneEditApart(word, other));
  }

  async function weigh(question: string): Promise<{ concepts: WeighedConcept[]; statistics: TermStatistics }> {
    const concepts = parseQuery(question);
    const known = await readStatistics(concepts);
    const corrections = new Map<string, string[]>();
    const isKnown = ({ asked }: Concept) => asked.terms.every((term) => known.count(term) > 0);
    // Of a question without one known word, corrections would make another question ("how do I bake bread?").
    if (concepts.length === 1 || concepts.some(isKnown))
      await Promise.all(unknownWords(concepts, known).map(async (word) => corrections.set(word, await correct(word))));
    const corrected = [...corrections.values()].flat();
    const { counts } = corrected.length > 0 ? await postTerms.counts(corrected) : { counts: new Map<string, number>() };
    const statistics = { ...known, count: (term: string) => known.count(term) || (counts.get(term) ?? 0) };
    const weighed = concepts.map((concept) =>
      weighConcept(concept, statistics, corrections.get(concept.asked.terms.join(' ')) ?? []),
    );
    return { concepts: weighed, statistics };
  }

  /** The posts that match most of the query. */
  async function findPosts(concepts: readonly WeighedConcept[], { count }: TermStatistics): Promise<SearchedPost[]> {
    const isCommon = ({ wordings }: WeighedConcept) =>
      wordings.reduce((sum, { terms }) => sum + Math.min(...terms.map(count)), 0) > POSTS_A_WORDING;
    const tiers = concepts.some(isCommon) ? tiersOf(concepts) : null;
    return tiers === null ? postTerms.ofSignals(await addUpPosts(concepts)) : postTerms.ofTiers(tiers, POSTS_OF_TIERS);
  }

  /** The posts of each wording, added up by weight; the rarest concepts of a long question. */
  async function addUpPosts(concepts: readonly WeighedConcept[]): Promise<number[]> {
    const scores = new Map<number, number>();
    const telling = concepts.toSorted((one, other) => other.weight - one.weight).slice(0, LONG_QUESTION);
    const groups = telling.flatMap((concept) =>
      [...Map.groupBy(concept.wordings, ({ share }) => share)].map(([share, wordings]) => ({
        concept,
        share,
        wordings,
      })),
    );
    const ids = await postTerms.matching(
      groups.map(({ wordings }) => wordings.map(({ terms }) => terms)),
      POSTS_A_WORDING,
    );
    const found = new Map(telling.map((concept) => [concept, new Map<number, number>()]));
    for (const [at, { concept, share }] of groups.entries()) {
      const shares = found.get(concept);
      for (const id of ids[at] ?? []) shares?.set(id, Math.max(shares.get(id) ?? 0, share));
    }
    for (const [{ weight }, shares] of found)
      for (const [id, share] of shares) scores.set(id, (scores.get(id) ?? 0) + weight * share);
    return [...scores]
      .sort(([one, score], [other, otherScore]) => otherScore - score || other - one)
      .slice(0, POSTS_RANKED)
      .map(([id]) => id);
  }

  return async (question) => {
    const { concepts, statistics } = await weigh(question);
    const posts = await findPosts(concepts, statistics);
    const repositories = posts.flatMap(({ repository }) => repository ?? []);
    const volumes = new Map(posts.map(({ signalId, volume }) => [signalId, volume]));
    return { concepts: markProducts(concepts, repositories), statistics, posts, volumes };
  };
}

/** Whether the words differ by one inserted, missing, changed or swapped character. */
function isOneEditApart(left: string, right: string): boolean {
  const [short, long] = left.length <= right.length ? [left, right] : [right, left];
  if (long.length - short.length > 1 || short === long) return false;
  let at = 0;
  while (at < short.length && short[at] === long[at]) at++;
  if (short.slice(at) === long.slice(at + 1)) return true;
  if (short.length < long.length) return false;
  const swapped = short[at] === long[at + 1] && short[at + 1] === long[at];
  return short.slice(at + 1) === long.slice(at + 1) || (swapped && short.slice(at + 2) === long.slice(at + 2));
}
