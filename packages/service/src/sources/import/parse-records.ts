import { CsvError } from 'csv-parse';
import { parse } from 'csv-parse/sync';
import { IncomingPost } from '../../model/post.ts';
import { withStorableText } from '../feed/batch.ts';
import { endOfCsvRecord, endOfLine, MAX_RECORD_BYTES, splitRecords } from './split-records.ts';

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

/** A record that cannot be read; the message says why, without the record. */
class InvalidRecordError extends Error {
  override name = 'InvalidRecordError';
}

const MAX_ISSUES_NAMED = 5;
const utf8 = new TextDecoder('utf-8', { fatal: true });

/** The text of a record's bytes. Throws {@link InvalidRecordError}. */
function decodeRecord(bytes: Buffer | null): string {
  if (bytes === null) throw new InvalidRecordError(`longer than ${MAX_RECORD_BYTES / 1e6} MB`);
  try {
    return utf8.decode(bytes);
  } catch (error) {
    throw new InvalidRecordError('not valid UTF-8', { cause: error });
  }
}

/** Checks a parsed record against the import format. Throws {@link InvalidRecordError}. */
function parsePost(record: unknown): IncomingPost {
  const result = IncomingPost.safeParse(withStorableText(record));
  if (result.success) return result.data;
  const issues = result.error.issues.map(({ path, message }) => [path.join('.'), message].filter(Boolean).join(': '));
  throw new InvalidRecordError(issues.slice(0, MAX_ISSUES_NAMED).join('; '));
}

/** Posts of a file with one JSON object a line; empty lines are skipped. */
export async function* parseNdjson(chunks: AsyncIterable<Buffer>): AsyncGenerator<ImportRecord> {
  for await (const { line, lastLine, bytes } of splitRecords(chunks, endOfLine)) {
    try {
      const text = decodeRecord(bytes);
      if (text.trim() !== '') yield { line, post: parsePost(parseJsonLine(text)) };
    } catch (error) {
      if (!(error instanceof InvalidRecordError)) throw error;
      yield { line, lastLine, fault: error.message };
    }
  }
}

function parseJsonLine(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new InvalidRecordError('not JSON; each line must be one whole JSON object', { cause: error });
  }
}

const REQUIRED_COLUMNS = ['provider', 'externalId', 'createdAt'] as const;
const TEXT_COLUMNS = ['title', 'body'] as const;

/**
 * Posts of a comma-separated file whose first line names the fields of the import format; an empty cell is null, columns of other
 * names are ignored. Each record is parsed by itself, so a broken one does not affect its neighbors.
 */
export async function* parseCsv(chunks: AsyncIterable<Buffer>): AsyncGenerator<ImportRecord> {
  let columns: string[] | null = null;
  for await (const { line, lastLine, bytes } of splitRecords(chunks, endOfCsvRecord())) {
    try {
      const cells = parseCells(decodeRecord(bytes));
      if (cells === null) continue;
      if (columns === null) columns = checkColumns(cells);
      else yield { line, post: parsePost(toCsvRecord(columns, cells)) };
    } catch (error) {
      if (!(error instanceof InvalidRecordError)) throw error;
      if (columns === null) throw new ImportFileError(`The header of the CSV file is ${error.message}.`);
      yield { line, lastLine, fault: error.message };
    }
  }
}

/** Null for an empty line. */
function parseCells(text: string): string[] | null {
  try {
    return parse(text, { bom: true, relax_column_count: true, skip_empty_lines: true })[0] ?? null;
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const reason = error.code === 'CSV_QUOTE_NOT_CLOSED' ? 'a quote in it is never closed' : 'not CSV';
    throw new InvalidRecordError(
      `${reason}; put a field with a comma, quote or line end in quotes, and double its quotes`,
      {
        cause: error,
      },
    );
  }
}

function checkColumns(cells: readonly string[]): string[] {
  const columns = cells.map((cell) => cell.trim());
  const missing: string[] = REQUIRED_COLUMNS.filter((name) => !columns.includes(name));
  if (!TEXT_COLUMNS.some((name) => columns.includes(name))) missing.push('title or body');
  if (missing.length === 0) return columns;
  throw new ImportFileError(
    `The first line of a CSV file must name its columns; missing: ${missing.join(', ')}. ` +
      'Allowed: provider, externalId, title, body, createdAt, url, author, repository, owner, licence, reactions.',
  );
}

function toCsvRecord(columns: readonly string[], cells: readonly string[]): Record<string, string | null> {
  if (cells.length !== columns.length)
    throw new InvalidRecordError(`${cells.length} fields where the header names ${columns.length}`);
  return Object.fromEntries(columns.map((name, index) => [name, cells[index] || null]));
}
