export {
  areaName,
  isKnownArea,
  isSamplePost,
  painTypeName,
  providerName,
  SAMPLE_HOST,
  SAMPLE_POST,
  STRENGTH_MEANING,
} from './display-names.ts';
export {
  BRIEF_ABSENCES,
  type BriefAbsence,
  ERROR_CODES,
  ErrorBody,
  type ErrorCode,
  type Page,
  pageOf,
} from './envelopes.ts';
export { isHostHeader } from './host-header.ts';
export { Html, html } from './html.ts';
export { decodeJson, MAX_JSON_VALUES, parseJson } from './json.ts';
export {
  BRIEF_FRESH_DAYS,
  BRIEF_MINIMUM,
  DASHBOARD_LIMIT,
  EMERGING_MAX_VOLUME,
  EMERGING_MIN_GROWTH,
  EXCERPT_LENGTH,
  HISTORY_DAYS,
  LIFETIME_SECONDS,
  PAGE_SIZE,
  RATE_LIMIT,
  RATE_LIMITED_RETRY_SECONDS,
  REVISION_HEADER,
  SAMPLE_HEADER,
  SEMANTIC_LIMIT,
  SEMANTIC_QUERY_LENGTH,
  STRONG_RELEVANCE,
  TIMELINE_DAYS,
  WINDOW_DAYS,
} from './limits.ts';
export { BriefEvidence, OpportunityBrief, OpportunityListItem, statementsOf } from './opportunity.ts';
export {
  EmergingParameters,
  type EmergingQuery,
  EVIDENCE_MODES,
  EvidenceParameters,
  type EvidenceQuery,
  HistoryParameters,
  type HistoryQuery,
  SemanticSearchParameters,
  type SemanticSearchQuery,
  SignalId,
  SignalListParameters,
  type SignalListQuery,
  SORT_FIELDS,
  TimelineParameters,
  type TimelineQuery,
  TOP_METRICS,
  TopParameters,
  type TopQuery,
  TrendingParameters,
  type TrendingQuery,
} from './parameters.ts';
export { createPipelineLimit } from './pipeline-limit.ts';
export {
  EvidenceExcerpt,
  EvidenceItem,
  FoundSignal,
  History,
  Instant,
  MACRO_AREAS,
  MacroArea,
  PAIN_TYPES,
  PainSignalDetail,
  PainSignalListItem,
  PainType,
  PipelineFreshness,
  ScoreParts,
  SearchAnswer,
  SearchMatch,
  SignalStats,
  SourceDistribution,
  Timeline,
} from './signal.ts';
export { TimedOutError, withTimeout } from './with-timeout.ts';

/** The version of every part: packages, `--version`, OpenAPI, MCP and the User-Agent sent to sources. A test compares them. */
export const VERSION = '0.2.0';
