import type { Store } from '../store/index.ts';
import type { AnswerQuestion } from './question-answer.ts';
import type { AnswerCache } from './revision.ts';

export interface SearchHit {
  signalId: string;
  /** How likely the signal is relevant, 0-1; comparable between questions. */
  relevance: number;
  /** The words of the question, or their synonyms, that occur in its best posts. */
  words: string[];
  /** The post that matches best; null when only the meaning matches. */
  postId: number | null;
  /** How many of its posts say all of the question, in its own words. */
  whole: number;
  /** False for a candidate cluster. */
  confirmed: boolean;
}

export interface SignalSearch {
  /** At most `limit` relevant signals, best first; null when the database cannot be searched. */
  search(question: string, limit: number): Promise<SearchHit[] | null>;
}

export interface QueryDeps {
  store: Pick<
    Store,
    'signals' | 'evidence' | 'snapshots' | 'briefs' | 'posts' | 'sample' | 'counters' | 'mentions' | 'documents'
  >;
  search: SignalSearch;
  /** Asks a language model where one is set. */
  answerQuestion?: AnswerQuestion;
  /** Caches an answer until the store changes. */
  cached: AnswerCache;
  /** The pipeline's now, epoch ms: AS_OF where that is set. */
  at: () => number;
}
