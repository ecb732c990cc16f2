import { judgeAlert } from './alerts.ts';
import { brief, opportunities } from './briefs.ts';
import type { QueryDeps } from './deps.ts';
import { chunk, evidence, evidenceExcerpts } from './evidence.ts';
import { pipelineFreshness, revision } from './freshness.ts';
import { semanticSearch } from './semantic-search.ts';
import { getSignal, history, stats, timeline, timelines } from './signal.ts';
import { emerging, listSignals, top, trending } from './signal-lists.ts';

/** Every query of the service, for REST, MCP and the pages. */
export const createQueries = (deps: QueryDeps) => ({
  trending: trending(deps),
  emerging: emerging(deps),
  top: top(deps),
  listSignals: listSignals(deps),
  getSignal: getSignal(deps),
  stats: stats(deps),
  timeline: timeline(deps),
  timelines: timelines(deps),
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
