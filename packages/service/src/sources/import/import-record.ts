import { IncomingPost } from '../../model/post.ts';
import { withStorableText } from '../feed/batch.ts';

/** The whole file cannot be imported; the message says what to do. */
export class ImportFileError extends Error {
  override name = 'ImportFileError';
}

/** A record of an import file: a post, or the reason why it isn't one. Counted from 1, `line` is where it starts and `lastLine` where it ends. */
export type ImportRecord = { line: number; post: IncomingPost } | InvalidRecord;
export interface InvalidRecord {
  line: number;
  lastLine: number;
  fault: string;
}

/** Longer records are rejected unread, to bound memory. */
export const MAX_RECORD_BYTES = 5_000_000;

/** A record that cannot be read; the message says why, without the record. */
export class InvalidRecordError extends Error {
  override name = 'RecordFault';
}

const MAX_ISSUES_NAMED = 5;
const utf8 = new TextDecoder('utf-8', { fatal: true });

/** The text of a record's bytes. Throws {@link InvalidRecordError}. */
export function decodeRecord(bytes: Buffer | null): string {
  if (bytes === null) throw new InvalidRecordError(`longer than ${MAX_RECORD_BYTES / 1e6} MB`);
  try {
    return utf8.decode(bytes);
  } catch (error) {
    throw new InvalidRecordError('not valid UTF-8', { cause: error });
  }
}

/** Checks a parsed record against the import format. Throws {@link InvalidRecordError}. */
export function parsePost(record: unknown): IncomingPost {
  const result = IncomingPost.safeParse(withStorableText(record));
  if (result.success) return result.data;
  const issues = result.error.issues.map(({ path, message }) => [path.join('.'), message].filter(Boolean).join(': '));
  throw new InvalidRecordError(issues.slice(0, MAX_ISSUES_NAMED).join('; '));
}
