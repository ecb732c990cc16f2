import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { tryLockFile } from './data-folder.ts';
import type { DatabaseOptions } from './database.ts';
import { connectionConfig } from './postgres.ts';

const POLL_MS = 200;

/** A lock that one of the processes sharing a database holds. It is released when that process ends. */
export interface WriterLock {
  /** Throws when the connection that holds the lock is lost, because another process may then be writing. */
  assertHeld(): void;
  release(): Promise<void>;
}

/** Waits for the lock `name` of this database. Calls `onWait` once if another process holds it. */
export async function takeWriterLock(
  database: DatabaseOptions,
  name: string,
  onWait: () => void = () => {},
): Promise<WriterLock> {
  const attempt =
    database.databaseUrl === undefined ? attemptFile(database, name) : await attemptServer(database, name);
  for (let waited = false; ; ) {
    const lock = await attempt();
    if (lock !== null) return lock;
    if (!waited) onWait();
    waited = true;
    await sleep(POLL_MS);
  }
}

type Attempt = () => Promise<WriterLock | null>;

const attemptFile =
  ({ dataDir }: DatabaseOptions, name: string): Attempt =>
  () => {
    const release = tryLockFile(dataDir, name);
    return Promise.resolve(release && { assertHeld: () => {}, release: () => Promise.resolve(release()) });
  };

/**
 * Uses a connection of its own, whose open transaction holds the lock: a pooler in transaction mode gives sessions away, and
 * PostgreSQL releases the lock when the process dies. An idle transaction that read nothing keeps no snapshot.
 */
async function attemptServer({ databaseUrl, name: schema }: DatabaseOptions, name: string): Promise<Attempt> {
  const client = new pg.Client(connectionConfig(databaseUrl ?? ''));
  let lost: Error | null = null;
  client.on('error', (error) => {
    lost = error;
  });
  await client.connect();
  const lock: WriterLock = {
    assertHeld: () => {
      if (lost !== null) throw new Error('The lock was lost with the connection to the database.', { cause: lost });
    },
    release: () => client.end(),
  };
  return async () => {
    await client.query('begin; set local idle_in_transaction_session_timeout = 0');
    const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_xact_lock(hashtext($1)) as taken', [
      `${schema}.${name}`,
    ]);
    if (rows[0]?.taken) return lock;
    await client.query('rollback');
    return null;
  };
}
