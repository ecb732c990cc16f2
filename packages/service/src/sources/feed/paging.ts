import { DAY_MS, isoInstant } from '../../model/day.ts';
import { SourceError } from '../http/errors.ts';
import { makeBatch, type RowResult, type Rows } from './batch.ts';
import { type KeptBounds, OldestRows } from './kept-rows.ts';
import type { Batch, Cursor } from './source.ts';

/** Search indexes and caches lag behind. A post that shows up later than this is missed. */
const OVERLAP_MS = 10 * 60_000;

/** Where to start: a little before the cursor, because posts can show up late. */
export const overlapStart = ({ since, reached }: Cursor): number => Math.max(since, reached - OVERLAP_MS);

/** Moves the cursor forward, never back: the overlap is read again. */
export const advanceCursor = (cursor: Cursor, reached: number): Cursor => ({
  since: cursor.since,
  reached: Math.max(cursor.reached, reached),
});

/** In whole seconds, rounded down, because not every platform parses fractions. */
export const isoSeconds = (at: number): string => isoInstant(at).replace(/\.\d+/, '');
export const epochSeconds = (at: number): number => Math.floor(at / 1_000);

/** Rows, and up to when a feed is read with them. */
type ReadRows<Row> = Rows<Row> & { reached: number };

/** A batch of each page; `toResult` says what a row is, and may ask the platform. */
export async function* toBatches<Row>(
  pages: AsyncIterable<ReadRows<Row>>,
  cursor: Cursor,
  toResult: (row: Row) => RowResult | Promise<RowResult>,
): AsyncGenerator<Batch> {
  for await (const { reached, ...rows } of pages) yield await makeBatch(rows, toResult, advanceCursor(cursor, reached));
}

export interface ForwardPage<Row> extends Rows<Row> {
  /** There are rows after these. */
  more: boolean;
}

export interface ForwardPaging<Row> {
  from: number;
  /** When paging started: at the end, everything up to here has been read. */
  until: number;
  /** Page `page` (from 1) of the rows whose time is `from` or later, oldest first. */
  readPage(from: number, page: number): Promise<ForwardPage<Row>>;
  /** The time the platform sorts by, epoch ms. */
  timeOf(row: Row): number;
  idOf(row: Row): string | number;
}

/** More pages with the same time mean that the platform returns the same page forever. */
const MAX_PAGES_OF_A_MOMENT = 50;

/**
 * Pages oldest first by time instead of by page number: the next request starts at the last row's time. Numbered pages would shift
 * when a row before them is changed or deleted, and a row would be skipped.
 */
export async function* pageForward<Row>(paging: ForwardPaging<Row>): AsyncGenerator<ReadRows<Row>> {
  let { from } = paging;
  let seen = new Set<string | number>();
  for (let page = 1; ; ) {
    const { rows, unreadable, more } = await paging.readPage(from, page);
    const fresh = rows.filter((row) => !seen.has(paging.idOf(row)));
    // A row may be dated in the future, to which reading must not skip.
    const reached = Math.min(paging.until, Math.max(from, ...rows.map(paging.timeOf)));
    yield { rows: fresh, unreadable, reached: more ? reached : paging.until };
    if (!more) return;
    page = reached > from ? 1 : page + 1;
    if (page > MAX_PAGES_OF_A_MOMENT)
      throw new SourceError('The platform returns the same page forever, so the fetch stopped.');
    seen = new Set(rows.map(paging.idOf));
    from = reached;
  }
}

export interface BackwardPaging<Row> {
  from: number;
  /** When paging started: at the end, everything up to here has been read. */
  until: number;
  /** The list, newest first. */
  pages: AsyncIterable<Rows<Row>>;
  timeOf(row: Row): number;
  idOf(row: Row): string | number;
  /** What is kept at once. */
  most?: KeptBounds;
}

const ROWS_A_BATCH = 20;
/** Reading further back is not worth the requests. */
const MAX_PAGES_BACKWARD = 1_000;

/**
 * Reads a list that is only available newest first and yields it oldest first: pages back to `from`, then yields small
 * batches, each with the time up to which everything was yielded. Throws SourceError at the end when not all could be kept.
 */
export async function* pageBackward<Row>(paging: BackwardPaging<Row>): AsyncGenerator<ReadRows<Row>> {
  const { found, unreadable } = await walkBack(paging);
  const oldestFirst = found.sorted();
  const reached = found.leftFrom ?? paging.until;
  for (let at = 0; at === 0 || at < oldestFirst.length; at += ROWS_A_BATCH) {
    const some = oldestFirst.slice(at, at + ROWS_A_BATCH);
    const isLast = at + ROWS_A_BATCH >= oldestFirst.length;
    yield {
      rows: some.map(({ row }) => row),
      unreadable: isLast ? unreadable : 0,
      reached: isLast ? reached : Math.min(reached, some.at(-1)?.at ?? reached),
    };
  }
  if (found.leftFrom !== null)
    throw new SourceError(
      `The list is too large to read at once: it was read up to ${isoSeconds(reached)}. The next fetch continues from there.`,
    );
}

/** The list grows while it is read, so a row may appear twice. */
async function walkBack<Row>({ from, pages, most, ...of }: BackwardPaging<Row>) {
  const found = new OldestRows<Row>(of, most);
  let unreadable = 0;
  let read = 0;
  for await (const page of pages) {
    const fresh = page.rows.filter((row) => of.timeOf(row) >= from);
    found.add(fresh);
    unreadable += page.unreadable;
    if (fresh.length === 0 && page.rows.length > 0) break;
    read += 1;
    if (read === MAX_PAGES_BACKWARD)
      throw new SourceError('The list has too many pages. Start later with: fetch KIND --since DATE');
  }
  return { found, unreadable };
}

/** From `from` up to but not including `to`, epoch ms, whole seconds. */
export interface TimeWindow {
  from: number;
  to: number;
}

const SECOND_MS = 1_000;
const FIRST_WINDOW_MS = DAY_MS;
/** Under this many rows the next window may be twice as long. */
const FEW_ROWS = 250;

/**
 * Reads a time range in windows that grow and shrink with the number of results, for searches with a result limit.
 * `readWindow` returns null when a window has more results than the limit; then half the window is tried.
 */
export async function* pageByWindow<Found extends { rows: readonly unknown[] }>(
  span: TimeWindow,
  readWindow: (window: TimeWindow) => Promise<Found | null>,
): AsyncGenerator<Found & { reached: number }> {
  const end = Math.ceil(span.to / SECOND_MS) * SECOND_MS;
  let from = Math.floor(span.from / SECOND_MS) * SECOND_MS;
  let length = FIRST_WINDOW_MS;
  while (from < end) {
    const to = Math.min(end, from + length);
    const found = await readWindow({ from, to });
    if (found === null) {
      if (to - from <= SECOND_MS)
        throw new SourceError('The search has more results within one second than it returns.');
      length = Math.ceil((to - from) / 2 / SECOND_MS) * SECOND_MS;
      continue;
    }
    yield { ...found, reached: Math.min(to, span.to) };
    if (found.rows.length < FEW_ROWS) length *= 2;
    from = to;
  }
}
