import {
  EvidenceItem,
  FoundSignal,
  History,
  OpportunityBrief,
  OpportunityListItem,
  type Page,
  PainSignalDetail,
  PainSignalListItem,
  PipelineFreshness,
  SignalStats,
  Timeline,
} from '@pain-signals/contract';
import { z } from 'zod';
import { repair, repairRows, type Tally } from './repair.ts';

/** A parsed answer. Unknown fields are kept; a row that cannot be parsed is left out and counted, so it never costs the page. */
export interface Parsed<T> {
  data: T;
  /** Rows left out. */
  dropped: number;
}

/** Parses an answer's JSON; null when it has another shape. */
export type Parser<T> = (body: unknown) => Parsed<T> | null;

/** Other services may use ids that are no UUIDs. */
const id = z.string().min(1).max(200);
const Signal = PainSignalListItem.extend({ id }).loose();
const Detail = PainSignalDetail.extend({ id }).loose();
const Found = FoundSignal.extend({ id }).loose();
export type FoundRow = z.output<typeof Found>;

/** Section 2.7 names the fields of the summary; other services may send none of the others. */
const Brief = OpportunityBrief.partial().extend(OpportunityListItem.shape).extend({ id, painSignalId: id }).loose();
export type Brief = z.output<typeof Brief>;

type Fields = Readonly<Record<string, unknown>>;
const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Section 2.3's formula, for a service that leaves the growth out where there was nothing before. */
function growthOf(last: unknown, before: unknown): number {
  if (typeof last !== 'number' || typeof before !== 'number') return 0;
  return (last - before) / Math.max(before, 1);
}

/** What a signal can be shown without. */
const withSignalDefaults = (row: unknown): unknown =>
  isFields(row)
    ? {
        ...row,
        growth: row.growth ?? growthOf(row.mentionsLastWindow, row.mentionsPrevWindow),
        uniqueOwnerCount: row.uniqueOwnerCount ?? 0,
        topOwnerDominancePct: row.topOwnerDominancePct ?? 0,
      }
    : row;

const withStatsDefaults = (body: unknown): unknown =>
  isFields(body)
    ? {
        ...body,
        growthRate: body.growthRate ?? growthOf(body.last7dMentions, body.prev7dMentions),
        sourceDistribution: sourcesOf(body.sourceDistribution),
      }
    : body;

/** The names of a source's fields, which section 2.3 leaves open. */
const SOURCE_NAMES = {
  provider: ['provider', 'source', 'platform', 'name', 'key', 'site'],
  mentions: ['mentions', 'count', 'mentionCount', 'total', 'volume', 'value', 'documents'],
  percent: ['percent', 'percentage', 'pct', 'share', 'ratio'],
};

/** Rows under other names, a map from provider to count, or shares without counts. */
function sourcesOf(given: unknown): unknown {
  const rows = isFields(given) ? Object.entries(given).map(([provider, mentions]) => ({ provider, mentions })) : given;
  if (!Array.isArray(rows)) return [];
  const sources = rows.map((row: unknown) => {
    const named = (names: readonly string[]) => names.map((name) => (isFields(row) ? row[name] : undefined));
    const first = (names: readonly string[]) => named(names).find((value) => value !== undefined && value !== null);
    return {
      ...(isFields(row) ? row : {}),
      provider: first(SOURCE_NAMES.provider),
      mentions: Number(first(SOURCE_NAMES.mentions)),
      percent: Number(first(SOURCE_NAMES.percent)),
    };
  });
  const total = sources.reduce((sum, { mentions }) => sum + (mentions || 0), 0);
  const isFraction = sources.every(({ percent }) => !(percent > 1)) && sources.some(({ percent }) => percent < 1);
  return sources.map(({ mentions, percent, ...source }) => ({
    ...source,
    mentions: Number.isNaN(mentions) ? 0 : mentions,
    percent: Number.isNaN(percent) ? (100 * mentions) / Math.max(total, 1) : isFraction ? 100 * percent : percent,
  }));
}

const asItIs = (value: unknown): unknown => value;

const one =
  <Row extends z.ZodType>(row: Row, prepare = asItIs): Parser<z.output<Row>> =>
  (body) => {
    const tally: Tally = { dropped: 0 };
    const parsed = row.safeParse(repair(row, prepare(body), tally));
    return parsed.success ? { data: parsed.data, ...tally } : null;
  };

/** Null when there are rows and none can be read: an empty list would say that there are none. */
function parseRows<Row extends z.ZodType>(
  row: Row,
  rows: readonly unknown[],
  prepare = asItIs,
): Parsed<z.output<Row>[]> | null {
  const tally: Tally = { dropped: 0 };
  const data = repairRows(row, rows.map(prepare), tally);
  return rows.length > 0 && data.length === 0 ? null : { data, ...tally };
}

/** Of an envelope of another service. Without rows, it may be something else. */
const OTHER_NAMES = ['content', 'data', 'results', 'rows', 'signals', 'opportunities', 'evidence'];

/** The specification leaves some shapes open, so both an array and an envelope are accepted. */
function itemsOf(body: unknown): readonly unknown[] | null {
  if (Array.isArray(body)) return body;
  if (!isFields(body)) return null;
  if (Array.isArray(body.items)) return body.items;
  return (
    (OTHER_NAMES.map((name) => body[name]).find((value) => Array.isArray(value) && value.length > 0) as
      | unknown[]
      | undefined) ?? null
  );
}

const list =
  <Row extends z.ZodType>(row: Row, prepare = asItIs): Parser<z.output<Row>[]> =>
  (body) => {
    const items = itemsOf(body);
    return items && parseRows(row, items, prepare);
  };

const count = z.int().nonnegative().optional();
const Envelope = z.object({ page: count, size: count, totalItems: count, totalPages: count });

/** The page numbers and totals of an answer, as far as it has them. */
export function parseEnvelope(body: unknown): z.output<typeof Envelope> {
  return Envelope.safeParse(repair(Envelope, body, { dropped: 0 })).data ?? {};
}

const page =
  <Row extends z.ZodType>(row: Row, prepare = asItIs): Parser<Page<z.output<Row>>> =>
  (body) => {
    const items = itemsOf(body);
    const rows = items && parseRows(row, items, prepare);
    if (!items || !rows) return null;
    const { page: at = 0, ...envelope } = parseEnvelope(body);
    const totalItems = envelope.totalItems ?? items.length;
    const size = envelope.size ?? items.length;
    const totalPages = envelope.totalPages ?? (size > 0 ? Math.ceil(totalItems / size) : 0);
    return { data: { items: rows.data, page: at, size, totalItems, totalPages }, dropped: rows.dropped };
  };

export const parseSignals = list(Signal, withSignalDefaults);
export const parseSignalPage = page(Signal, withSignalDefaults);
export const parseFoundPage = page(Found, withSignalDefaults);
export const parseDetail = one(Detail, withSignalDefaults);
export const parseStats = one(SignalStats.extend({ painSignalId: id }).loose(), withStatsDefaults);
export const parseTimeline = one(Timeline.extend({ painSignalId: id }).loose());
export const parseHistory = one(History.extend({ painSignalId: id }).loose());
export const parseEvidence = page(EvidenceItem.extend({ painSignalId: id }).loose());
export const parseOpportunities = list(OpportunityListItem.extend({ id, painSignalId: id }).loose());
export const parseBrief: Parser<Brief> = one(Brief);
const flag = z.boolean().optional();
/** Additions: `sample` is true when sample posts are counted, `imported` when others are. */
export const parsePipeline = one(PipelineFreshness.extend({ sample: flag, imported: flag }).loose());
