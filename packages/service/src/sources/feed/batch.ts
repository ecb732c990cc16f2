import type { z } from 'zod';
import { IncomingPost } from '../../model/post.ts';
import { GoneError, SourceError } from '../http/errors.ts';
import type { Batch, Cursor, Feed, KnownPost, PostIdentity } from './source.ts';

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

/** Builds a batch from rows, one by one. */
export async function makeBatch<Row>(
  { rows, unreadable }: Rows<Row>,
  toResult: (row: Row) => RowResult | Promise<RowResult>,
  cursor: Cursor,
): Promise<Batch> {
  const batch: Batch = { posts: [], deleted: [], unreadable, cursor };
  for (const row of rows) {
    const result = await toResult(row);
    if (result === null) continue;
    if ('deleted' in result) {
      batch.deleted.push(result.deleted);
      continue;
    }
    const { success, data } = IncomingPost.safeParse(withStorableText(result.post));
    if (success) batch.posts.push(data);
    else batch.unreadable += 1;
  }
  return batch;
}

/**
 * Checks posts one by one. `ask` returns null when there is nothing to ask, true when the platform's response says that the post is
 * deleted; a {@link GoneError} means the same.
 */
export async function* checkDeletedOneByOne(
  posts: readonly KnownPost[],
  ask: (post: KnownPost) => Promise<boolean> | null,
): ReturnType<Feed['checkDeleted']> {
  for (const post of posts) yield { post, deleted: await isDeleted(ask(post)) };
}

async function isDeleted(asked: Promise<boolean> | null): Promise<boolean> {
  try {
    return (await asked) ?? false;
  } catch (error) {
    if (error instanceof GoneError) return true;
    throw error;
  }
}

/** Checks up to `most` posts with one request; a post whose id isn't among those that `readIds` returns is deleted. */
export async function* checkDeletedInGroups(
  posts: readonly KnownPost[],
  most: number,
  readIds: (posts: readonly KnownPost[]) => Promise<Rows<string>>,
): ReturnType<Feed['checkDeleted']> {
  for (let at = 0; at < posts.length; at += most) {
    const group = posts.slice(at, at + most);
    const { rows, unreadable } = await readIds(group);
    if (unreadable > 0)
      throw new SourceError('The platform returned an unexpected response, so nothing counts as deleted.');
    const standing = new Set(rows);
    for (const post of group) yield { post, deleted: !standing.has(post.externalId) };
  }
}
