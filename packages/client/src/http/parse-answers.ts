import {
  EvidenceItem,
  History,
  OpportunityBrief,
  OpportunityListItem,
  type Page,
  PainSignalDetail,
  PainSignalListItem,
  PainType,
  PipelineFreshness,
  ScoreParts,
  SearchMatch,
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

/** Other services may use ids that are no UUIDs, and pain types that we do not know, which become null. */
const open = {
  id: z.string().min(1).max(200),
  painType: PainType.nullish()
    .transform((type) => type ?? null)
    .catch(null),
};

const Signal = PainSignalListItem.extend(open).loose();
const Detail = PainSignalDetail.extend({
  ...open,
  scoreParts: ScoreParts.optional().catch(undefined),
  scorePartsWeekBefore: ScoreParts.nullish().catch(undefined),
}).loose();

const orNull = z
  .string()
  .nullish()
  .catch(null)
  .transform((text) => text ?? null);

/** Additions of our own service; an older one sends a match without its sentence. */
const Found = Signal.extend({
  match: SearchMatch.extend({ chunkId: orNull, sentence: orNull, url: orNull, author: orNull })
    .optional()
    .catch(undefined),
  confirmed: z.boolean().optional().catch(undefined),
});
export type FoundRow = z.output<typeof Found>;

/** Section 2.7 names the fields of the summary; other services may send none of the others. */
const Brief = OpportunityBrief.partial()
  .extend(OpportunityListItem.shape)
  .extend({ id: open.id, painSignalId: open.id })
  .loose();
export type Brief = z.output<typeof Brief>;

const one =
  <Row extends z.ZodType>(row: Row): Parser<z.output<Row>> =>
  (body) => {
    const parsed = row.safeParse(body);
    return parsed.success ? { data: parsed.data, dropped: 0 } : null;
  };

function parseRows<Row extends z.ZodType>(row: Row, rows: readonly unknown[]): Parsed<z.output<Row>[]> {
  const read = rows.map((candidate) => row.safeParse(candidate)).filter((parsed) => parsed.success);
  return { data: read.map((parsed) => parsed.data), dropped: rows.length - read.length };
}

/** The specification leaves some shapes open, so both an array and an envelope are accepted. */
const itemsOf = (body: unknown): readonly unknown[] | null => {
  if (Array.isArray(body)) return body;
  const items = z.object({ items: z.array(z.unknown()) }).safeParse(body);
  return items.success ? items.data.items : null;
};

const list =
  <Row extends z.ZodType>(row: Row): Parser<z.output<Row>[]> =>
  (body) => {
    const items = itemsOf(body);
    return items && parseRows(row, items);
  };

const Envelope = z.object({
  page: z.int().nonnegative().catch(0),
  size: z.int().nonnegative().optional().catch(undefined),
  totalItems: z.int().nonnegative().optional().catch(undefined),
  totalPages: z.int().nonnegative().optional().catch(undefined),
});

/** The page numbers and totals of an answer, as far as it has them. */
export const parseEnvelope = (body: unknown): z.output<typeof Envelope> => {
  const envelope = Envelope.safeParse(body);
  return envelope.success ? envelope.data : Envelope.parse({});
};

const page =
  <Row extends z.ZodType>(row: Row): Parser<Page<z.output<Row>>> =>
  (body) => {
    const items = itemsOf(body);
    if (!items) return null;
    const { data, dropped } = parseRows(row, items);
    const envelope = parseEnvelope(body);
    const totalItems = envelope.totalItems ?? items.length;
    const size = envelope.size ?? items.length;
    const totalPages = envelope.totalPages ?? (size > 0 ? Math.ceil(totalItems / size) : 0);
    return { data: { items: data, page: envelope.page, size, totalItems, totalPages }, dropped };
  };

export const parseSignals = list(Signal);
export const parseSignalPage = page(Signal);
export const parseFoundPage = page(Found);
export const parseDetail = one(Detail);
export const parseStats = one(SignalStats.extend({ painSignalId: open.id }).loose());
export const parseTimeline = one(Timeline.extend({ painSignalId: open.id }).loose());
export const parseHistory = one(History.extend({ painSignalId: open.id }).loose());
export const parseEvidence = page(EvidenceItem.extend({ painSignalId: open.id }).loose());
export const parseOpportunities = list(OpportunityListItem.extend({ id: open.id, painSignalId: open.id }).loose());
export const parseBrief: Parser<Brief> = one(Brief);
const flag = z.boolean().optional().catch(undefined);
/** Additions: `sample` is true when sample posts are counted, `imported` when others are. */
export const parsePipeline = one(PipelineFreshness.extend({ sample: flag, imported: flag }).loose());
