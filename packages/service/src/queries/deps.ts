import type { Store } from '../store/index.ts';
import type { AnswerCache } from './keep-until-change.ts';
import type { SignalSearch } from './signal-search.ts';

/** What the questions are answered from. */
export interface QueryDeps {
  store: Pick<Store, 'signals' | 'evidence' | 'snapshots' | 'briefs' | 'posts' | 'counters'>;
  search: SignalSearch;
  /** Remembers an answer until the store changes. */
  keep: AnswerCache;
  /** The pipeline's moment, epoch ms: now, or the moment that a past corpus is replayed for. */
  at: () => number;
}
