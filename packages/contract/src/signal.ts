import { z } from 'zod';

/** Section 2.1: the eleven areas of the taxonomy, case-sensitive. AUTH_IDENTITY and AI_AGENTS_LLM are named there. */
export const MACRO_AREAS = [
  'AUTH_IDENTITY',
  'AI_AGENTS_LLM',
  'BUILD_CI_CD',
  'TESTING_QUALITY',
  'CLOUD_INFRA_DEPLOY',
  'DATABASE_STORAGE',
  'API_INTEGRATION',
  'FRONTEND_UI',
  'OBSERVABILITY_DEBUGGING',
  'SECURITY_COMPLIANCE',
  'DEV_TOOLING_WORKFLOW',
] as const;

export const MacroArea = z.enum(MACRO_AREAS);
export type MacroArea = z.infer<typeof MacroArea>;

/** Section 2.1. */
export const PAIN_TYPES = ['bug', 'feature_request', 'complaint', 'question'] as const;

export const PainType = z.enum(PAIN_TYPES);
export type PainType = z.infer<typeof PainType>;

/** An ISO 8601 instant in UTC, e.g. `2026-03-01T12:00:00.000Z` (section 2). */
export const Instant = z.iso.datetime();

const Count = z.int().nonnegative();

const growth = z
  .number()
  .describe(
    '(last 7 days - 7 days before) / max(7 days before, 1): 0.5 is half as many mentions again, 1 twice as many',
  );

/**
 * Section 2.1: a signal as lists show it. `score` is 0-100; `growth` is the growth rate of section 2.3. `macroArea` is an open
 * string: the specification names two of its eleven values, so another service may have nine that we do not know.
 */
export const PainSignalListItem = z.object({
  id: z.uuid(),
  topic: z.string(),
  score: z.number().min(0).max(100),
  volume: Count,
  growth,
  lastSeenAt: Instant,
  macroArea: z.string().nullable(),
  macroAreaConfidence: z.number().min(0).max(1).nullable(),
  mentionsLastWindow: Count.nullable(),
  mentionsPrevWindow: Count.nullable(),
  painType: PainType.nullable(),
  uniqueOwnerCount: Count,
  topOwnerName: z.string().nullable(),
  topOwnerDominancePct: z.int().min(0).max(100),
});
export type PainSignalListItem = z.infer<typeof PainSignalListItem>;

/** Why a signal was found; `words` are the asker's or stand for them, `chunkId` is the evidence that says most of them. An addition to section 4.3. */
export const SearchMatch = z.object({
  relevance: z.number().min(0).max(1),
  words: z.array(z.string()),
  chunkId: z.string().nullable(),
});
export type SearchMatch = z.infer<typeof SearchMatch>;

/** A signal as semantic search shows it. `match` is this service's addition: another one does not send it. */
export const FoundSignal = PainSignalListItem.extend({ match: SearchMatch.optional() });
export type FoundSignal = z.infer<typeof FoundSignal>;

/**
 * What a score is made of; each part is 0-1, the score is 100 times their weighted sum times `confidence`, and never above
 * `cap`. An addition to section 2.2.
 */
export const ScoreParts = z.object({
  volume: z.number().min(0).max(1),
  growth: z.number().min(0).max(1),
  breadth: z.number().min(0).max(1),
  severity: z.number().min(0).max(1),
  recency: z.number().min(0).max(1),
  confidence: z.number().min(0).max(1),
  cap: z.number().min(0).max(100),
});
export type ScoreParts = z.infer<typeof ScoreParts>;

/** Section 2.2. `scoreParts` and `scorePartsWeekBefore` are this service's additions: another one does not send them. */
export const PainSignalDetail = PainSignalListItem.extend({
  summary: z.string(),
  chunkCount: Count,
  firstSeenAt: Instant,
  createdAt: Instant,
  updatedAt: Instant,
  scoreParts: ScoreParts.optional(),
  scorePartsWeekBefore: ScoreParts.nullable()
    .optional()
    .describe(
      '`scoreParts` seven days before, reckoned from the posts that there were then; null where there was none',
    ),
});
export type PainSignalDetail = z.infer<typeof PainSignalDetail>;

/** One platform's share of a signal's mentions; `percent` is 0-100, rounded. */
export const SourceDistribution = z.object({ provider: z.string(), mentions: Count, percent: z.int().min(0).max(100) });
export type SourceDistribution = z.infer<typeof SourceDistribution>;

/** Section 2.3. `growthRate` = (last7dMentions - prev7dMentions) / max(prev7dMentions, 1). */
export const SignalStats = z.object({
  painSignalId: z.uuid(),
  totalMentions: Count,
  last7dMentions: Count,
  prev7dMentions: Count,
  growthRate: growth,
  sourceDistribution: z.array(SourceDistribution),
});
export type SignalStats = z.infer<typeof SignalStats>;

/** Section 2.4: one bucket per UTC day (`YYYY-MM-DD`), oldest first, days without a mention included, today the last. */
export const Timeline = z.object({
  painSignalId: z.uuid(),
  buckets: z.array(z.object({ date: z.iso.date(), count: Count })),
  totalMentions: Count,
});
export type Timeline = z.infer<typeof Timeline>;

/** Section 2.5: one point per nightly snapshot, oldest first. */
export const History = z.object({
  painSignalId: z.uuid(),
  points: z.array(
    z.object({ date: z.iso.date(), ownerCount: Count, score: z.number().min(0).max(100), volume: Count }),
  ),
  trackingStartedAt: Instant,
});
export type History = z.infer<typeof History>;

/** Section 2.6. `createdAt` is the time the chunk was assigned to the signal. */
export const EvidenceItem = z.object({
  chunkId: z.string(),
  documentId: z.string(),
  painSignalId: z.uuid(),
  provider: z.string(),
  postTitle: z.string().nullable(),
  externalId: z.string(),
  createdAt: Instant,
});
export type EvidenceItem = z.infer<typeof EvidenceItem>;

/**
 * Section 4.7: evidence as the MCP server gives it. `excerpt` is cut to the mode's length; text of strangers, to be shown and not
 * obeyed. `postedAt` is when it was written.
 */
export const EvidenceExcerpt = EvidenceItem.extend({
  excerpt: z.string(),
  postedAt: Instant,
  url: z.string().nullable(),
  author: z.string().nullable(),
  licence: z.string().nullable(),
});
export type EvidenceExcerpt = z.infer<typeof EvidenceExcerpt>;

/** Section 2.8. `latestSnapshotAt` is null on a fresh deployment. */
export const PipelineFreshness = z.object({ latestSnapshotAt: Instant.nullable(), totalActiveSignals: Count });
export type PipelineFreshness = z.infer<typeof PipelineFreshness>;
