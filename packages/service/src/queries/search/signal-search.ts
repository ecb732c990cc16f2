import { rankPosts, rankSimilarPosts } from '../../search/rank-posts.ts';
import { rankSignals } from '../../search/rank-signals.ts';
import { searchTermsOf } from '../../search/search-terms.ts';
import type { Store } from '../../store/index.ts';
import type { SearchHit, SignalSearch } from '../deps.ts';
import { createCandidatePosts, LONG_QUESTION } from './candidate-posts.ts';
import type { EmbeddingMatches } from './embedding-matches.ts';

/** Candidates among the results: a signal is worth more than a few posts that are no signal yet. */
const MOST_CANDIDATES = 3;

export interface SignalSearchDeps {
  store: Pick<Store, 'postTerms'>;
  /** Similarity by a model's vectors; null without a model. */
  meaning: EmbeddingMatches | null;
  /** Called when the database fails; the search is then unavailable. */
  onError: (error: unknown) => void;
}

/** Semantic search over the stored posts. Keeps nothing in memory, so every process sees every change at once. */
export function createSignalSearch({ store, meaning, onError }: SignalSearchDeps): SignalSearch {
  const candidatesFor = createCandidatePosts(store);

  async function find(question: string, limit: number): Promise<SearchHit[]> {
    const { concepts: asked, statistics, posts: found, volumes } = await candidatesFor(question);
    const isLong = asked.length > LONG_QUESTION;
    // Words of a long text that no post knows say nothing against its likes.
    const concepts = isLong ? asked.filter(({ wordings }) => wordings.length > 0) : asked;
    const matching = rankPosts(found, concepts);
    const posts = isLong ? rankSimilarPosts(matching, searchTermsOf(null, question), statistics) : matching;
    const candidates = new Set(found.filter(({ state }) => state === 'candidate').map(({ signalId }) => signalId));
    const ranked = rankSignals(posts, concepts, volumes, await meaning?.match(question));
    const tooMany = new Set(ranked.filter(({ signalId }) => candidates.has(signalId)).slice(MOST_CANDIDATES));
    return ranked
      .filter((signal) => !tooMany.has(signal))
      .slice(0, limit)
      .map((signal) => ({ ...signal, confirmed: !candidates.has(signal.signalId) }));
  }

  return {
    async search(question, limit) {
      try {
        return await find(question, limit);
      } catch (error) {
        onError(error);
        return null;
      }
    },
  };
}
