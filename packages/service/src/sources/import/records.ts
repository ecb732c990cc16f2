import { CsvError } from 'csv-parse';
import { parse } from 'csv-parse/sync';
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

/** Records end with a line feed. Of lines that end otherwise only the first would be read. */
const SPLIT_BY_CR =
  "split by a carriage return: put a field that has one in quotes, or convert the file's line ends with tr '\\r' '\\n'";

/** Null for an empty line. */
function parseCells(text: string): string[] | null {
  try {
    const [cells = null, ...others] = parse(text, { bom: true, relax_column_count: true, skip_empty_lines: true });
    if (others.length > 0) throw new InvalidRecordError(SPLIT_BY_CR);
    return cells;
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

/** Of an export with a column for each custom field; a line far wider is no header. */
const MAX_COLUMNS = 2_000;

function checkColumns(cells: readonly string[]): string[] {
  if (cells.length > MAX_COLUMNS)
    throw new ImportFileError(
      `The first line of the CSV file has ${cells.length} columns; at most ${MAX_COLUMNS} are allowed. It must name the columns, separated by commas.`,
    );
  const columns = cells.map((cell) => cell.trim());
  const missing: string[] = REQUIRED_COLUMNS.filter((name) => !columns.includes(name));
  if (!TEXT_COLUMNS.some((name) => columns.includes(name))) missing.push('title or body');
  if (missing.length > 0)
    throw new ImportFileError(
      `The first line of a CSV file must name its columns; missing: ${missing.join(', ')}. ` +
        'Allowed: provider, externalId, title, body, createdAt, url, author, repository, owner, licence, reactions.',
    );
  const second = columns.findIndex((name, at) => name !== '' && columns.indexOf(name) < at);
  if (second === -1) return columns;
  // Not by their name: in a file without a header it is data.
  const first = columns.indexOf(columns[second] ?? '');
  throw new ImportFileError(
    `Columns ${first + 1} and ${second + 1} of the CSV file have the same name. Remove or rename one of them.`,
  );
}

function toCsvRecord(columns: readonly string[], cells: readonly string[]): Record<string, string | null> {
  if (cells.length !== columns.length)
    throw new InvalidRecordError(`${cells.length} fields where the header names ${columns.length}`);
  return Object.fromEntries(columns.map((name, index) => [name, cells[index] || null]));
}

/** Longer records are rejected unread, to bound memory. */
const MAX_RECORD_BYTES = 5_000_000;

export interface FileRecord {
  /** The line it starts in, counted from 1. */
  line: number;
  /** The line it ends in: a field of a CSV file may hold line ends. */
  lastLine: number;
  /** Without the line's end; null when it is longer than a record may be. */
  bytes: Buffer | null;
}

/** Finds the next line end, at or after `from`, that ends a record; -1 when the chunk holds none. Called chunk by chunk, in order. */
export type RecordEnd = (chunk: Buffer, from: number) => number;

const NEWLINE = 0x0a;
const QUOTE = 0x22;
const COMMA = 0x2c;

/** Every line is a record. */
export const endOfLine: RecordEnd = (chunk, from) => chunk.indexOf(NEWLINE, from);

/** A line end inside quotes belongs to the field; a quote opens only at the start of a field, a doubled one is text. */
export function endOfCsvRecord(): RecordEnd {
  let quoted = false;
  let atFieldStart = true;
  return (chunk, from) => {
    for (let at = from; at < chunk.length; at += 1) {
      const byte = chunk[at];
      if (byte === QUOTE && (quoted || atFieldStart)) quoted = !quoted;
      else if (byte === NEWLINE && !quoted) {
        atFieldStart = true;
        return at;
      }
      // A second quote right after a closing one reopens the field: a doubled quote.
      atFieldStart = byte === COMMA || (byte === QUOTE && !quoted);
    }
    return -1;
  };
}

/** Splits a stream of bytes into records, holding at most one of the allowed length at a time. Empty ones are left out. */
export async function* splitRecords(chunks: AsyncIterable<Buffer>, recordEnd: RecordEnd): AsyncGenerator<FileRecord> {
  let line = 1;
  let lines = 0;
  let length = 0;
  let parts: Buffer[] = [];
  const keep = (part: Buffer) => {
    length += part.length;
    if (length > MAX_RECORD_BYTES) parts = [];
    else parts.push(part);
    lines += countLines(part);
  };
  const take = (): FileRecord => {
    const record = { line, lastLine: line + lines, bytes: length > MAX_RECORD_BYTES ? null : Buffer.concat(parts) };
    line += lines + 1;
    lines = 0;
    length = 0;
    parts = [];
    return record;
  };
  for await (const chunk of chunks) {
    let start = 0;
    for (let end = recordEnd(chunk, start); end !== -1; end = recordEnd(chunk, start)) {
      if (end > start || length > 0) {
        keep(chunk.subarray(start, end));
        yield take();
      } else line += 1;
      start = end + 1;
    }
    keep(chunk.subarray(start));
  }
  if (length > 0) yield take();
}

/** Line ends in it. */
export function countLines(part: Buffer): number {
  let lines = 0;
  for (let at = part.indexOf(NEWLINE); at !== -1; at = part.indexOf(NEWLINE, at + 1)) lines += 1;
  return lines;
}
