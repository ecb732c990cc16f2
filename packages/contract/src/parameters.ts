import { z } from 'zod';
import {
  DASHBOARD_LIMIT,
  EMERGING_MAX_VOLUME,
  EMERGING_MIN_GROWTH,
  HISTORY_DAYS,
  PAGE_SIZE,
  SEMANTIC_LIMIT,
  SEMANTIC_QUERY_LENGTH,
  TIMELINE_DAYS,
} from './limits.ts';
import { MacroArea, PainType } from './signal.ts';

/** Query strings are text, and only a plain decimal is a number: `z.coerce` would also take '', ' ', 'true' and '0x10'. */
const number = z
  .union([
    z.number(),
    z
      .string()
      .regex(/^-?\d+(\.\d+)?$/)
      .transform(Number),
  ])
  .pipe(z.number());
const integer = z
  .union([
    z.int(),
    z
      .string()
      .regex(/^-?\d+$/)
      .transform(Number),
  ])
  .pipe(z.int());

interface Range {
  default: number;
  min: number;
  max: number;
}
const integerIn = ({ default: otherwise, min, max }: Range) =>
  integer.pipe(z.int().min(min).max(max)).default(otherwise);
const limitIn = (range: Range) => integerIn(range).describe('How many signals at most');
const pageSize = integerIn(PAGE_SIZE).describe('Items of a page');

/** The specification's `int` has 32 bits. It limits no text; these limits are far above what people type. */
const MAX_INT = 2_147_483_647;
const MAX_KEYWORDS_LENGTH = 500;
const MAX_OWNER_LENGTH = 200;
const pageNumber = integer.pipe(z.int().nonnegative().max(MAX_INT)).default(0).describe('Which page; the first is 0');

/** Section 4.1: the query parameters of the three dashboard lists, with their defaults. */
export const TrendingParameters = z.object({ limit: limitIn(DASHBOARD_LIMIT) });
export const EmergingParameters = z.object({
  maxVolume: integer
    .pipe(z.int().nonnegative())
    .default(EMERGING_MAX_VOLUME)
    .describe('Only signals with at most this many mentions in all'),
  minGrowth: number
    .default(EMERGING_MIN_GROWTH)
    .describe(
      'Only signals that grow by at least this rate week over week; 0.5 is half as many mentions again, 1 twice as many',
    ),
  limit: limitIn(DASHBOARD_LIMIT),
});
export const TOP_METRICS = ['score', 'growth', 'volume'] as const;
export const TopParameters = z.object({
  metric: z.enum(TOP_METRICS).default('score').describe('What the signals are ranked by'),
  limit: limitIn(DASHBOARD_LIMIT),
});

/** Section 4.2: the query parameters of the list of signals and of one signal's endpoints, with their defaults. */
export const SORT_FIELDS = ['score', 'growth', 'volume', 'lastSeenAt'] as const;
export const SignalListParameters = z.object({
  query: z
    .string()
    .max(MAX_KEYWORDS_LENGTH)
    .optional()
    .describe('Words that topic and summary must hold; phrases in quotation marks'),
  sortBy: z.enum(SORT_FIELDS).default('score').describe('What the signals are sorted by'),
  direction: z.enum(['asc', 'desc']).default('desc').describe('Lowest or highest first'),
  page: pageNumber,
  size: pageSize,
  minScore: number.optional().describe('Only signals with at least this score, 0 to 100'),
  minDocumentDiversity: integer
    .pipe(z.int().nonnegative().max(MAX_INT))
    .optional()
    .describe('Only signals from at least this many different repositories or sites'),
  macroArea: MacroArea.optional().describe('Only signals of this area'),
  painType: PainType.optional().describe('Only signals of this type'),
  owner: z.string().max(MAX_OWNER_LENGTH).optional().describe('Part of the name of the top owner on a code host'),
});
export const SignalId = z.object({ id: z.uuid() });
export const TimelineParameters = z.object({
  days: integerIn(TIMELINE_DAYS).describe('How many UTC days, today included'),
});
export const HistoryParameters = z.object({
  days: integerIn(HISTORY_DAYS).describe('How many UTC days, today included'),
});
export const EvidenceParameters = z.object({ page: pageNumber, size: pageSize });

/** Section 4.3: the query parameters of semantic search. */
export const SemanticSearchParameters = z.object({
  q: z
    .string()
    .min(SEMANTIC_QUERY_LENGTH.min)
    .max(SEMANTIC_QUERY_LENGTH.max)
    .describe('The question, or a description of the pain, in plain words'),
  limit: limitIn(SEMANTIC_LIMIT),
  answer: z
    .enum(['true', 'false'])
    .default('false')
    .describe('Whether a language model, where one is set, should answer the question from what is found'),
});

/** Section 4.7: `mode` of get_signal_evidence; {@link EXCERPT_LENGTH} says how long the excerpts are. */
export const EVIDENCE_MODES = ['summary', 'full'] as const;

/** What a caller sends: parameters with a default may be left out. */
export type TrendingQuery = z.input<typeof TrendingParameters>;
export type EmergingQuery = z.input<typeof EmergingParameters>;
export type TopQuery = z.input<typeof TopParameters>;
export type SignalListQuery = z.input<typeof SignalListParameters>;
export type TimelineQuery = z.input<typeof TimelineParameters>;
export type HistoryQuery = z.input<typeof HistoryParameters>;
export type EvidenceQuery = z.input<typeof EvidenceParameters>;
export type SemanticSearchQuery = z.input<typeof SemanticSearchParameters>;
