import { setTimeout as sleep } from 'node:timers/promises';
import { tryLockFile } from './data-folder.ts';
import type { DatabaseOptions } from './database.ts';
import { connectionConfig, PostgresClient } from './postgres-client.ts';

const POLL_MS = 200;
/** A server that is gone does not say goodbye, and what was done under its lock is done. */
const RELEASE_MS = 2_000;

/** A lock that one of the processes sharing a database holds. It is released when that process ends. */
export interface WriterLock {
  /** Throws when the connection that holds the lock is lost, because another process may then be writing. */
  assertHeld(): void;
  release(): Promise<void>;
}

/** Waits for the lock `name` of this database. Calls `onWait` once if another process holds it. */
export const takeWriterLock = (
  database: DatabaseOptions,
  name: string,
  onWait: () => void = () => {},
): Promise<WriterLock> =>
  database.databaseUrl === undefined
    ? lockFile(database.dataDir, name, onWait)
    : lockOnServer(database.databaseUrl, `${database.name}.${name}`, onWait);

/** Takes the lock, or returns null if another process holds it. */
export async function tryWriterLock(database: DatabaseOptions, name: string): Promise<WriterLock | null> {
  if (database.databaseUrl !== undefined) return lockOnServer(database.databaseUrl, `${database.name}.${name}`, null);
  const release = tryLockFile(database.dataDir, name);
  return release === null ? null : fileLock(release);
}

const fileLock = (release: () => void): WriterLock => ({
  assertHeld: () => {},
  release: () => Promise.resolve(release()),
});

/** Who waits holds the turn, so a process that takes the lock again at once waits behind it. */
async function lockFile(dataDir: string, name: string, onWait: () => void): Promise<WriterLock> {
  let waited = false;
  const take = async (file: string): Promise<() => void> => {
    for (;;) {
      const release = tryLockFile(dataDir, file);
      if (release !== null) return release;
      if (!waited) onWait();
      waited = true;
      await sleep(POLL_MS);
    }
  };
  const endTurn = await take(`${name}-turn`);
  try {
    const release = await take(name);
    return fileLock(release);
  } finally {
    endTurn();
  }
}

/** So PostgreSQL notices within eight seconds that the holder's machine or network is gone; a process that ends, it notices at once. */
const KEEP_ALIVE = 'tcp_keepalives_idle = 2; set local tcp_keepalives_interval = 2; set local tcp_keepalives_count = 3';

/**
 * Uses a connection of its own, whose open transaction holds the lock: a pooler in transaction mode gives sessions away, and
 * PostgreSQL releases the lock when the process dies. An idle transaction that read nothing keeps no snapshot. Who waits is
 * served in turn. With null for `onWait` nobody waits.
 */
async function lockOnServer(databaseUrl: string, name: string, onWait: () => void): Promise<WriterLock>;
async function lockOnServer(databaseUrl: string, name: string, onWait: null): Promise<WriterLock | null>;
async function lockOnServer(
  databaseUrl: string,
  name: string,
  onWait: (() => void) | null,
): Promise<WriterLock | null> {
  const client = new PostgresClient(connectionConfig(databaseUrl));
  let lost: Error | null = null;
  client.on('error', (error) => {
    lost = error;
  });
  await client.connect();
  try {
    await client.query(
      `begin; set local idle_in_transaction_session_timeout = 0; set local statement_timeout = 0; set local ${KEEP_ALIVE}`,
    );
    const attempt = 'select pg_try_advisory_xact_lock(hashtext($1)) as taken';
    const { rows } = await client.query<{ taken: boolean }>(attempt, [name]);
    if (!rows[0]?.taken) {
      if (onWait === null) {
        await client.end();
        return null;
      }
      onWait();
      await client.query('select pg_advisory_xact_lock(hashtext($1))', [name]);
    }
  } catch (error) {
    await client.end().catch(() => {});
    throw error;
  }
  return {
    assertHeld: () => {
      if (lost !== null) throw new Error('The lock was lost with the connection to the database.', { cause: lost });
    },
    release: () => Promise.race([client.end(), sleep(RELEASE_MS, undefined, { ref: false })]),
  };
}
