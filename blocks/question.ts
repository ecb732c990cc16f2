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
import { BLOCK_LIMITS } from './limits.ts';
import { MAX_WORDS_LENGTH, SignalReference, signalId } from './signal-name.ts';
import { WatchRule } from './watch-rule.ts';

/** What a person can ask of the app, typed or by a button. It travels in the value of buttons, so it is checked when it returns. */

export const MAX_OWNER_LENGTH = 100;
/** Of what a sharer says about a card. */
export const MAX_NOTE_LENGTH = 500;
/** Typed or chosen where no area is meant, not even the one that the workspace has set. */
export const ALL_AREAS = 'ALL';
export const MAX_VOLUME = 1_000_000_000;
export const MAX_GROWTH = 1_000;
export const MAX_REPOSITORIES = 10_000;

const pageIndex = z.int().min(0).max(10_000).default(0);
const limit = z.int().min(DASHBOARD_LIMIT.min).max(DASHBOARD_LIMIT.max).default(DASHBOARD_LIMIT.default);
const searchWords = z.string().min(1).max(MAX_WORDS_LENGTH);
/** An open string: a service may have areas that this app has not heard of. */
const areaId = z.string().min(1).max(60);

export const CHART_KINDS = ['timeline', 'history', 'sources'] as const;
/** How far back a chart can look. */
export const CHART_DAYS = [7, 30, 90, 180, 365] as const;
const chartKind = z.enum(CHART_KINDS).default('timeline');
const chartDays = z.literal(CHART_DAYS);

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

/** The list that something was opened from. */
const backQuery = z.discriminatedUnion('show', [...ListQuery.options, BriefsQuery]).optional();

export const SignalQuery = z.object({
  show: z.literal('signal'),
  id: signalId,
  days: chartDays.optional(),
  back: backQuery,
});
/** One signal as a picture. */
export const ChartQuery = z.object({
  show: z.literal('chart'),
  id: signalId,
  kind: chartKind,
  days: chartDays.default(30),
  back: backQuery,
});
/** A page of what people wrote. */
const EvidenceQuery = z.object({ show: z.literal('evidence'), id: signalId, page: pageIndex, back: backQuery });
/** A hash of what a quote is known by. */
export const EvidenceFingerprint = z.string().regex(/^[0-9a-f]{64}$/);
/** One of them in full; the first is 0. `quote` says which one is meant, should the list have changed since. */
export const EvidenceItemQuery = z.object({
  show: z.literal('quote'),
  id: signalId,
  at: z.int().min(0).max(100_000),
  quote: EvidenceFingerprint.optional(),
  back: backQuery,
});
const BriefQuery = z.object({ show: z.literal('brief'), id: signalId, back: backQuery });
const CompareQuery = z.object({ show: z.literal('compare'), ids: z.tuple([signalId, signalId]) });
/** About signals that have to be found first; what fits several is a list to choose from. */
export const FindQuery = z.object({
  show: z.literal('find'),
  want: z.enum(['signal', 'chart', 'evidence', 'brief', 'compare', 'share']),
  /** Which chart is wanted. */
  chart: z.object({ kind: chartKind, days: chartDays.default(30) }).optional(),
  names: z.array(SignalReference).min(1).max(2),
});
/** A signal that is to be shared, by a dialog where one can be opened. */
const ShareQuery = z.object({ show: z.literal('share'), id: signalId });
/** What is asked for in a dialog of its own. */
const DIALOGS = ['connect', 'settings', 'search'] as const;
const DialogQuery = z.object({ show: z.literal('dialog'), dialog: z.enum(DIALOGS) });
/** To be told when a signal, or one of those that a search finds, comes to something. */
export const WatchQuery = z.object({
  show: z.literal('watch'),
  what: z.discriminatedUnion('of', [
    z.object({ of: z.literal('signal'), name: SignalReference }),
    z.object({ of: z.literal('search'), filter: SearchFilter }),
  ]),
  /** Without one: what suits what is watched. */
  rule: WatchRule.optional(),
  /** Whom it tells: the channel that it was asked in, or the person alone. */
  tell: z.enum(['me', 'here']).default('me'),
});
const WatchesQuery = z.object({ show: z.literal('watches') });
const HomeQuery = z.object({ show: z.literal('home') });
const StatusQuery = z.object({ show: z.literal('status') });
/** Of the channel that it is asked in, or of another. */
const DigestQuery = z.object({
  show: z.literal('digest'),
  channelId: z.string().min(1).max(100).optional(),
  change: z.enum(['pause', 'resume']).optional(),
});
export type DigestQuery = z.output<typeof DigestQuery>;
const HelpQuery = z.object({ show: z.literal('help') });

