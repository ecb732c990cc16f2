import {
  DASHBOARD_LIMIT,
  EMERGING_MAX_VOLUME,
  EMERGING_MIN_GROWTH,
  PainType,
  SEMANTIC_QUERY_LENGTH,
  SORT_FIELDS,
  TOP_METRICS,
} from '@pain-signals/contract';
import { z } from 'zod';

export const MAX_WORDS_LENGTH = 200;

/** What a person can ask of the app, typed or by a button. It travels in the value of buttons, so it is checked when it returns. */

export const MAX_OWNER_LENGTH = 100;
/** Typed or chosen where no area is meant, not even the one that the workspace has set. */
export const ALL_AREAS = 'ALL';
export const MAX_VOLUME = 1_000_000_000;
export const MAX_GROWTH = 1_000;
export const MAX_REPOSITORIES = 10_000;

export const pageIndex = z.int().min(0).max(10_000).default(0);
const limit = z.int().min(DASHBOARD_LIMIT.min).max(DASHBOARD_LIMIT.max).default(DASHBOARD_LIMIT.default);
const searchWords = z.string().min(1).max(MAX_WORDS_LENGTH);
/** An open string: a service may have areas that this app has not heard of. */
const areaId = z.string().min(1).max(60);

export const TrendingQuery = z.object({ show: z.literal('trending'), limit, page: pageIndex });
export const EmergingQuery = z.object({
  show: z.literal('emerging'),
  maxVolume: z.int().min(0).max(MAX_VOLUME).default(EMERGING_MAX_VOLUME),
  minGrowth: z.number().min(-1).max(MAX_GROWTH).default(EMERGING_MIN_GROWTH),
  limit,
  page: pageIndex,
});
export const TopQuery = z.object({
  show: z.literal('top'),
  metric: z.enum(TOP_METRICS).default('score'),
  limit,
  page: pageIndex,
});
/** What a search looks for, in whatever order it is shown. */
export const SearchFilter = z.object({
  words: searchWords.optional(),
  area: areaId.optional(),
  type: PainType.optional(),
  owner: z.string().min(1).max(MAX_OWNER_LENGTH).optional(),
  minScore: z.number().min(0).max(100).optional(),
  minRepositories: z.int().min(0).max(MAX_REPOSITORIES).optional(),
});
export const SearchQuery = z.object({
  show: z.literal('search'),
  ...SearchFilter.shape,
  /** `rising`: only what rises, the fastest first. */
  sort: z.enum([...SORT_FIELDS, 'rising']).default('score'),
  direction: z.enum(['asc', 'desc']).default('desc'),
  page: pageIndex,
});
export const AskQuery = z.object({
  show: z.literal('ask'),
  question: z.string().min(SEMANTIC_QUERY_LENGTH.min).max(SEMANTIC_QUERY_LENGTH.max),
  page: pageIndex,
  /** Nothing was found by the words themselves. */
  insteadOf: z.literal('search').optional(),
});

/** What is like a message that somebody wrote; its own words, cut to what a search takes. */
export const RelatedQuery = z.object({
  show: z.literal('related'),
  text: z.string().min(SEMANTIC_QUERY_LENGTH.min).max(SEMANTIC_QUERY_LENGTH.max),
});

export const ListQuery = z.discriminatedUnion('show', [TrendingQuery, EmergingQuery, TopQuery, SearchQuery, AskQuery]);

export const BriefsQuery = z.object({ show: z.literal('briefs'), area: areaId.optional(), page: pageIndex });

export type TrendingQuery = z.output<typeof TrendingQuery>;
export type EmergingQuery = z.output<typeof EmergingQuery>;
export type TopQuery = z.output<typeof TopQuery>;
export type SearchQuery = z.output<typeof SearchQuery>;
export type AskQuery = z.output<typeof AskQuery>;
export type ListQuery = z.output<typeof ListQuery>;
export type RelatedQuery = z.output<typeof RelatedQuery>;
export type BriefsQuery = z.output<typeof BriefsQuery>;
export type SearchFilter = z.output<typeof SearchFilter>;
