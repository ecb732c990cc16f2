import type { z } from 'zod';
import { IncomingPost } from '../../model/post.ts';
import type { Batch, Cursor, PostIdentity } from './source.ts';

/** Removes NUL and lone surrogates, which databases cannot store as text: an id changed by the store would never match again. */
const storableText = (text: string): string => text.replaceAll('\u0000', '').toWellFormed();

/** The record with all texts storable. */
export function withStorableText(record: unknown): unknown {
  if (typeof record !== 'object' || record === null || Array.isArray(record)) return record;
  return Object.fromEntries(
    Object.entries(record).map(([name, value]) => [name, typeof value === 'string' ? storableText(value) : value]),
  );
}

/** A post before validation. */
export type PostDraft = z.input<typeof IncomingPost>;

export interface Rows<Row> {
  rows: Row[];
  /** Rows of another shape, left out. */
  unreadable: number;
}

/** Parses the rows of a page one by one, so a broken one does not affect its neighbors. */
export function parseRows<Schema extends z.ZodType>(rows: readonly unknown[], schema: Schema): Rows<z.output<Schema>> {
  const read = rows.flatMap((row) => {
    const result = schema.safeParse(row);
    return result.success ? [result.data] : [];
  });
  return { rows: read, unreadable: rows.length - read.length };
}

/** What a row is: a post, a deleted post, or irrelevant. */
export type RowResult = { post: PostDraft } | { deleted: PostIdentity } | null;

/** Builds a batch from rows. */
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
