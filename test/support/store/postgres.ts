import { randomUUID } from 'node:crypto';
import { openDatabase } from '@pain-signals/storage';
import { sql } from 'kysely';

/** A separate database for each run, with the content of a dump. */
export async function createDatabase(serverUrl: string, dump?: string) {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const run = async (statement: string, databaseUrl = serverUrl) => {
    const database = await openDatabase({ databaseUrl, dataDir: '/nowhere', name: 'public' });
    await sql.raw(statement).execute(database.kysely);
    await database.close();
  };
  await run(`create database ${name}`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  if (dump !== undefined) await run(dump, url.href);
  return {
    databaseUrl: url.href,
    /** Of everybody who works in it, at once. */
    cutConnections: () => run(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`),
    drop: () => run(`drop database ${name} with (force)`),
  };
}
