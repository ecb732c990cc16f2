import type { MacroArea, PainType, ScoreParts } from '@pain-signals/contract';

/**
 * candidate: not enough evidence to be public; active: public; dormant: public, 30 days without a post; archived: 365 days;
 * merged: its id redirects to the survivor.
 */
export const SIGNAL_STATES = ['candidate', 'active', 'dormant', 'archived', 'merged'] as const;
export type SignalState = (typeof SIGNAL_STATES)[number];

/** States of public signals. They have a page, and search finds them. */
export const PUBLIC_STATES: readonly SignalState[] = ['active', 'dormant', 'archived'];

/** States that lists show. */
export const LISTED_STATES: readonly SignalState[] = ['active', 'dormant'];

export const DORMANT_AFTER_DAYS = 30;
export const ARCHIVED_AFTER_DAYS = 365;

/** Minimums for a candidate to become active. */
export const QUALITY_GATE = { documents: 3, authors: 2, daysOrRepositories: 2 } as const;

/** Why posts are in no public signal: what their group lacks, one subject included, or that it is about neither a trouble nor a need. */
export type WithheldReason = keyof typeof QUALITY_GATE | 'coherence' | 'topic';

/** Mentions and distinct authors of one 7-day window. A post without an author counts as its own author. */
export interface WindowFigures {
  mentions: number;
  authors: number;
}

/** Counts of one signal at a moment `at`; the input of score, growth and significance. */
export interface SignalFigures {
  signalId: string;
  /** Documents, all time up to `at`. */
  volume: number;
  chunkCount: number;
  authors: number;
  authors90d: number;
  distinctDays: number;
  /** UTC epoch milliseconds. */
  firstSeenAt: number;
  lastSeenAt: number;
  lastWindow: WindowFigures;
  prevWindow: WindowFigures;
  /** Distinct authors in each of the last 8 windows, oldest first; the last entry is lastWindow.authors. */
  weeklyAuthors: readonly number[];
  providers: readonly { provider: string; mentions: number }[];
  /** Provider and site replace a missing repository. */
  repositories: readonly { repository: string; mentions: number }[];
  /** Chunks by owner, code hosts only, most first. */
  owners: readonly { owner: string; chunks: number }[];
  /** Mean severity of its posts, 0-1. */
  severity: number;
  reactions: number;
  /**
   * Mean cosine between two of its posts, 0-1, by the words they wrote: .25 is usual on issue trackers, .45 where posts say nearly
   * the same.
   */
  coherence: number;
}

/** Posts fetched from all sources in the two windows; growth is measured against it. */
export interface Exposure {
  lastWindow: number;
  prevWindow: number;
  /** In the six windows before these two. */
  before: number;
}

/** A snapshot's results for one signal. */
export interface ScoredSignal {
  signalId: string;
  score: number;
  scoreParts: ScoreParts;
  growth: number;
  /** One-sided p-value of the rise over the seven weeks before, by distinct authors. */
  riseP: number;
  /** Significant after correction for multiple tests. */
  trending: boolean;
  /** Significant after a looser correction. */
  emerging: boolean;
}

/** A post of a signal as labelling, classification and briefs read it. */
export interface SignalDocument {
  postId: string;
  externalId: string;
  title: string | null;
  text: string;
  chunks: readonly { id: string; text: string }[];
  provider: string;
  author: string | null;
  repository: string | null;
  url: string | null;
  reactions: number;
  severity: number;
  /** Cosine to its cluster, 0-1. */
  similarity: number;
  createdAt: number;
}

export interface SignalDescription {
  topic: string;
  summary: string;
  painType: PainType | null;
  macroArea: MacroArea | null;
  macroAreaConfidence: number | null;
}

/** A post as figures are counted from it. */
export interface Mention {
  /** UTC epoch milliseconds. */
  createdAt: number;
  provider: string;
  /** Equal for posts of one author; a post without an author has its own. */
  authorKey: string;
  /** Its repository; else provider and site. */
  place: string;
  codeHost: boolean;
  /** Null away from code hosts. */
  owner: string | null;
  chunkCount: number;
  severity: number;
  reactions: number;
  /** Mean cosine of its micro-cluster's posts to the others of the signal, 0-1; before a night has seen it, to the nearest. */
  similarity: number;
  sample: boolean;
}

/** A signal's figures with two more for its row. */
export interface CountedFigures extends SignalFigures {
  codeHostChunks: number;
  /** Some of its posts are from the sample stream. */
  sample: boolean;
}

/** A listed signal as an embeddings model reads it. */
export interface SearchableSignal {
  id: string;
  topic: string;
  /** Title and opening of its most typical posts. */
  passages: readonly string[];
}

/** A signal's embedding and the hash of the embedded text. Vectors of different models can't be compared. */
export interface SignalVector {
  signalId: string;
  textHash: string;
  vector: Float32Array;
}
