import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { extname } from 'node:path';
import { describeFileError } from '../../model/system-errors.ts';
import { ImportFileError, type ImportRecord, parseCsv, parseNdjson } from './records.ts';

export type { ImportRecord, InvalidRecord } from './records.ts';

const PARSERS: Readonly<Record<string, (chunks: AsyncIterable<Buffer>) => AsyncGenerator<ImportRecord>>> = {
  '.ndjson': parseNdjson,
  '.csv': parseCsv,
};

/**
 * Opens a file of posts as a stream, in the format its name says. `flags` are added to those it is opened with. Throws
 * {@link ImportFileError}.
 */
export async function openImportFile(path: string, flags = 0) {
  const extension = extname(path).toLowerCase();
  const reader = PARSERS[extension];
  if (reader === undefined)
    throw new ImportFileError(`${path}: unknown format. The name must end in ${Object.keys(PARSERS).join(' or ')}.`);
  // Opening a named pipe would block until somebody writes to it.
  const handle = await open(path, constants.O_RDONLY | constants.O_NONBLOCK | flags).catch((error: unknown) => {
    throw new ImportFileError(`${path} cannot be read: ${describeFileError(error)}.`, { cause: error });
  });
  const refuse = async (error: ImportFileError): Promise<never> => {
    await handle.close();
    throw error;
  };
  const unreadable = (cause: unknown) =>
    new ImportFileError(`${path} cannot be read to its end: ${describeFileError(cause)}.`, { cause });
  const stat = await handle.stat();
  if (!stat.isFile())
    await refuse(new ImportFileError(`${path} is a folder, a pipe or a device. Only files can be imported.`));
  const start = Buffer.alloc(SNIFFED_BYTES);
  const { bytesRead } = await handle.read(start, 0, SNIFFED_BYTES, 0).catch((error) => refuse(unreadable(error)));
  const foreign = unsupportedFormat(start.subarray(0, bytesRead), extension);
  if (foreign !== null) await refuse(new ImportFileError(`${path} ${foreign}.`));
  const stream = handle.createReadStream({ highWaterMark: 1 << 20 });
  return {
    /** In bytes. */
    size: stat.size,
    /** Bytes read so far. */
    get position(): number {
      return stream.bytesRead;
    },
    records: (): AsyncGenerator<ImportRecord> => reader(orFail(stream, unreadable)),
  };
}

/** A disk that fails in the middle is a fault of this file alone. */
async function* orFail(chunks: AsyncIterable<Buffer>, failure: (cause: unknown) => Error): AsyncGenerator<Buffer> {
  try {
    yield* chunks;
  } catch (error) {
    throw failure(error);
  }
}

export type ImportFile = Awaited<ReturnType<typeof openImportFile>>;

/** Enough bytes to recognize a file format. */
const SNIFFED_BYTES = 64;

const COMPRESSED: readonly (readonly [name: string, start: readonly number[], unpack: string])[] = [
  ['a gzip file', [0x1f, 0x8b], 'gunzip'],
  ['a ZIP archive', [0x50, 0x4b, 0x03, 0x04], 'unzip'],
  ['a bzip2 file', [0x42, 0x5a, 0x68], 'bunzip2'],
  ['an xz file', [0xfd, 0x37, 0x7a, 0x58, 0x5a], 'unxz'],
  ['a Zstandard file', [0x28, 0xb5, 0x2f, 0xfd], 'unzstd'],
];
const UTF_16_MARKS = [
  [0xff, 0xfe],
  [0xfe, 0xff],
];

/** The rest of a sentence that says what the file really is and what to do; null when it may be what its name says. */
function unsupportedFormat(start: Buffer, extension: string): string | null {
  const begins = (bytes: readonly number[]) =>
    bytes.length <= start.length && bytes.every((byte, at) => start[at] === byte);
  const packed = COMPRESSED.find(([, bytes]) => begins(bytes));
  if (packed !== undefined) return `is ${packed[0]}: unpack it first, with ${packed[2]}`;
  if (UTF_16_MARKS.some(begins)) return 'is UTF-16: convert it to UTF-8 with iconv -f UTF-16 -t UTF-8';
  if (extension === '.ndjson' && /^\ufeff?\s*\[/.test(start.toString()))
    return "is one JSON array: write one object a line, with jq -c '.[]'";
  return null;
}
