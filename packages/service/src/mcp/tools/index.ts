import type { Queries } from '../../queries/index.ts';
import type { Tool } from '../tool.ts';
import { getSignal } from './get-signal.ts';
import { getSignalEvidence } from './get-signal-evidence.ts';
import { listEmergingSignals } from './list-emerging-signals.ts';
import { listTopSignals } from './list-top-signals.ts';
import { listTrendingSignals } from './list-trending-signals.ts';
import { opportunityBrief } from './opportunity-brief.ts';
import { searchSignals } from './search-signals.ts';
import { semanticSearchSignals } from './semantic-search-signals.ts';

/** Section 4.7: eight of them. */
export const createTools = (queries: Queries): Tool[] =>
  [
    listTrendingSignals,
    listEmergingSignals,
    listTopSignals,
    searchSignals,
    semanticSearchSignals,
    getSignal,
    getSignalEvidence,
    opportunityBrief,
  ].map((tool) => tool(queries));
