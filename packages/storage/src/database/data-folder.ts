import { closeSync, existsSync, mkdirSync, openSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** Nothing can be kept in the folder. */
export class DataFolderError extends Error {
  override name = 'DataFolderError';

  constructor(dataDir: string, reason: string, cause: unknown) {
    super(
      `DATA_DIR cannot be used: ${resolve(dataDir)} ${reason}. Set DATA_DIR to a folder that this program may write to.`,
      { cause },
    );
  }
}

const UNWRITABLE = 'may not be written to';
const REASONS: Readonly<Record<string, string>> = {
  EACCES: UNWRITABLE,
  EPERM: UNWRITABLE,
  EROFS: 'is on a disk that is read-only',
  ENOENT: 'cannot be made',
  ENOTDIR: 'is a file or lies in one',
  ENOSPC: 'has no room left on its disk',
  // SQLite's own: it is read-only; a file cannot be opened.
  8: UNWRITABLE,
  14: UNWRITABLE,
};

/**
 * Opens a database file in the folder; what is missing of both is made for nobody but who runs the program, and SQLite gives the
 * files that it puts beside this one the same mode. Throws {@link DataFolderError}.
 */
export function openInFolder<File>(dataDir: string, name: string, open: (path: string) => File): File {
  const path = join(dataDir, name);
  try {
    makeFolder(resolve(dataDir));
    makeFile(path);
    return open(path);
  } catch (error) {
    const reason = REASONS[codeOf(error)];
    if (reason === undefined) throw error;
    throw new DataFolderError(dataDir, reason, error);
  }
}

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return '';
  // The higher bits tell what exactly happened to SQLite.
  if ('errcode' in error) return String(Number(error.errcode) & 0xff);
  return 'code' in error ? String(error.code) : '';
}

/** Node's own recursive way tries for ever where nothing can be made, as in /proc. */
function makeFolder(path: string): void {
  if (existsSync(path)) return;
  makeFolder(dirname(path));
  ignoreExisting(() => mkdirSync(path, { mode: 0o700 }));
}

/** Never opens one that is there: closing it would let go of the locks that this process holds on it. */
function makeFile(path: string): void {
  ignoreExisting(() => closeSync(openSync(path, 'wx', 0o600)));
}

function ignoreExisting(make: () => void): void {
  try {
    make();
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  }
}

const SQLITE_BUSY = 5;

/**
 * Takes the lock `name` in `dataDir` or answers null at once when another process (or this one) has it. The lock is an exclusive
 * transaction on a side database: the system drops it with the process, so a killed one leaves nothing to clear away.
 */
export function tryLockFile(dataDir: string, name: string): (() => void) | null {
  return openInFolder(dataDir, `${name}.lock`, (path) => {
    const file = new DatabaseSync(path, { timeout: 0 });
    try {
      file.exec('begin exclusive');
      return () => file.close();
    } catch (error) {
      file.close();
      if (isBusy(error)) return null;
      throw error;
    }
  });
}

/** Whether SQLite gave up because somebody else holds the file. */
export const isBusy = (error: unknown): boolean =>
  error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY;

/** Another process already runs this program on the folder. */
export class FolderInUseError extends Error {
  override name = 'FolderInUseError';

  constructor(dataDir: string, program: string) {
    super(
      `The folder ${resolve(dataDir)} is in use by another ${program}. ` +
        'Stop that one first, or give this one a folder of its own with DATA_DIR.',
    );
  }
}

/** Keeps the folder for one `program` at a time until the returned function is called. Throws {@link FolderInUseError}. */
export function holdFolder(dataDir: string, program: string): () => void {
  const release = tryLockFile(dataDir, program);
  if (release === null) throw new FolderInUseError(dataDir, program);
  return release;
}
