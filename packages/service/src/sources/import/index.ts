import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { extname } from 'node:path';
import { describeFileError } from '../../model/file-fault.ts';
import { SNIFFED_BYTES, unsupportedFormat } from './foreign-format.ts';
import { ImportFileError } from './import-file-error.ts';
import type { ImportRecord } from './import-record.ts';
import { parseCsv } from './read-csv.ts';
import { parseNdjson } from './read-ndjson.ts';

export type { ImportRecord, InvalidRecord } from './import-record.ts';

const PARSERS: Readonly<Record<string, (chunks: AsyncIterable<Buffer>) => AsyncGenerator<ImportRecord>>> = {
  '.ndjson': parseNdjson,
  '.csv': parseCsv,
};

export interface ImportFile {
  /** In bytes. */
  size: number;
  /** Bytes read so far. */
  readonly position: number;
  records(): AsyncGenerator<ImportRecord>;
}

/** Opens a file of posts by the format its name tells; it is read as a stream. Throws {@link ImportFileError}. */
export async function openImportFile(path: string): Promise<ImportFile> {
  const extension = extname(path).toLowerCase();
  const reader = PARSERS[extension];
  if (reader === undefined)
    throw new ImportFileError(
      `${path}: the name must end in ${Object.keys(PARSERS).join(' or ')}, which tells the format.`,
    );
  // Opening a pipe would wait for somebody to write into it.
  const handle = await open(path, constants.O_RDONLY | constants.O_NONBLOCK).catch((error: unknown) => {
    throw new ImportFileError(`${path} cannot be read: ${describeFileError(error)}.`, { cause: error });
  });
  const stat = await handle.stat();
  if (!stat.isFile()) {
    await handle.close();
    throw new ImportFileError(`${path} is no file but a folder, a pipe or a device: only a file is imported.`);
  }
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(SNIFFED_BYTES), 0, SNIFFED_BYTES, 0);
  const foreign = unsupportedFormat(buffer.subarray(0, bytesRead), extension);
  if (foreign !== null) {
    await handle.close();
    throw new ImportFileError(`${path} ${foreign}.`);
  }
  const stream = handle.createReadStream({ highWaterMark: 1 << 20 });
  return {
    size: stat.size,
    get position() {
      return stream.bytesRead;
    },
    records: () => reader(stream),
  };
}
