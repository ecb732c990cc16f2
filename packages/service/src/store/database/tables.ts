import type { MacroArea, PainType } from '@pain-signals/contract';
import type { Generated } from 'kysely';
import type { RemovalKind } from '../../model/removal.ts';
import type { SignalState } from '../../model/signal.ts';
import type { MoveKind } from '../../model/signal-identity.ts';
import type { OnDamaged } from './damaged-rows.ts';

/** working: being written; done: the signal has its brief; empty: too few people wrote about it; failed: try again. */
export type BriefJobState = 'working' | 'done' | 'empty' | 'failed';

export const PLANS = ['free', 'pro'] as const;
export type Plan = (typeof PLANS)[number];

/** The clock (epoch ms) and the id source, so that tests can replace them. */
export interface StoreContext {
  now: () => number;
  newId: () => string;
  /** Called for each row that is left out of an answer. */
  onDamaged: OnDamaged;
}

/** Camel-cased for snake_case tables and columns. Times are UTC epoch milliseconds, booleans 0 or 1, `…Json` columns JSON. */
export interface Tables {
  posts: PostTable;
  postTexts: { postId: number; text: string };
  chunks: { postId: number; ordinal: number; text: string };
  /** What search finds a post by; a full-text index follows it. */
  postTerms: { postId: number; titleTerms: string; bodyTerms: string };
  waitingPosts: { postId: number; dueAt: number; termsJson: string };
  signalVectors: { signalId: string; model: string; textHash: string; vector: Uint8Array };
  /** A null answer was refused. */
  modelAnswers: { hash: string; answer: string | null; askedAt: number };
  signatures: { postId: number; signature: Uint8Array };
  /** Derived from the signatures, see clustering/duplicates. */
  signatureKeys: { key: number; generation: number; postId: number };
  clusters: ClusterTable;
  signals: SignalTable;
  mergeLog: MergeLogTable;
  /** Staging table of a rebuild. */
  rebuiltPosts: {
    postId: number;
    clusterId: string | null;
    similarity: number | null;
    duplicateOf: number | null;
    severity: number;
    /** Null for a post that is never compared with others. */
    signature: Uint8Array | null;
  };
  rebuiltClusters: ClusterTable;
  rebuiltTerms: DocumentFrequencyTable;
  documentFrequencies: DocumentFrequencyTable;
  counters: { name: string; value: number };
  snapshots: { id: number; at: number; totalActiveSignals: number };
  signalHistory: {
    signalId: string;
    /** UTC, YYYY-MM-DD. */
    day: string;
    at: number;
    score: number;
    volume: number;
    ownerCount: number;
    /** 1 when computed later from the posts. */
    backfilled: number;
  };
  briefs: { signalId: string; id: string; topic: string; generatedAt: number; briefJson: string };
  accounts: { id: string; email: string; plan: Plan; createdAt: number; planSince: number | null };
  apiKeys: ApiKeyTable;
  accountCalls: { accountId: string; timesJson: string };
  feeds: { key: string; since: number; reached: number; readAt: number | null; followed: Generated<number> };
  ingestAnswers: { keyHash: string; bodyHash: string; answerJson: string; at: number };
  threadFailures: { work: string; failures: number; failedAt: number; reason: string };
  feedPosts: { postId: number; feed: string; checkedAt: number; missingSince: number | null };
  /** Every feed of a post that several returned. */
  feedOverlaps: { postId: number; feed: string };
  passwords: { accountId: string; passwordHash: string; setAt: number };
  passwordLinks: { tokenHash: string; accountId: string; expiresAt: number };
  sessions: { tokenHash: string; accountId: string; createdAt: number; seenAt: number; expiresAt: number };
  attempts: { id: string; subject: string; at: number };
  oauthRecords: {
    model: string;
    idHash: string;
    /** Shared by a grant and its codes and tokens. */
    grantHash: string | null;
    clientId: string | null;
    accountId: string | null;
    payloadJson: string;
    createdAt: number;
    consumedAt: number | null;
    expiresAt: number | null;
  };
  alerts: AlertTable;
  listedSignals: { accountId: string; signalId: string; at: number };
  semanticSearches: { id: string; accountId: string; at: number; searches: number };
  conduct: ConductTable;
  /** Of what was forgotten, and of hidden posts that their source took back. */
  tombstones: { hash: string; kind: RemovalKind | 'hidden'; at: number };
  briefJobs: { id: string; accountId: string; signalId: string; state: BriefJobState; createdAt: number };
}

