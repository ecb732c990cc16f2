import type { Queries } from '../../../queries/index.ts';
import { opportunityBrief } from './briefs.ts';
import { getSignalEvidence } from './evidence.ts';
import { getSignal } from './signal.ts';
import {
  listEmergingSignals,
  listTopSignals,
  listTrendingSignals,
  searchSignals,
  semanticSearchSignals,
} from './signal-lists.ts';
import type { Tool } from './tool.ts';

/** Section 4.7. */
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
