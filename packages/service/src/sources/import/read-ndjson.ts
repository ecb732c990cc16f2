import { cutRecords, endOfLine } from './cut-records.ts';
import { decodeRecord, type ImportRecord, RecordFault, readPost } from './import-record.ts';

/** Posts of a file with one JSON object a line; empty lines are skipped. */
export async function* readNdjson(chunks: AsyncIterable<Buffer>): AsyncGenerator<ImportRecord> {
  for await (const { line, lastLine, bytes } of cutRecords(chunks, endOfLine)) {
    try {
      const text = decodeRecord(bytes);
      if (text.trim() !== '') yield { line, post: readPost(parseJson(text)) };
    } catch (error) {
      if (!(error instanceof RecordFault)) throw error;
      yield { line, lastLine, fault: error.message };
    }
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new RecordFault('not JSON; each line must be one whole JSON object', { cause: error });
  }
}
