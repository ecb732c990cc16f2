import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';

/** Keeps every statement under SQLite's 32,766 parameters for rows of up to 60 columns. */
const ROWS_A_STATEMENT = 500;
const STEP = 5;

/**
 * Splits rows into batches that one statement can take; yields nothing for no rows, because an empty list is invalid SQL. The rest
 * is split into a few fixed sizes: every distinct length is a statement to prepare and cache.
 */
export function* inBatches<Row>(rows: readonly Row[], most = ROWS_A_STATEMENT): Generator<Row[]> {
  let size = most;
  for (let from = 0; from < rows.length; from += size) {
    while (size > rows.length - from) size = Math.max(1, Math.floor(size / STEP));
    yield rows.slice(from, from + size);
  }
}

/** Keyset paging: `read` gets the last row of the previous page, and paging ends at the first empty page. */
export async function* inPages<Row>(read: (last: Row | undefined) => Promise<Row[]>): AsyncGenerator<Row[]> {
  for (let last: Row | undefined; ; ) {
    const rows = await read(last);
    if (rows.length === 0) return;
    yield rows;
    last = rows.at(-1);
  }
}

interface OneRowQuery<Row> {
  executeTakeFirst(): Promise<Row | undefined>;
}

export const firstOrNull = async <Row>(query: OneRowQuery<Row>): Promise<Row | null> =>
  (await query.executeTakeFirst()) ?? null;

/** Whether the query returns a row. */
export const hasRow = async (query: OneRowQuery<unknown>): Promise<boolean> =>
  (await query.executeTakeFirst()) !== undefined;

/** How many rows the query matches. */
export async function countRows<DB, Table extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, Table, Row>,
): Promise<number> {
  const row = await query.clearSelect().select(sql<number>`count(*)`.as('count')).executeTakeFirstOrThrow();
  return (row as { count: number }).count;
}

/** Whether the column contains `text`; wildcards in it are literal. */
export const contains = (column: string, text: string): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(column)} like ${`%${text.replaceAll(/[\\%_]/g, '\\$&')}%`} escape '\\'`;
