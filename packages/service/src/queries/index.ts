import { brief } from './brief.ts';
import { chunk } from './chunk.ts';
import type { QueryDeps } from './deps.ts';
import { emerging } from './emerging.ts';
import { evidence } from './evidence.ts';
import { evidenceExcerpts } from './evidence-excerpts.ts';
import { getSignal } from './get-signal.ts';
import { history } from './history.ts';
import { judgeAlert } from './judge-alert.ts';
import { listSignals } from './list-signals.ts';
import { opportunities } from './opportunities.ts';
import { pipelineFreshness } from './pipeline-freshness.ts';
import { revision } from './revision.ts';
import { semanticSearch } from './semantic-search.ts';
import { stats } from './stats.ts';
import { timeline } from './timeline.ts';
import { top } from './top.ts';
import { trending } from './trending.ts';

/** Every question the service answers, whichever door it comes through. */
export const createQueries = (deps: QueryDeps) => ({
  trending: trending(deps),
  emerging: emerging(deps),
  top: top(deps),
  listSignals: listSignals(deps),
  getSignal: getSignal(deps),
  stats: stats(deps),
  timeline: timeline(deps),
  history: history(deps),
  evidence: evidence(deps),
  evidenceExcerpts: evidenceExcerpts(deps),
  brief: brief(deps),
  chunk: chunk(deps),
  judgeAlert: judgeAlert(deps),
  semanticSearch: semanticSearch(deps),
  opportunities: opportunities(deps),
  pipelineFreshness: pipelineFreshness(deps),
  revision: revision(deps),
});
export type Queries = ReturnType<typeof createQueries>;