export const Query = z.discriminatedUnion('show', [
  TrendingQuery,
  EmergingQuery,
  TopQuery,
  SearchQuery,
  AskQuery,
  RelatedQuery,
  SignalQuery,
  ChartQuery,
  EvidenceQuery,
  EvidenceItemQuery,
  BriefQuery,
  BriefsQuery,
  CompareQuery,
  FindQuery,
  ShareQuery,
  DialogQuery,
  WatchQuery,
  WatchesQuery,
  HomeQuery,
  StatusQuery,
  DigestQuery,
  HelpQuery,
]);

export const messageTs = z.string().regex(/^\d{1,16}\.\d{1,9}$/);

export const MAX_SHARE_ATTEMPTS = 20;

/** What can be shared in a channel, and how often a doubtful delivery was sent again. */
export const ShareRequest = z.object({
  subject: z.discriminatedUnion('show', [
    ...ListQuery.options,
    SignalQuery,
    ChartQuery,
    EvidenceQuery,
    BriefQuery,
    BriefsQuery,
    CompareQuery,
    RelatedQuery,
  ]),
  attempt: z.int().min(1).max(MAX_SHARE_ATTEMPTS).default(1),
  /** The first attempt, where this is another one. */
  of: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .optional(),
  /** Where it is posted, if not where it was pressed. */
  channel: z.string().min(1).max(100).optional(),
  /** The message under which it is posted. */
  thread: messageTs.optional(),
  /** What its sharer says about it. */
  note: z.string().min(1).max(MAX_NOTE_LENGTH).optional(),
});

export type TrendingQuery = z.output<typeof TrendingQuery>;
export type EmergingQuery = z.output<typeof EmergingQuery>;
export type TopQuery = z.output<typeof TopQuery>;
export type SearchQuery = z.output<typeof SearchQuery>;
export type AskQuery = z.output<typeof AskQuery>;
export type ListQuery = z.output<typeof ListQuery>;
export type RelatedQuery = z.output<typeof RelatedQuery>;
export type SignalQuery = z.output<typeof SignalQuery>;
export type ChartQuery = z.output<typeof ChartQuery>;
export type EvidenceQuery = z.output<typeof EvidenceQuery>;
export type EvidenceItemQuery = z.output<typeof EvidenceItemQuery>;
export type BriefQuery = z.output<typeof BriefQuery>;
export type BriefsQuery = z.output<typeof BriefsQuery>;
export type CompareQuery = z.output<typeof CompareQuery>;
export type FindQuery = z.output<typeof FindQuery>;
export type DialogQuery = z.output<typeof DialogQuery>;
export type SearchFilter = z.output<typeof SearchFilter>;
export type WatchQuery = z.output<typeof WatchQuery>;
export type Query = z.output<typeof Query>;
export type ShareRequest = z.output<typeof ShareRequest>;

/** A button's value, or null when it would be longer than Slack takes even without the way back. */
export function encodeQuery(query: Query): string | null {
  return encode(query) ?? encode(withoutBackQuery(query));
}

export function encodeShareRequest(request: ShareRequest): string | null {
  return encode(request) ?? encode({ ...request, subject: withoutBackQuery(request.subject) });
}

/** Another reading of somebody's words. Only they change an answer that all see. */
export const QueryCorrection = z.object({ question: Query, askedBy: z.string().min(1).max(100) });
export type QueryCorrection = z.output<typeof QueryCorrection>;

export const encodeCorrection = (correction: QueryCorrection): string | null => encode(correction);
export const decodeCorrection = (value: unknown): QueryCorrection | null => decode(QueryCorrection, value);

/** As it is written into a button: what is undefined is left out. */
export const withoutBackQuery = (query: Query): object => ({ ...query, back: undefined });

/** null for anything that this version did not write, whatever a request holds in the place of a value. */
export function decodeQuery(value: unknown): Query | null {
  return decode(Query, value);
}

export function decodeShareRequest(value: unknown): ShareRequest | null {
  return decode(ShareRequest, value);
}

function encode(state: object): string | null {
  const value = JSON.stringify(state);
  return value.length <= BLOCK_LIMITS.buttonValue ? value : null;
}

function decode<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> | null {
  if (typeof value !== 'string' || value.length > BLOCK_LIMITS.buttonValue) return null;
  try {
    const parsed = schema.safeParse(JSON.parse(value));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}
