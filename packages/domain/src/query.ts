import { z } from 'zod';
import {
  AskQuery,
  BriefsQuery,
  EmergingQuery,
  ListQuery,
  RefineQuery,
  RelatedQuery,
  SearchFilter,
  SearchQuery,
  TopQuery,
  TrendingQuery,
} from './list-query.ts';
import {
  alertOptions,
  BriefQuery,
  ChartQuery,
  CompareQuery,
  EvidenceItemQuery,
  EvidenceQuery,
  FindQuery,
  HelpQuery,
  HideQuery,
  HomeQuery,
  ShareQuery,
  SignalQuery,
  SignalReference,
  WhyQuery,
} from './signal-query.ts';

/** Characters of a sharer's note. */
export const MAX_NOTE_LENGTH = 500;

/** What is asked for in a dialog of its own. */
const DIALOGS = ['connect', 'settings', 'search'] as const;
const DialogQuery = z.object({ show: z.literal('dialog'), dialog: z.enum(DIALOGS) });
/** Sets up alerts about a signal, or about those that a search finds. */
export const WatchQuery = z.object({
  show: z.literal('watch'),
  what: z.discriminatedUnion('of', [
    z.object({ of: z.literal('signal'), name: SignalReference }),
    z.object({ of: z.literal('search'), filter: SearchFilter }),
  ]),
  ...alertOptions,
});
/** `stops`: it was asked to stop some, which is done in the list. */
const WatchesQuery = z.object({ show: z.literal('watches'), stops: z.literal(true).optional() });
export type WatchesQuery = z.output<typeof WatchesQuery>;
const StatusQuery = z.object({ show: z.literal('status') });
/** Of the channel that it is asked in, or of another. */
const DigestQuery = z.object({
  show: z.literal('digest'),
  channelId: z.string().min(1).max(100).optional(),
  change: z.enum(['pause', 'resume']).optional(),
});
export type DigestQuery = z.output<typeof DigestQuery>;
const AreasQuery = z.object({ show: z.literal('areas') });
/** A greeting, thanks, or a yes or no to nothing, answered in a word. */
const CourtesyQuery = z.object({ show: z.literal('courtesy'), of: z.enum(['hello', 'thanks', 'reply']) });
/** "More": of the signal or of the list in mind; `page` of the list. `back`: the page before, or the list a signal was opened from. */
const MoreQuery = z.object({
  show: z.literal('more'),
  page: z.int().min(0).max(98).optional(),
  back: z.literal(true).optional(),
});
/** The signals that the workspace has hidden. */
const HiddenQuery = z.object({ show: z.literal('hidden') });

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
  AreasQuery,
  CourtesyQuery,
  MoreQuery,
  RefineQuery,
  WhyQuery,
  HideQuery,
  HiddenQuery,
]);

export const messageTs = z.string().regex(/^\d{1,16}\.\d{1,9}$/);

export const MAX_SHARE_ATTEMPTS = 20;

/** What can be shared in a channel, and how often an unconfirmed one was sent again. */
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
    WhyQuery,
  ]),
  /** Link to the message it was shared from. Anything else, which a forged value may hold, is left out. */
  from: z
    .string()
    .max(500)
    .regex(/^https?:\/\/[^\s|<>]+\/archives\/[^\s|<>]+$/)
    .optional()
    .catch(undefined),
  /** Its sharer knows that another organization reads the channel. */
  external: z.literal(true).optional(),
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

export type DialogQuery = z.output<typeof DialogQuery>;
export type WatchQuery = z.output<typeof WatchQuery>;
export type Query = z.output<typeof Query>;
export type ShareRequest = z.output<typeof ShareRequest>;

/** The query about signals, however they are named; those not named by id must be resolved first. */
export function queryForSignals(
  want: FindQuery['want'],
  names: readonly SignalReference[],
  { chart, share, watch, asks, section }: Pick<FindQuery, 'chart' | 'share' | 'watch' | 'asks' | 'section'> = {},
): Query {
  const [first, second] = names.map((name) => (name.by === 'id' ? name.id : null));
  const options = {
    ...{ ...(chart ? { chart } : {}), ...(share ? { share } : {}) },
    ...{ ...(watch ? { watch } : {}), ...(asks ? { asks } : {}), ...(section ? { section } : {}) },
  };
  const find = { show: 'find' as const, want, names: [...names], ...options };
  if (isAboutSeveral(find)) return find;
  switch (want) {
    case 'compare':
      return first && second ? { show: want, ids: [first, second] } : find;
    case 'evidence':
      return first ? { show: want, id: first, page: 0 } : find;
    case 'chart':
      return first ? ChartQuery.parse({ show: want, id: first, ...chart }) : find;
    case 'watch':
      return first ? { show: want, what: { of: 'signal', name: { by: 'id', id: first } }, tell: 'me', ...watch } : find;
    case 'share':
      return first ? { show: want, id: first, ...share } : find;
    case 'signal':
      return first ? { show: want, id: first, ...(asks ? { asks } : {}) } : find;
    case 'brief':
      return first ? { show: want, id: first, ...(section ? { section } : {}) } : find;
    case 'why':
    case 'hide':
      return first ? { show: want, id: first } : find;
  }
}

/** "Quotes for 1 and 2": more signals than one answer takes. */
export const isAboutSeveral = ({ want, names }: Pick<FindQuery, 'want' | 'names'>): boolean =>
  names.length > (want === 'compare' ? 2 : 1);

/** What can be asked instead: of each signal, or of each pair. */
export function singleQueries({ want, names, ...options }: FindQuery): { query: Query; names: SignalReference[] }[] {
  const pairs = names.flatMap((one, at) => names.slice(at + 1).map((other) => [one, other]));
  const each = want === 'compare' ? pairs : names.map((name) => [name]);
  return each.map((signals) => ({ query: queryForSignals(want, signals, options), names: signals }));
}

/** The same question with one of its signals found. */
export function withResolvedSignal({ want, names, ...options }: FindQuery, at: number, id: string): Query {
  return queryForSignals(
    want,
    names.map((name, each) => (each === at ? { by: 'id', id } : name)),
    options,
  );
}

/** What a command to share is about. */
export function sharedSubject({ id, part }: ShareQuery): ShareRequest['subject'] {
  switch (part) {
    case undefined:
      return { show: 'signal', id };
    case 'chart':
      return ChartQuery.parse({ show: 'chart', id });
    case 'evidence':
      return { show: 'evidence', id, page: 0 };
    case 'brief':
    case 'why':
      return { show: part, id };
  }
}