/** Narrow on purpose: figures are counted over this table, so long texts are in others. */
export interface PostTable {
  id: number;
  provider: string;
  externalId: string;
  title: string | null;
  url: string | null;
  author: string | null;
  /** Equal for posts of one author; a post without an author has its own. */
  authorKey: string;
  repository: string | null;
  /** The repository, or provider and site where there is none. */
  place: string;
  /** Null away from code hosts. */
  owner: string | null;
  codeHost: number;
  licence: string | null;
  reactions: number;
  severity: number;
  chunkCount: number;
  createdAt: number;
  storedAt: number;
  sample: number;
  duplicateOf: number | null;
  clusterId: string | null;
  assignedAt: number | null;
  similarity: number | null;
  /** Hidden by the operator: such a post has no cluster, and `hiddenFrom` is the one it was in. */
  hidden: Generated<number>;
  hiddenFrom: string | null;
}

export interface ClusterTable {
  id: string;
  /** Creation order. */
  ordinal: number;
  signalId: string;
  documents: number;
  lastAt: number;
  /** Accepts no more posts. */
  retired: Generated<number>;
  /** How well it fits its signal, 0-1; null until a consolidation has seen it. */
  coherence: Generated<number | null>;
  termsJson: string;
}

interface DocumentFrequencyTable {
  term: string;
  /** Order of first appearance: online clustering must number its terms the same way each time, or ties fall differently. */
  ordinal: number;
  documents: number;
}

export interface SignalTable {
  id: string;
  state: SignalState;
  mergedInto: string | null;
  /** Hidden by the operator, whatever its state. */
  hidden: Generated<number>;
  sample: number;
  createdAt: number;
  updatedAt: number;
  /** Null until the first snapshot that includes it. */
  trackingStartedAt: number | null;
  topic: Generated<string>;
  summary: Generated<string>;
  /** Topic and summary, folded; the databases fold differently. `topOwnerFolded` likewise. */
  searchText: Generated<string>;
  painType: PainType | null;
  macroArea: MacroArea | null;
  macroAreaConfidence: number | null;
  /** 1: its posts changed since the last refresh. */
  changed: Generated<number>;
  describedVolume: Generated<number>;
  topicVolume: Generated<number>;
  score: Generated<number>;
  scorePartsJson: Generated<string>;
  /** Null for a signal that had no posts then. */
  scorePartsWeekBeforeJson: string | null;
  growth: Generated<number>;
  /** One-sided p-value of the rise. */
  riseP: Generated<number>;
  trending: Generated<number>;
  emerging: Generated<number>;
  volume: Generated<number>;
  chunkCount: Generated<number>;
  authorCount: Generated<number>;
  /** Distinct repositories, the specification's document diversity; provider and site replace a missing one. */
  repositoryCount: Generated<number>;
  firstSeenAt: Generated<number>;
  lastSeenAt: Generated<number>;
  mentionsLastWindow: Generated<number>;
  mentionsPrevWindow: Generated<number>;
  uniqueOwnerCount: Generated<number>;
  topOwnerName: string | null;
  topOwnerFolded: string | null;
  topOwnerDominancePct: Generated<number>;
  sourcesJson: Generated<string>;
}

export interface MergeLogTable {
  id: number;
  at: number;
  kind: MoveKind;
  fromId: string;
  toId: string;
  fromState: SignalState;
  clusterIdsJson: string;
  posts: number;
  similarity: number | null;
  undoneAt: number | null;
}

export interface ApiKeyTable {
  prefix: string;
  accountId: string;
  secretHash: string;
  name: string | null;
  createdAt: number;
  lastUsedAt: number | null;
  revokedAt: number | null;
}

export type AlertMetric = 'score' | 'growth' | 'volume';

export interface AlertTable {
  id: string;
  accountId: string;
  /** Either a signal or a search query. */
  signalId: string | null;
  query: string | null;
  metric: AlertMetric;
  above: number;
  createdAt: number;
}

/** Ways to breach fair use: paging through everything, searching in a loop. */
export type FairUseBreach = 'paging' | 'searching';

export interface ConductTable {
  subject: string;
  accountId: string;
  pagingWarnedAt: number | null;
  searchingWarnedAt: number | null;
  suspendedAt: number | null;
  suspendedFor: FairUseBreach | null;
}
