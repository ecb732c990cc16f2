import type { z } from 'zod';
import { IncomingPost } from '../../model/post.ts';
import type { Batch, Cursor, PostIdentity } from './source.ts';

/** NUL and lone surrogates cannot be stored as text, and an identity that changes in the store would never be found again. */
const storableText = (text: string): string => text.replaceAll('\u0000', '').toWellFormed();

/** The record with every text of it storable. */
export function withStorableText(record: unknown): unknown {
  if (typeof record !== 'object' || record === null || Array.isArray(record)) return record;
  return Object.fromEntries(
    Object.entries(record).map(([name, value]) => [name, typeof value === 'string' ? storableText(value) : value]),
  );
}

/** A post before it is checked. */
export type PostDraft = z.input<typeof IncomingPost>;

export interface Rows<Row> {
  rows: Row[];
  /** Rows in another shape; they are left out, the page is not. */
  unreadable: number;
}

/** Reads the rows of a page one by one, so that a broken one cannot take its neighbours with it. */
export function parseRows<Schema extends z.ZodType>(rows: readonly unknown[], schema: Schema): Rows<z.output<Schema>> {
  const read = rows.flatMap((row) => {
    const result = schema.safeParse(row);
    return result.success ? [result.data] : [];
  });
  return { rows: read, unreadable: rows.length - read.length };
}

/** What a row of a platform is: a post, one that is gone, or nothing to us. */
export type RowResult = { post: PostDraft } | { deleted: PostIdentity } | null;

/** Makes the batch of some rows. */
export function makeBatch<Row>(
  { rows, unreadable }: Rows<Row>,
  meaningOf: (row: Row) => RowResult,
  cursor: Cursor,
): Batch {
  const batch: Batch = { posts: [], deleted: [], unreadable, cursor };
  for (const row of rows) {
    const meaning = meaningOf(row);
    if (meaning === null) continue;
    if ('deleted' in meaning) {
      batch.deleted.push(meaning.deleted);
      continue;
    }
    const { success, data } = IncomingPost.safeParse(withStorableText(meaning.post));
    if (success) batch.posts.push(data);
    else batch.unreadable += 1;
  }
  return batch;
}
