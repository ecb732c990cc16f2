import { endOfLine, splitRecords } from './cut-records.ts';
import { decodeRecord, type ImportRecord, InvalidRecordError, parsePost } from './import-record.ts';

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
