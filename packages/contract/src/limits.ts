/**
 * The limits of the interface specification. Each constant names the section it comes from; the service refuses what is
 * outside with 400 `INVALID_PARAMETER`, the client keeps to them before it asks.
 */

/** Section 8: `limit` of the three dashboard lists. */
export const DASHBOARD_LIMIT = { default: 10, min: 1, max: 10 } as const;

/** Section 8: `size` of a page (signals, evidence). */
export const PAGE_SIZE = { default: 20, min: 1, max: 100 } as const;

/** Section 4.2: `days` of a timeline. */
export const TIMELINE_DAYS = { default: 30, min: 1, max: 365 } as const;

/** Section 4.2: `days` of a history. */
export const HISTORY_DAYS = { default: 90, min: 1, max: 365 } as const;

/** Section 4.3: characters of `q`. */
export const SEMANTIC_QUERY_LENGTH = { min: 3, max: 500 } as const;

/** Section 4.3: how many signals a semantic search returns. */
export const SEMANTIC_LIMIT = { default: 20, min: 1, max: 50 } as const;

/** Section 4.1: `maxVolume` of the emerging list where it is left out: at most this many mentions. */
export const EMERGING_MAX_VOLUME = 100;

/** Section 4.1: `minGrowth` of the emerging list where it is left out: at least this growth rate. */
export const EMERGING_MIN_GROWTH = 0.5;

/** Section 8: calls a user may make in any window of this many seconds, over all keys, REST and MCP together. */
export const RATE_LIMIT = { calls: 60, windowSeconds: 60 } as const;

/** Section 7: after a 429, wait this long and retry. */
export const RATE_LIMITED_RETRY_SECONDS = 1;

/** Section 8: a brief older than this many days is treated as absent. */
export const BRIEF_FRESH_DAYS = 7;

/** What a brief rests on, or it is not written. Ours alone. */
export const BRIEF_MINIMUM = { posts: 5, authors: 3 } as const;

/** Section 4.7: characters of an excerpt by the mode of get_signal_evidence, at most. */
export const EXCERPT_LENGTH = { summary: 300, full: 2_000 } as const;

/** Section 2.1: the length in days of one mention window. */
export const WINDOW_DAYS = 7;

/** Section 8, and for what it leaves open the lifetimes the service announces in Cache-Control. In seconds. */
export const LIFETIME_SECONDS = {
  trending: 300,
  emerging: 300,
  top: 300,
  pipeline: 60,
  brief: 600,
  other: 60,
} as const;

/** Names the header of an answer in which invented posts are counted; such an answer has it with the value `true`. Ours alone. */
export const SAMPLE_HEADER = 'pain-sample';

/** Names the header that says what an answer was reckoned from; with another value, answers of before are out of date. Ours alone. */
export const REVISION_HEADER = 'pain-revision';
