/** Longer records are rejected unread, to bound memory. */
export const MAX_RECORD_BYTES = 5_000_000;

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
