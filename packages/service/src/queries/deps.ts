import type { Store } from '../store/index.ts';
import type { AnswerCache } from './revision.ts';

export interface SearchHit {
  signalId: string;
  /** How likely the signal answers the question, 0-1; comparable between questions. */
  relevance: number;
  /** The words of the question, or those standing for them, that the signal holds. */
  words: string[];
  /** The evidence that says most of them. */
  chunkId: string | null;
}

/** Finds signals by meaning. */
export interface SignalSearch {
  /** Those that answer it, the best first, at most `limit`; null while there is nothing to search in yet. */
  search(question: string, limit: number): Promise<SearchHit[] | null>;
}

/** What the questions are answered from. */
export interface QueryDeps {
  store: Pick<Store, 'signals' | 'evidence' | 'snapshots' | 'briefs' | 'posts' | 'counters'>;
  search: SignalSearch;
  /** Remembers an answer until the store changes. */
  keep: AnswerCache;
  /** The pipeline's moment, epoch ms: now, or the moment that a past corpus is replayed for. */
  at: () => number;
}
