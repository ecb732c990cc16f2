/**
 * The limits of the interface specification, by section. The service answers a value outside a range with 400
 * `INVALID_PARAMETER`.
 */

/** Section 8: `limit` of the three dashboard lists. */
export const DASHBOARD_LIMIT = { default: 10, min: 1, max: 10 } as const;

/** Section 8: the largest `size` of a page (signals, evidence). */
export const LONGEST_PAGE = 100;
export const PAGE_SIZE = { default: 20, min: 1, max: LONGEST_PAGE } as const;

/** Section 4.2: `days` of a timeline. */
export const TIMELINE_DAYS = { default: 30, min: 1, max: 365 } as const;

/** Section 4.2: `days` of a history. */
export const HISTORY_DAYS = { default: 90, min: 1, max: 365 } as const;

/** Section 4.3: characters of `q`. */
export const SEMANTIC_QUERY_LENGTH = { min: 3, max: 500 } as const;

/** Section 4.3: how many signals a semantic search returns. */
export const SEMANTIC_LIMIT = { default: 20, min: 1, max: 50 } as const;

/** Of hits of a search this relevant, two in three are right: an answer rests on no weaker one. Not in the specification. */
export const STRONG_RELEVANCE = 0.65;

/** Section 4.1: `maxVolume` of the emerging list where it is left out: at most this many mentions. */
export const EMERGING_MAX_VOLUME = 100;

/** Section 4.1: `minGrowth` of the emerging list where it is left out: at least this growth rate. */
export const EMERGING_MIN_GROWTH = 0.5;

/** Section 8: calls a user may make in any window of this many seconds, over all keys, REST and MCP together. */
export const RATE_LIMIT = { calls: 60, windowSeconds: 60 } as const;

/**
 * Section 8's fair use in numbers: more semantic searches of an account in any window of this many seconds are a breach. The
 * specification has no number, so this is also what a client keeps below elsewhere.
 */
export const SEARCH_FAIR_USE = { searches: 60, windowSeconds: 600 } as const;

/** As {@link SEARCH_FAIR_USE}: more distinct signals than this in lists, and more than this share of all, are a breach. */
export const LIST_FAIR_USE = { signals: 500, share: 0.5, windowSeconds: 86_400 } as const;

/** Section 7: after a 429, wait this long and retry. */
export const RATE_LIMITED_RETRY_SECONDS = 1;

/** Section 8: a brief older than this many days is treated as absent (404). */
export const BRIEF_FRESH_DAYS = 7;

/** The least evidence for which a brief is written. Not in the specification. */
export const BRIEF_MINIMUM = { posts: 5, authors: 3 } as const;

/** Section 4.7: the most characters of an excerpt, by the mode of get_signal_evidence. */
export const EXCERPT_LENGTH = { summary: 300, full: 2_000 } as const;

/** Section 2.1: the length of one mention window in days. */
export const WINDOW_DAYS = 7;

/** Section 8: how long an answer is fresh, in seconds. The service sends the same lifetimes in Cache-Control. */
export const LIFETIME_SECONDS = {
  trending: 300,
  emerging: 300,
  top: 300,
  pipeline: 60,
  brief: 600,
  other: 60,
} as const;

/** The header that is `true` when sample posts are counted in an answer. Not in the specification. */
export const SAMPLE_HEADER = 'pain-sample';

/** The header that names the revision of the figures; a new value makes earlier answers out of date. Not in the specification. */
export const REVISION_HEADER = 'pain-revision';
