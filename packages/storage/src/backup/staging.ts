import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { sql } from 'kysely';
import { OperatorError } from '../database/data-folder.ts';
import type { Database, DatabaseOptions } from '../database/database.ts';
import { takeWriterLock, tryWriterLock, type WriterLock } from '../database/writer-lock.ts';

/** Where a restore loads a backup before it replaces anything. */
export const stagingOf = <Tables>(target: Database<Tables>): DatabaseOptions => ({
  ...target,
  name: lockName(target),
});

const lockName = ({ name }: DatabaseOptions): string => `${name}_restoring`;

/** Held while the staging tables are in use. */
export const lockStaging = <Tables>(target: Database<Tables>): Promise<WriterLock> =>
  takeWriterLock(target, lockName(target));

export const stagingFile = ({ dataDir, name }: DatabaseOptions): string => join(resolve(dataDir), `${name}.sqlite`);

const filesOf = (staging: DatabaseOptions): string[] =>
  ['', '-wal', '-shm'].map((end) => `${stagingFile(staging)}${end}`);

/** Whether tables of a restore are there. */
async function hasStaging<Tables>({ kysely }: Database<Tables>, staging: DatabaseOptions): Promise<boolean> {
  if (staging.databaseUrl === undefined) return filesOf(staging).some((file) => existsSync(file));
  const { rows } = await sql`select 1 from pg_namespace where nspname = ${staging.name}`.execute(kysely);
  return rows.length > 0;
}

/** Drops the staging tables, including those of an interrupted restore. */
export async function dropStaging<Tables>({ kysely }: Database<Tables>, staging: DatabaseOptions): Promise<void> {
  if (staging.databaseUrl !== undefined)
    await sql`drop schema if exists ${sql.id(staging.name)} cascade`.execute(kysely);
  else for (const file of filesOf(staging)) await rm(file, { force: true });
}

/**
 * Drops what a killed restore left: a whole copy of the backup, which nothing else would ever delete. `in use`: a restore runs. Throws
 * OperatorError when it can't be dropped.
 */
export async function dropRestoreRemains<Tables>(target: Database<Tables>): Promise<'none' | 'dropped' | 'in use'> {
  const staging = stagingOf(target);
  if (!(await hasStaging(target, staging))) return 'none';
  const lock = await tryWriterLock(target, lockName(target));
  if (lock === null) return 'in use';
  try {
    await dropStaging(target, staging);
    return 'dropped';
  } catch (cause) {
    const what = staging.databaseUrl === undefined ? stagingFile(staging) : `the schema ${staging.name}`;
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new OperatorError(
      `A restore that was interrupted left a copy of its backup that can't be deleted (${reason}). Delete ${what}.`,
      { cause },
    );
  } finally {
    await lock.release();
  }
}
