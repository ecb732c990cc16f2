import { statfs } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import { isBusy, openInFolder } from './data-folder.ts';
import { isDatabaseUnavailable, isDatabaseUnwritable } from './postgres.ts';

/** However often it is asked. */
const PROBED_EVERY_MS = 1_000;

/** What was sent to a host that is gone hangs for a quarter of an hour, while other connections reach the one in its place. */
const HUNG_AFTER_MS = 15_000;
/** Each takes a connection of the pool. */
const MOST_UNSETTLED = 3;

/** Kysely makes this table and never reads it. Another value each time: SQLite writes nothing when nothing changes. */
const CHANGE = 'update kysely_migration_lock set is_locked = 1 - is_locked';

/** The disk has no room for another page. */
class DiskFullError extends Error {
  readonly code = 'ENOSPC';
  constructor(dataDir: string) {
    super(`no space left on the disk of ${dataDir}`);
  }
}

/**
 * Writes to the database, at most once a second and once at a time, unless a write hangs. Rejects when nothing can be written, or within
 * `patienceMs`.
 */
export function createWriteProbe(
  write: () => Promise<void>,
  { now, patienceMs }: { now: () => number; patienceMs: number },
): () => Promise<void> {
  let last: { result: Promise<void>; until: number } | null = null;
  let unsettled = 0;
  const start = () => {
    const written = write();
    const tooSlow = sleep(patienceMs, undefined, { ref: false }).then(() => {
      throw new Error(`no write ended within ${patienceMs} ms`);
    });
    unsettled += 1;
    const until = unsettled < MOST_UNSETTLED ? now() + HUNG_AFTER_MS : Number.POSITIVE_INFINITY;
    const probe = { result: Promise.race([written, tooSlow]), until };
    const settled = () => {
      unsettled -= 1;
      probe.until = now() + PROBED_EVERY_MS;
    };
    written.then(settled, settled);
    return probe;
  };
  return () => {
    if (last === null || now() >= last.until) last = start();
    return last.result;
  };
}

/** A role that may not change this one table can still do its work. */
export const writeToServer =
  <Tables>(kysely: Kysely<Tables>) =>
  async (): Promise<void> => {
    try {
      await sql.raw(CHANGE).execute(kysely);
    } catch (error) {
      if (isDatabaseUnavailable(error) || isDatabaseUnwritable(error)) throw error;
    }
  };

/** On a connection of its own, which waits for nobody: a writer at work proves that writing works. */
export function writeToFile(dataDir: string, fileName: string) {
  let file: DatabaseSync | null = null;
  return {
    async write(): Promise<void> {
      const { bavail } = await statfs(dataDir);
      if (bavail === 0) throw new DiskFullError(dataDir);
      file ??= openInFolder(dataDir, fileName, (path) => new DatabaseSync(path, { timeout: 0 }));
      try {
        file.exec(CHANGE);
      } catch (error) {
        if (!isBusy(error)) throw error;
      }
    },
    close(): void {
      file?.close();
      file = null;
    },
  };
}
