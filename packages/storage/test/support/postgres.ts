import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { describe, onTestFinished } from 'vitest';

export interface TestDatabase {
  databaseUrl: string;
  drop(): Promise<void>;
}

/** Creates a separate database on the server at DATABASE_URL for each test file and run, with the content of a dump. */
export async function createPostgresDatabase(dump?: string): Promise<TestDatabase> {
  const server = process.env.DATABASE_URL;
  if (server === undefined) throw new Error('DATABASE_URL is not set.');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await onServer(server, `create database ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  if (dump !== undefined) await onServer(url.href, dump);
  return { databaseUrl: url.href, drop: () => onServer(server, `drop database ${name} with (force)`) };
}

/** A connection for what a test looks at or holds up, closed after it. */
export async function connectTo(databaseUrl: string): Promise<pg.Client> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}

async function onServer(databaseUrl: string, statement: string): Promise<void> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  await client.query(statement);
  await client.end();
}

/** Runs tests against PostgreSQL, or warns that they are skipped. */
export function describeOnPostgres(name: string, tests: () => void): void {
  const missing = !process.env.DATABASE_URL;
  if (missing)
    console.warn(`Skipped: ${name}. Set DATABASE_URL, e.g. postgres://postgres@127.0.0.1:5432/postgres, to run it.`);
  describe.skipIf(missing)(name, tests);
}
