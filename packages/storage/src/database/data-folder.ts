import { closeSync, existsSync, mkdirSync, openSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** The environment prevents the work. The message says what the operator can do, and holds no secrets. */
export class OperatorError extends Error {
  override name = this.constructor.name;
}

/** The data folder is unusable. */
export class DataFolderError extends OperatorError {
  constructor(dataDir: string, reason: string, cause: unknown) {
    super(
      `DATA_DIR cannot be used: ${resolve(dataDir)} ${reason}. Set DATA_DIR to a folder that this program can write to.`,
      { cause },
    );
  }
}

const UNWRITABLE = 'is not writable';
const REASONS: Readonly<Record<string, string>> = {
  EACCES: UNWRITABLE,
  EPERM: UNWRITABLE,
  EROFS: 'is on a read-only disk',
  ENOENT: 'cannot be created',
  ENOTDIR: 'is a file or inside one',
  ENOSPC: 'is on a full disk',
  // SQLite's codes: SQLITE_READONLY and SQLITE_CANTOPEN.
  8: UNWRITABLE,
  14: UNWRITABLE,
};

/**
 * Opens a database file in the folder. Creates the missing folder and file, readable by the owner only; SQLite gives its side
 * files the same mode. Throws {@link DataFolderError}.
 */
export function openInFolder<File>(dataDir: string, name: string, open: (path: string) => File): File {
  const path = join(dataDir, name);
  try {
    createFolder(resolve(dataDir));
    createFile(path);
    return open(path);
  } catch (error) {
    const reason = REASONS[codeOf(error)];
    if (reason === undefined) throw error;
    throw new DataFolderError(dataDir, reason, error);
  }
}

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return '';
  // The low byte is SQLite's primary error code.
  if ('errcode' in error) return String(Number(error.errcode) & 0xff);
  return 'code' in error ? String(error.code) : '';
}

/** Node's recursive mkdir never returns where no folder can be created, as in /proc. */
function createFolder(path: string): void {
  if (existsSync(path)) return;
  createFolder(dirname(path));
  ignoreExisting(() => mkdirSync(path, { mode: 0o700 }));
}

/** Never opens an existing file: closing it would release the locks that this process holds on it. */
function createFile(path: string): void {
  ignoreExisting(() => closeSync(openSync(path, 'wx', 0o600)));
}

function ignoreExisting(create: () => void): void {
  try {
    create();
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  }
}

const SQLITE_BUSY = 5;

/**
 * Takes the lock `name` in `dataDir` and returns its release function, or null when it is already taken. The lock is an
 * exclusive transaction on a side database, so a killed process leaves no stale lock.
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

/** Another process has written for as long as anybody waits for it. */
export class DatabaseBusyError extends Error {
  override name = 'DatabaseBusyError';

  constructor() {
    super('The database is busy: another process is still writing.');
  }
}

/** Whether SQLite failed because the file is locked. */
export const isBusy = (error: unknown): boolean =>
  error instanceof DatabaseBusyError ||
  (error instanceof Error && 'errcode' in error && (Number(error.errcode) & 0xff) === SQLITE_BUSY);

/** Another process runs this program on the same folder. */
export class FolderInUseError extends OperatorError {
  constructor(dataDir: string, program: string) {
    super(
      `The folder ${resolve(dataDir)} is in use by another ${program}. ` +
        'Stop that one first, or set DATA_DIR to another folder.',
    );
  }
}

/** Reserves the folder for one `program` until the returned function is called, or forgotten. Throws {@link FolderInUseError}. */
export function holdFolder(dataDir: string, program: string): () => void {
  const release = tryLockFile(dataDir, program);
  if (release === null) throw new FolderInUseError(dataDir, program);
  return release;
}
