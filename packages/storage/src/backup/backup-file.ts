import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync, type WriteStream } from 'node:fs';
import { copyFile, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { BackupFileError, type BackupHeader, parseHeader } from './backup-header.ts';
import { untilStopped } from './until-stopped.ts';

export type BackupValue = string | number | null | Uint8Array;

/** A row with its texts is a thousandth of this. Without a limit a line could fill the memory (gzip bomb). */
const MAX_LINE_BYTES = 32 * 1024 * 1024;
/** A longer line is parsed only when it isn't nested deeper than a header or a row: lists in lists take fifty times their size. */
const LONG_LINE_BYTES = 1024 * 1024;
const MAX_DEPTH = 8;
const NEWLINE = 0x0a;
/** Gzip level: half the time of the default for slightly larger files. */
const COMPRESSION = 4;

/**
 * Writes a header and rows as compressed JSON lines, with a checksum in the last line. The file gets its name only when complete,
 * and only the owner can read it, because it holds hashes of keys and passwords. Throws {@link BackupFileError}.
 */
export async function writeBackupFile(
  path: string,
  header: BackupHeader,
  rows: AsyncIterable<readonly BackupValue[]>,
): Promise<void> {
  if (existsSync(path)) throw new BackupFileError(`${path} already exists. Choose another name, or remove that file.`);
  await replaceFile(path, (partial, signal) =>
    compress(header, rows, createWriteStream(partial, { flags: 'wx', mode: 0o600, flush: true }), signal),
  );
}

/** Adds another program's part to a backup. The file is as before until that is complete. Throws {@link BackupFileError}. */
export async function appendToBackupFile(
  path: string,
  header: BackupHeader,
  rows: AsyncIterable<readonly BackupValue[]>,
): Promise<void> {
  const programs = await verifyBackupFile(path);
  if (programs.includes(header.program))
    throw new BackupFileError(`${path} already has the part of ${header.program}. Choose another name.`);
  await replaceFile(path, async (partial, signal) => {
    // Keeps who may read it.
    await copyFile(path, partial);
    await compress(header, rows, createWriteStream(partial, { flags: 'a', flush: true }), signal);
  });
}

/** Whether it is a whole backup of other programs alone. */
export async function lacksPart(path: string, program: string): Promise<boolean> {
  const programs = await verifyBackupFile(path).catch((): string[] => []);
  return programs.length > 0 && !programs.includes(program);
}

/** The file stays as it was until the new one is complete. Ctrl-C leaves no half of a file with everything that is stored. */
async function replaceFile(
  path: string,
  write: (partial: string, signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const partial = `${path}.partial`;
  try {
    await rm(partial, { force: true });
    await untilStopped(`Stopped: ${path} was not written.`, (signal) => write(partial, signal));
    await rename(partial, path);
    await flushFolder(dirname(path));
  } catch (error) {
    await rm(partial, { force: true }).catch(() => {});
    throw toWriteError(path, error);
  }
}

const compress = (
  header: BackupHeader,
  rows: AsyncIterable<readonly BackupValue[]>,
  file: WriteStream,
  signal: AbortSignal,
) =>
  pipeline(
    Readable.from(linesOf(header, rows, signal), { objectMode: false }),
    // The parts of two programs are two members of one gzip file.
    createGzip({ level: COMPRESSION }),
    file,
  );

const toWriteError = (path: string, error: unknown): unknown =>
  isSystemError(error)
    ? new BackupFileError(`${path} cannot be written: ${WRITE_ERRORS[error.code ?? ''] ?? error.message}.`, {
        cause: error,
      })
    : error;

async function* linesOf(
  header: BackupHeader,
  rows: AsyncIterable<readonly BackupValue[]>,
  signal: AbortSignal,
): AsyncGenerator<string> {
  const checksum = createHash('sha256');
  const line = (value: unknown) => {
    const text = `${JSON.stringify(value)}\n`;
    checksum.update(text);
    return text;
  };
  yield line(header);
  let block = '';
  for await (const row of rows) {
    signal.throwIfAborted();
    block += line(row.map((value) => (value instanceof Uint8Array ? { base64: toBase64(value) } : value)));
    if (block.length < 1 << 16) continue;
    yield block;
    block = '';
  }
  yield `${block}${JSON.stringify({ sha256: checksum.digest('hex') })}\n`;
}

const toBase64 = ({ buffer, byteOffset, length }: Uint8Array) =>
  Buffer.from(buffer, byteOffset, length).toString('base64');

async function flushFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  await folder.sync().finally(() => folder.close());
}

export interface BackupFile {
  header: BackupHeader;
  /** In the order of the header's tables. Throws at the end when the part is truncated or changed. */
  rows: AsyncGenerator<BackupValue[]>;
}

/** Reads one program's part of a backup as a stream. Throws {@link BackupFileError}. */
export async function readBackupFile(path: string, program: string): Promise<BackupFile> {
  const lines = checkedLines(path);
  const others: string[] = [];
  for await (const header of headersIn(path, lines)) {
    if (header.program === program) return { header, rows: rowsOf(path, header, lines) };
    others.push(header.program);
  }
  throw new BackupFileError(
    `${path} has no part of the ${program}, only of another program (${others.join(', ')}). A backup that was interrupted is like that: make another one.`,
  );
}

/** Reads a whole backup and returns the programs it has parts of. Throws {@link BackupFileError} when any part is damaged. */
export async function verifyBackupFile(path: string): Promise<string[]> {
  const programs: string[] = [];
  for await (const { program } of headersIn(path, checkedLines(path))) programs.push(program);
  return programs;
}

/** Skips the rows that the caller leaves. Leaves `lines` open for them when the caller stops. */
async function* headersIn(path: string, lines: AsyncGenerator<unknown>): AsyncGenerator<BackupHeader> {
  for (;;) {
    const { value: first, done } = await lines.next();
    if (done === true) return;
    const header = parseHeader(path, first);
    yield header;
    for await (const _ of rowsOf(path, header, lines));
  }
}

/** No more than the header announces: millions that are nothing take no time. */
async function* rowsOf(
  path: string,
  { tables }: BackupHeader,
  lines: AsyncGenerator<unknown>,
): AsyncGenerator<BackupValue[]> {
  for (let left = tables.reduce((sum, { rows }) => sum + rows, 0); ; left -= 1) {
    const { value, done } = await lines.next();
    if (done === true || value === END_OF_PART) return;
    if (left === 0) throw new BackupFileError(`${path} is damaged: it has too many rows.`);
    yield value as BackupValue[];
  }
}

/** Follows a part's last row, once its checksum was right. */
const END_OF_PART = Symbol('end of part');

async function* checkedLines(path: string): AsyncGenerator<unknown> {
  let checksum = createHash('sha256');
  let isComplete = false;
  try {
    for await (const line of linesIn(path)) {
      if (line.length > LONG_LINE_BYTES && depthOf(line) > MAX_DEPTH)
        throw new BackupFileError(`${path} is damaged: a line of it is no row.`);
      const value: unknown = JSON.parse(line.toString(), reviveBytes);
      const expected = typeof value === 'object' && value !== null && 'sha256' in value ? value.sha256 : null;
      isComplete = expected !== null;
      if (!isComplete) {
        checksum.update(line).update('\n');
        yield value;
        continue;
      }
      if (expected !== checksum.digest('hex')) throw new BackupFileError(`${path} is damaged: its checksum is wrong.`);
      checksum = createHash('sha256');
      yield END_OF_PART;
    }
    if (!isComplete) throw new BackupFileError(`${path} is damaged: it ends too early.`);
  } catch (error) {
    throw toBackupError(path, error);
  }
}

const reviveBytes = (_key: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && 'base64' in value && typeof value.base64 === 'string'
    ? Buffer.from(value.base64, 'base64')
    : value;

const [QUOTE, BACKSLASH] = [0x22, 0x5c];
const OPENING: ReadonlySet<number> = new Set([0x5b, 0x7b]);
const CLOSING: ReadonlySet<number> = new Set([0x5d, 0x7d]);

/** How deep the lists and objects of a JSON text are nested. */
function depthOf(json: Buffer): number {
  let [depth, deepest, isText] = [0, 0, false];
  for (let at = 0; at < json.length; at += 1) {
    const byte = json[at] ?? 0;
    if (isText && byte === BACKSLASH) at += 1;
    else if (byte === QUOTE) isText = !isText;
    else if (!isText && OPENING.has(byte)) deepest = Math.max(deepest, ++depth);
    else if (!isText && CLOSING.has(byte)) depth -= 1;
  }
  return deepest;
}

async function* linesIn(path: string): AsyncGenerator<Buffer> {
  const bytes = createGunzip();
  // The loop below throws the error.
  pipeline(createReadStream(path), bytes).catch(() => {});
  let parts: Buffer[] = [];
  let length = 0;
  for await (const chunk of bytes as AsyncIterable<Buffer>) {
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
      yield Buffer.concat([...parts, chunk.subarray(start, end)]);
      parts = [];
      length = 0;
      start = end + 1;
    }
    if (start === chunk.length) continue;
    parts.push(chunk.subarray(start));
    length += chunk.length - start;
    if (length > MAX_LINE_BYTES) throw new BackupFileError(`${path} is damaged: a line of it is longer than any row.`);
  }
  if (parts.length > 0) yield Buffer.concat(parts);
}

const WRITE_ERRORS: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full',
  ENOENT: 'its folder does not exist',
  ENOTDIR: 'its folder does not exist',
  EACCES: 'this user has no write permission there',
  EPERM: 'this user has no write permission there',
  EROFS: 'its disk is read-only',
};
const READ_ERRORS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  ENOTDIR: 'there is no such file',
  EISDIR: 'it is a folder',
  EACCES: 'this user may not read it',
  EPERM: 'this user may not read it',
};

const isSystemError = (error: unknown): error is NodeJS.ErrnoException =>
  error instanceof Error && 'syscall' in error && 'code' in error;

function toBackupError(path: string, error: unknown): unknown {
  if (error instanceof BackupFileError) return error;
  const cause = { cause: error };
  if (isSystemError(error)) {
    return new BackupFileError(`${path} cannot be read: ${READ_ERRORS[error.code ?? ''] ?? error.message}.`, cause);
  }
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'Z_DATA_ERROR' && /incorrect header/.test(String(error)))
    return new BackupFileError(`${path} is not a Pain Signals backup.`, cause);
  if (code.startsWith('Z_') || error instanceof SyntaxError)
    return new BackupFileError(`${path} is damaged: it ends too early or its content changed.`, cause);
  return error;
}
