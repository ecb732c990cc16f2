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
import { LIMITS } from './limits.ts';
import { SignalName, signalId, WORDS_LENGTH } from './signal-name.ts';
import { WatchRule } from './watch-rule.ts';

/** What a person can ask of the app, typed or by a button. It travels in the value of buttons, so it is checked when it returns. */

export const OWNER_LENGTH = 100;
/** Of what a sharer says about a card. */
export const NOTE_LENGTH = 500;
/** Typed or chosen where no area is meant, not even the one that the workspace has set. */
export const ALL_AREAS = 'ALL';
export const MAX_VOLUME = 1_000_000_000;
export const MAX_GROWTH = 1_000;
export const MOST_REPOSITORIES = 10_000;

const page = z.int().min(0).max(10_000).default(0);
const limit = z.int().min(DASHBOARD_LIMIT.min).max(DASHBOARD_LIMIT.max).default(DASHBOARD_LIMIT.default);
const words = z.string().min(1).max(WORDS_LENGTH);
/** An open string: a service may have areas that this app has not heard of. */
const area = z.string().min(1).max(60);

export const CHART_KINDS = ['timeline', 'history', 'sources'] as const;
/** How far back a chart can look. */
export const CHART_DAYS = [7, 30, 90, 180, 365] as const;
const chartKind = z.enum(CHART_KINDS).default('timeline');
const chartDays = z.literal(CHART_DAYS);

export const TrendingQuestion = z.object({ show: z.literal('trending'), limit, page });
export const EmergingQuestion = z.object({
  show: z.literal('emerging'),
  maxVolume: z.int().min(0).max(MAX_VOLUME).default(EMERGING_MAX_VOLUME),
  minGrowth: z.number().min(-1).max(MAX_GROWTH).default(EMERGING_MIN_GROWTH),
  limit,
  page,
});
export const TopQuestion = z.object({
  show: z.literal('top'),
  metric: z.enum(TOP_METRICS).default('score'),
  limit,
  page,
});
/** What a search looks for, in whatever order it is shown. */
export const SearchFilter = z.object({
  words: words.optional(),
  area: area.optional(),
  type: PainType.optional(),
  owner: z.string().min(1).max(OWNER_LENGTH).optional(),
  minScore: z.number().min(0).max(100).optional(),
  minRepositories: z.int().min(0).max(MOST_REPOSITORIES).optional(),
});
export const SearchQuestion = z.object({
  show: z.literal('search'),
  ...SearchFilter.shape,
  /** `rising`: only what rises, the fastest first. */
  sort: z.enum([...SORT_FIELDS, 'rising']).default('score'),
  direction: z.enum(['asc', 'desc']).default('desc'),
  page,
});
export const AskQuestion = z.object({
  show: z.literal('ask'),
  question: z.string().min(SEMANTIC_QUERY_LENGTH.min).max(SEMANTIC_QUERY_LENGTH.max),
  page,
  /** Nothing was found by the words themselves. */
  insteadOf: z.literal('search').optional(),
});

/** What is like a message that somebody wrote; its own words, cut to what a search takes. */
export const RelatedQuestion = z.object({
  show: z.literal('related'),
  text: z.string().min(SEMANTIC_QUERY_LENGTH.min).max(SEMANTIC_QUERY_LENGTH.max),
});

export const ListQuestion = z.discriminatedUnion('show', [
  TrendingQuestion,
  EmergingQuestion,
  TopQuestion,
  SearchQuestion,
  AskQuestion,
]);

export const BriefsQuestion = z.object({ show: z.literal('briefs'), area: area.optional(), page });

/** The list that something was opened from. */
const back = z.discriminatedUnion('show', [...ListQuestion.options, BriefsQuestion]).optional();

export const SignalQuestion = z.object({ show: z.literal('signal'), id: signalId, days: chartDays.optional(), back });
/** One signal as a picture. */
export const ChartQuestion = z.object({
  show: z.literal('chart'),
  id: signalId,
  kind: chartKind,
  days: chartDays.default(30),
  back,
});
/** A page of what people wrote. */
const EvidenceQuestion = z.object({ show: z.literal('evidence'), id: signalId, page, back });
/** A hash of what a quote is known by. */
export const QuoteId = z.string().regex(/^[0-9a-f]{64}$/);
/** One of them in full; the first is 0. `quote` says which one is meant, should the list have changed since. */
export const QuoteQuestion = z.object({
  show: z.literal('quote'),
  id: signalId,
  at: z.int().min(0).max(100_000),
  quote: QuoteId.optional(),
  back,
});
const BriefQuestion = z.object({ show: z.literal('brief'), id: signalId, back });
const CompareQuestion = z.object({ show: z.literal('compare'), ids: z.tuple([signalId, signalId]) });
/** About signals that have to be found first; what fits several is a list to choose from. */
export const FindQuestion = z.object({
  show: z.literal('find'),
  want: z.enum(['signal', 'chart', 'evidence', 'brief', 'compare', 'share']),
  /** Which chart is wanted. */
  chart: z.object({ kind: chartKind, days: chartDays.default(30) }).optional(),
  names: z.array(SignalName).min(1).max(2),
});
/** A signal that is to be shared, by a dialog where one can be opened. */
const ShareQuestion = z.object({ show: z.literal('share'), id: signalId });
/** What is asked for in a dialog of its own. */
const DIALOGS = ['connect', 'settings', 'search'] as const;
const DialogQuestion = z.object({ show: z.literal('dialog'), dialog: z.enum(DIALOGS) });
/** To be told when a signal, or one of those that a search finds, comes to something. */
export const WatchQuestion = z.object({
  show: z.literal('watch'),
  what: z.discriminatedUnion('of', [
    z.object({ of: z.literal('signal'), name: SignalName }),
    z.object({ of: z.literal('search'), filter: SearchFilter }),
  ]),
  /** Without one: what suits what is watched. */
  rule: WatchRule.optional(),
  /** Whom it tells: the channel that it was asked in, or the person alone. */
  tell: z.enum(['me', 'here']).default('me'),
});
const WatchesQuestion = z.object({ show: z.literal('watches') });
const HomeQuestion = z.object({ show: z.literal('home') });
const StatusQuestion = z.object({ show: z.literal('status') });
/** Of the channel that it is asked in, or of another. */
const DigestQuestion = z.object({
  show: z.literal('digest'),
  channelId: z.string().min(1).max(100).optional(),
  change: z.enum(['pause', 'resume']).optional(),
});
export type DigestQuestion = z.output<typeof DigestQuestion>;
const HelpQuestion = z.object({ show: z.literal('help') });

