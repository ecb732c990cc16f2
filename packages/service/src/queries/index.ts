import { judgeAlert } from './alerts.ts';
import { briefQueries } from './briefs.ts';
import type { QueryDeps } from './deps.ts';
import { evidenceQueries } from './evidence.ts';
import { freshnessQueries } from './freshness.ts';
import { semanticSearch } from './semantic-search.ts';
import { listQueries, signalQueries } from './signals.ts';

/** Every query of the service, for REST, MCP and the pages. */
export const createQueries = (deps: QueryDeps) => ({
  ...listQueries(deps),
  ...signalQueries(deps),
  ...evidenceQueries(deps),
  ...briefQueries(deps),
  ...freshnessQueries(deps),
  judgeAlert: judgeAlert(deps),
  semanticSearch: semanticSearch(deps),
});
export type Queries = ReturnType<typeof createQueries>;
