import { z } from 'zod';

/** Section 2.1: the eleven values of `macroArea`, case-sensitive. The specification names the first two; the others are this service's. */
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

/** Section 2.1: the values of `painType`. */
export const PAIN_TYPES = ['bug', 'feature_request', 'complaint', 'question'] as const;

export const PainType = z.enum(PAIN_TYPES);
export type PainType = z.infer<typeof PainType>;

/** Section 2: an ISO 8601 instant in UTC, e.g. `2026-03-01T12:00:00.000Z`. */
export const Instant = z.iso.datetime();

/** A whole number from 0. */
const Count = z.int().nonnegative();

const growth = z
  .number()
  .describe(
    '(last 7 days - 7 days before) / max(7 days before, 1): 0.5 is half as many mentions again, 1 twice as many',
  );

/**
 * Section 2.1: a signal in a list. `score` is 0-100, `volume` counts mentions (posts) of all time, `growth` is the growth rate of
 * section 2.3, the two windows are the last 7 days and the 7 before. `macroAreaConfidence` is 0-1. Owners are those of code hosts;
 * `topOwnerDominancePct` is 0-100. `macroArea` is an open string, because another service may use values that we do not know.
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

/** Names a post also where it has no address. Versions before 0.2 don't say. */
const POST_AT_SOURCE = { provider: z.string().optional(), externalId: z.string().optional() };

/**
 * An addition to section 4.3: why a search found a signal. `relevance` is 0-1; `words` are the words of the query, or synonyms of
 * them, that were found; `chunkId` is the evidence that matched best, null when none did and for candidate clusters.
 * `sentence` is the part of the post that matched, up to 300 characters, with its address and author.
 */
export const SearchMatch = z.object({
  relevance: z.number().min(0).max(1),
  words: z.array(z.string()),
  /** How many of its posts, as far as they were read, say all of the question. Versions before 0.2 don't say. */
  posts: z.int().min(0).optional(),
  chunkId: z.string().nullable(),
  sentence: z.string().nullable(),
  url: z.string().nullable(),
  author: z.string().nullable(),
  ...POST_AT_SOURCE,
});
export type SearchMatch = z.infer<typeof SearchMatch>;

/**
 * Section 4.3: a signal that semantic search found. `confirmed` is false for a candidate cluster: a few posts that are not yet
 * enough for a signal, so lists leave it out. Other services send neither `match` nor `confirmed`.
 */
export const FoundSignal = PainSignalListItem.extend({
  match: SearchMatch.optional(),
  confirmed: z.boolean().optional(),
});
export type FoundSignal = z.infer<typeof FoundSignal>;

/** An addition to section 4.3, with `answer=true`: what a language model says to the question, from posts of the signals found. */
export const SearchAnswer = z.object({
  text: z.string(),
  /** The model's name. */
  generatedBy: z.string(),
  evidence: z.array(z.object({ url: z.string().nullable(), author: z.string().nullable(), ...POST_AT_SOURCE })),
});
export type SearchAnswer = z.infer<typeof SearchAnswer>;

/**
 * An addition to section 2.2: the parts of a score, each 0-1. With s, their weighted sum times `confidence`, the score is
 * `cap` (0-100) times 1 - (1 - s)².
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

/** Section 2.2: one signal. `chunkCount` counts pieces of evidence. Other services do not send `scoreParts` and `scorePartsWeekBefore`. */
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

/** Section 2.3, which leaves the fields open: one platform's share of a signal's mentions. `percent` is 0-100, rounded. */
export const SourceDistribution = z.object({ provider: z.string(), mentions: Count, percent: z.int().min(0).max(100) });
export type SourceDistribution = z.infer<typeof SourceDistribution>;

/**
 * Section 2.3: mentions of a signal, of all time, of the last 7 days and of the 7 days before.
 * `growthRate` = (last7dMentions - prev7dMentions) / max(prev7dMentions, 1).
 */
export const SignalStats = z.object({
  painSignalId: z.uuid(),
  totalMentions: Count,
  last7dMentions: Count,
  prev7dMentions: Count,
  growthRate: growth,
  sourceDistribution: z.array(SourceDistribution),
});
export type SignalStats = z.infer<typeof SignalStats>;

/** Section 2.4: mentions of a signal, one bucket per UTC day (`YYYY-MM-DD`), oldest first, ending today. Days without a mention have 0. */
export const Timeline = z.object({
  painSignalId: z.uuid(),
  buckets: z.array(z.object({ date: z.iso.date(), count: Count })),
  totalMentions: Count,
});
export type Timeline = z.infer<typeof Timeline>;

/** Section 2.5: one point per nightly snapshot, oldest first. `score` is 0-100, `volume` counts mentions of all time up to then. */
export const History = z.object({
  painSignalId: z.uuid(),
  points: z.array(
    z.object({ date: z.iso.date(), ownerCount: Count, score: z.number().min(0).max(100), volume: Count }),
  ),
  trackingStartedAt: Instant,
});
export type History = z.infer<typeof History>;

/** Section 2.6: a piece (chunk) of a post that is evidence of a signal. `createdAt` is when it was assigned to the signal. */
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
 * Section 4.7: evidence from the MCP tool get_signal_evidence. `excerpt` is cut to the length of the mode; it is untrusted text.
 * `postedAt` is when the post was written.
 */
export const EvidenceExcerpt = EvidenceItem.extend({
  excerpt: z.string(),
  postedAt: Instant,
  url: z.string().nullable(),
  author: z.string().nullable(),
  licence: z.string().nullable(),
});
export type EvidenceExcerpt = z.infer<typeof EvidenceExcerpt>;

/** Section 2.8: how fresh the figures are. `latestSnapshotAt` is null before the first snapshot. */
export const PipelineFreshness = z.object({ latestSnapshotAt: Instant.nullable(), totalActiveSignals: Count });
export type PipelineFreshness = z.infer<typeof PipelineFreshness>;
