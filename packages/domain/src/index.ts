export { areaKeyword } from './area-keyword.ts';
export { bestSentence } from './best-sentence.ts';
export type { CitedEvidence } from './cited-evidence.ts';
export { commandText } from './command-text.ts';
export {
  BOT_NAME,
  COMMAND,
  COMMAND_GROUPS,
  FIRST_EXAMPLES,
  SUBCOMMAND_NAMES,
  SUBCOMMANDS,
  type SubcommandName,
} from './commands.ts';
export {
  type ConversationMemory,
  NOTHING_IN_MIND,
  parseMemory,
  rememberQuery,
  resolveFollowUp,
} from './conversation.ts';
export {
  addProposal,
  type DeliveryState,
  DIGEST_LENGTH,
  type Digest,
  type DigestItem,
  type DigestLead,
  type DigestMovement,
  type DigestPauseReason,
  DigestPlan,
  DigestProposal,
  type DigestSubscription,
  digestProposalFor,
  isQuietWeek,
  isTimeZone,
  redactDigest,
  stripEvidence,
  withoutSignals,
} from './digest.ts';
export { dateInZone, nextDueAfter } from './digest-schedule.ts';
export { VOTE_FADE_MS, VOTE_TRACE_MS, type Vote, type Weights, weighVotes } from './digest-weights.ts';
export { DAY_MS, HOUR_MS, MINUTE_MS } from './durations.ts';
export {
  evaluateWatch,
  followMerge,
  initialMemory,
  isQuietAt,
  type WatchEvaluation,
  type WatchFinding,
  type WatchMemory,
} from './evaluate-watch.ts';
export { excerptFingerprintOf, fingerprintOf, fingerprintsOf } from './evidence-fingerprint.ts';
export type { Freshness } from './freshness.ts';
export {
  type GrowthDirection,
  type GrowthFigures,
  growthDirection,
  hasFaded,
  hasGoneQuiet,
  hasGrowthRate,
  hasNoRecentMentions,
  isBackThisWeek,
  isNewThisWeek,
  mentionLoss,
} from './growth.ts';
export {
  ALL_AREAS,
  AskQuery,
  type BriefsQuery,
  EmergingQuery,
  ListQuery,
  MAX_DAYS,
  MAX_GROWTH,
  MAX_OWNER_LENGTH,
  MAX_REPOSITORIES,
  MAX_VOLUME,
  MAX_WORDS_LENGTH,
  RefineQuery,
  RelatedQuery,
  SearchFilter,
  SearchQuery,
  TopQuery,
  TrendingQuery,
  WEEK_DAYS,
} from './list-query.ts';
export {
  type DialogQuery,
  type DigestQuery,
  MAX_NOTE_LENGTH,
  MAX_SHARE_ATTEMPTS,
  messageTs,
  Query,
  queryForSignals,
  ShareRequest,
  type WatchQuery,
  withResolvedSignal,
} from './query.ts';
export { asSearch, comparesPeriods, refineList, simplestQuery } from './refine-list.ts';
export {
  type BriefQuery,
  CHART_DAYS,
  CHART_KINDS,
  ChartQuery,
  COMPARE_SEPARATOR,
  type CompareQuery,
  EvidenceFingerprint,
  EvidenceItemQuery,
  type EvidenceQuery,
  type FindQuery,
  HIDE_REASONS,
  type HideQuery,
  type HideReason,
  MAX_LIST_NUMBER,
  type SignalQuery,
  type SignalReference,
  signalId,
  type WhyQuery,
} from './signal-query.ts';
export {
  DAILY_ALERT_LIMITS,
  DEFAULT_DAILY_LIMIT,
  DEFAULT_QUIET_HOURS,
  DEFAULT_WATCH_RULE,
  MAX_WATCHED_GROWTH,
  MUTED_FOREVER,
  QuietHours,
  queryKeyOf,
  WATCH_PAUSE_REASONS,
  type Watch,
  type WatchOptions,
  type WatchPauseReason,
  WatchRule,
  WatchSubject,
  watchKey,
} from './watch.ts';
