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
  SearchAnswer,
  SignalStats,
  Timeline,
} from '@pain-signals/contract';
import { z } from 'zod';

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

/** Far more than any card shows: reading one answer of a broken service must not hold up everybody else. */
const MAX_TEXT_LENGTH = 10_000;
const MAX_ROWS = 1_000;

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
  <Row extends z.ZodType>(row: Row, prepare = asItIs, most = Number.POSITIVE_INFINITY): Parser<z.output<Row>[]> =>
  (body) => {
    const items = itemsOf(body);
    return items && parseRows(row, items.slice(0, most), prepare);
  };

const count = z.int().nonnegative().optional();
const Envelope = z.object({ page: count, size: count, totalItems: count, totalPages: count });

const TOTAL_NAMES = ['totalItems', 'total', 'totalCount', 'totalElements', 'total_items', 'total_count'];

/** The page numbers and totals of an answer, as far as it has them. */
export function parseEnvelope(body: unknown): z.output<typeof Envelope> {
  if (!isFields(body)) return {};
  const { page, size, totalPages } = body;
  const totalItems = TOTAL_NAMES.map((name) => body[name]).find((total) => total != null);
  const envelope = { page, size, totalItems, totalPages };
  return Envelope.safeParse(repair(Envelope, envelope, { dropped: 0 })).data ?? {};
}

const page =
  <Row extends z.ZodType>(row: Row, prepare = asItIs, most = Number.POSITIVE_INFINITY): Parser<Page<z.output<Row>>> =>
  (body) => {
    const items = itemsOf(body);
    const rows = items && parseRows(row, items.slice(0, most), prepare);
    if (!items || !rows) return null;
    const { page: at = 0, ...envelope } = parseEnvelope(body);
    const totalItems = envelope.totalItems ?? items.length;
    const size = envelope.size ?? items.length;
    const totalPages = envelope.totalPages ?? (size > 0 ? Math.ceil(totalItems / size) : 0);
    return { data: { items: rows.data, page: at, size, totalItems, totalPages }, dropped: rows.dropped };
  };

/** @param limit the requested length: with more rows, a card would show numbers that commands don't accept */
export const parseSignals = (limit: number) => list(Signal, withSignalDefaults, limit);
export const parseSignalPage = (size: number) => page(Signal, withSignalDefaults, size);
export type FoundPage = Page<FoundRow> & { answer?: SearchAnswer };

const parseFoundRows = page(Found, withSignalDefaults);
/** With a model's answer to the question, where it has one that can be read. */
export const parseFoundPage: Parser<FoundPage> = (body) => {
  const found = parseFoundRows(body);
  const given = isFields(body) ? body.answer : undefined;
  const { data: answer } = SearchAnswer.safeParse(repair(SearchAnswer, given, { dropped: 0 }));
  return found && answer ? { ...found, data: { ...found.data, answer } } : found;
};
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

/** Counts what was left out of lists. */
export interface Tally {
  dropped: number;
}

/**
 * The value as our own service would send it, by its strict schema: what is nullable and missing or unreadable is null, an instant
 * may have any offset, numbers are kept within their range, long texts are cut, rows of a list that can't be read are left out and
 * counted. What can't be repaired stays as it is. Unknown fields are kept.
 */
function repair(schema: z.core.$ZodType, value: unknown, tally: Tally): unknown {
  if (schema instanceof z.ZodNullable) return readable(schema.unwrap(), value, tally) ?? null;
  if (schema instanceof z.ZodOptional) {
    const inner = schema.unwrap();
    // Null says something; what can't be read says nothing.
    if (inner instanceof z.ZodNullable) return value === null ? null : readable(inner.unwrap(), value, tally);
    return readable(inner, value, tally);
  }
  if (schema instanceof z.ZodObject) return repairObject(schema, value, tally);
  if (schema instanceof z.ZodArray) return Array.isArray(value) ? repairRows(schema.element, value, tally) : value;
  if (schema instanceof z.ZodNumber) return repairNumber(schema, value);
  if (schema instanceof z.ZodISODateTime) return instantOf(value);
  if (schema instanceof z.ZodISODate) return String(instantOf(value)).slice(0, 10);
  if (typeof value === 'string') return value.slice(0, MAX_TEXT_LENGTH);
  return schema instanceof z.ZodString && typeof value === 'number' ? String(value) : value;
}

/** The rows that can be read, of the first thousand. */
function repairRows<Row extends z.core.$ZodType>(row: Row, values: readonly unknown[], tally: Tally): z.output<Row>[] {
  const read = values.slice(0, MAX_ROWS).map((value) => z.safeParse(row, repair(row, value, tally)));
  const rows = read.filter(({ success }) => success);
  tally.dropped += values.length - rows.length;
  return rows.map(({ data }) => data as z.output<Row>);
}

/** Undefined when it is missing or can't be read. */
function readable(schema: z.core.$ZodType, value: unknown, tally: Tally): unknown {
  if (value === null || value === undefined) return undefined;
  const repaired = repair(schema, value, tally);
  return z.safeParse(schema, repaired).success ? repaired : undefined;
}

function repairObject({ shape }: z.ZodObject, value: unknown, tally: Tally): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const given = new Map(Object.entries(value));
  const fields = Object.entries(shape).map(([name, schema]) => [name, repair(schema, given.get(name), tally)] as const);
  return { ...value, ...Object.fromEntries(fields.filter(([name, field]) => field !== undefined || given.has(name))) };
}

/** The specification's longs are larger than what JavaScript counts exactly. */
function repairNumber({ minValue, maxValue, isInt }: z.ZodNumber, value: unknown): unknown {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  if (typeof number !== 'number' || Number.isNaN(number)) return value;
  const least = Math.max(minValue ?? Number.NEGATIVE_INFINITY, -Number.MAX_SAFE_INTEGER);
  const most = Math.min(maxValue ?? Number.POSITIVE_INFINITY, Number.MAX_SAFE_INTEGER);
  return Math.min(most, Math.max(least, isInt ? Math.round(number) : number));
}

const ISO_INSTANT = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)?/;

/** An instant without an offset is in UTC, as section 2 says. */
function instantOf(value: unknown): unknown {
  if (typeof value !== 'string' || !ISO_INSTANT.test(value)) return value;
  const hasTime = value.length > 10;
  const hasOffset = /(?:z|[+-]\d{2}:?\d{2})$/i.test(value);
  const at = Date.parse(hasTime && !hasOffset ? `${value.replace(' ', 'T')}Z` : value);
  return Number.isNaN(at) ? value : new Date(at).toISOString();
}