export const Question = z.discriminatedUnion('show', [
  TrendingQuestion,
  EmergingQuestion,
  TopQuestion,
  SearchQuestion,
  AskQuestion,
  RelatedQuestion,
  SignalQuestion,
  ChartQuestion,
  EvidenceQuestion,
  QuoteQuestion,
  BriefQuestion,
  BriefsQuestion,
  CompareQuestion,
  FindQuestion,
  ShareQuestion,
  DialogQuestion,
  WatchQuestion,
  WatchesQuestion,
  HomeQuestion,
  StatusQuestion,
  DigestQuestion,
  HelpQuestion,
]);

export const messageTs = z.string().regex(/^\d{1,16}\.\d{1,9}$/);

export const MOST_ATTEMPTS = 20;

/** What can be shared in a channel, and how often a doubtful delivery was sent again. */
export const ShareRequest = z.object({
  subject: z.discriminatedUnion('show', [
    ...ListQuestion.options,
    SignalQuestion,
    ChartQuestion,
    EvidenceQuestion,
    BriefQuestion,
    BriefsQuestion,
    CompareQuestion,
    RelatedQuestion,
  ]),
  attempt: z.int().min(1).max(MOST_ATTEMPTS).default(1),
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
  note: z.string().min(1).max(NOTE_LENGTH).optional(),
});

export type TrendingQuestion = z.output<typeof TrendingQuestion>;
export type EmergingQuestion = z.output<typeof EmergingQuestion>;
export type TopQuestion = z.output<typeof TopQuestion>;
export type SearchQuestion = z.output<typeof SearchQuestion>;
export type AskQuestion = z.output<typeof AskQuestion>;
export type ListQuestion = z.output<typeof ListQuestion>;
export type RelatedQuestion = z.output<typeof RelatedQuestion>;
export type SignalQuestion = z.output<typeof SignalQuestion>;
export type ChartQuestion = z.output<typeof ChartQuestion>;
export type EvidenceQuestion = z.output<typeof EvidenceQuestion>;
export type QuoteQuestion = z.output<typeof QuoteQuestion>;
export type BriefQuestion = z.output<typeof BriefQuestion>;
export type BriefsQuestion = z.output<typeof BriefsQuestion>;
export type CompareQuestion = z.output<typeof CompareQuestion>;
export type FindQuestion = z.output<typeof FindQuestion>;
export type DialogQuestion = z.output<typeof DialogQuestion>;
export type SearchFilter = z.output<typeof SearchFilter>;
export type WatchQuestion = z.output<typeof WatchQuestion>;
export type Question = z.output<typeof Question>;
export type ShareRequest = z.output<typeof ShareRequest>;

/** A button's value, or null when it would be longer than Slack takes even without the way back. */
export function encodeQuestion(question: Question): string | null {
  return encode(question) ?? encode(withoutBack(question));
}

export function encodeShare(request: ShareRequest): string | null {
  return encode(request) ?? encode({ ...request, subject: withoutBack(request.subject) });
}

/** Another reading of somebody's words. Only they change an answer that all see. */
export const Correction = z.object({ question: Question, askedBy: z.string().min(1).max(100) });
export type Correction = z.output<typeof Correction>;

export const encodeCorrection = (correction: Correction): string | null => encode(correction);
export const decodeCorrection = (value: unknown): Correction | null => decode(Correction, value);

/** As it is written into a button: what is undefined is left out. */
export const withoutBack = (question: Question): object => ({ ...question, back: undefined });

/** null for anything that this version did not write, whatever a request holds in the place of a value. */
export function decodeQuestion(value: unknown): Question | null {
  return decode(Question, value);
}

export function decodeShare(value: unknown): ShareRequest | null {
  return decode(ShareRequest, value);
}

function encode(state: object): string | null {
  const value = JSON.stringify(state);
  return value.length <= LIMITS.buttonValue ? value : null;
}

function decode<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> | null {
  if (typeof value !== 'string' || value.length > LIMITS.buttonValue) return null;
  try {
    const parsed = schema.safeParse(JSON.parse(value));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}
