import { DatabaseSync } from 'node:sqlite';
import { openInFolder } from './data-folder.ts';

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
