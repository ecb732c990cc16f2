import { type AddressInfo, createConnection, createServer, Socket } from 'node:net';
import { sql } from 'kysely';
import pg from 'pg';
import { expect, onTestFinished, test, vi } from 'vitest';
import {
  describeDatabaseError,
  isDatabaseUnavailable,
  isDatabaseUnwritable,
  migrate,
  NewerDatabaseError,
  openDatabase,
  sqlMigration,
  takeWriterLock,
} from '../../src/index.ts';
import { testDatabase } from '../support/database-tests.ts';
import { createNotes, type Notes } from '../support/notes.ts';
import { connectTo, createPostgresDatabase, describeOnPostgres } from '../support/postgres.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

async function emptyDatabase() {
  const { databaseUrl, drop } = await createPostgresDatabase();
  onTestFinished(drop);
  return { databaseUrl, dataDir: temporaryFolder() };
}

describeOnPostgres('a PostgreSQL database', () => {
  testDatabase(emptyDatabase);

  test('says how many connections of its pool are used, idle and waited for', async () => {
    const database = await openDatabase({ ...(await emptyDatabase()), name: 'notebook', poolSize: 2 });
    onTestFinished(() => database.close());
    const { kysely, poolUse } = database;
    const inUse = () => sql`select 1`.execute(kysely).then(() => poolUse?.());
    expect(await inUse()).toEqual({ used: 0, idle: 1, waiting: 0 });
    const busy = await kysely.connection().execute(async (one) => {
      await sql`select 1`.execute(one);
      const queries = [1, 2, 3].map(() => sql`select pg_sleep(0.2)`.execute(kysely));
      await expect.poll(() => poolUse?.()).toMatchObject({ used: 2, waiting: 2 });
      return Promise.all(queries);
    });
    expect(busy).toHaveLength(3);
  });

  test('refuses an older version that waited while a newer one migrated', async () => {
    const where = await emptyDatabase();
    const database = await openDatabase<Notes>({ ...where, name: 'notebook' });
    onTestFinished(() => database.close());
    await migrate(database, { '0001': createNotes });
    const newer = await connectTo(where.databaseUrl);
    await newer.query("begin; select pg_advisory_xact_lock(hashtext('migrate'))");
    await newer.query("insert into notebook.kysely_migration values ('0002', '2026'), ('0003', '2026')");
    const refused = expect(
      migrate(database, { '0001': createNotes, '0002': sqlMigration('select 1') }),
    ).rejects.toThrow(NewerDatabaseError);
    const waiting = "select 1 from pg_locks where locktype = 'advisory' and not granted";
    await expect.poll(async () => (await sql.raw(waiting).execute(database.kysely)).rows.length).toBe(1);
    await newer.query('commit');
    await refused;
  });

  test('takes no writes on a server that is a standby or read-only, which is another thing than being away', async () => {
    const where = await emptyDatabase();
    const setReadOnly = await connectTo(where.databaseUrl);
    const name = new URL(where.databaseUrl).pathname.slice(1);
    const open = async () => {
      const database = await openDatabase<Notes>({ ...where, name: 'notebook' });
      onTestFinished(() => database.close());
      return database;
    };
    const database = await open();
    await migrate(database, { '0001': createNotes });
    await expect(database.proveWritable()).resolves.toBeUndefined();
    await setReadOnly.query(`alter database ${name} set default_transaction_read_only = on`);

    const refusal = await (await open()).proveWritable().catch((error: unknown) => error);
    expect([isDatabaseUnwritable(refusal), isDatabaseUnavailable(refusal)]).toEqual([true, false]);
    expect(describeDatabaseError(refusal)).toMatch(
      /^The database takes no writes \(cannot execute UPDATE in a read-only/,
    );
  });

  test('notices on every connection that the server is gone without a word', async () => {
    const probes = vi.spyOn(Socket.prototype, 'setKeepAlive');
    onTestFinished(() => probes.mockRestore());
    const opened = vi.spyOn(Socket.prototype, 'connect');
    onTestFinished(() => opened.mockRestore());
    const database = await openDatabase({ ...(await emptyDatabase()), name: 'notebook' });
    onTestFinished(() => database.close());
    opened.mockClear();
    probes.mockClear();

    const lock = await takeWriterLock(database, 'writers');
    await database.kysely
      .transaction()
      .execute(() => Promise.all([1, 2].map(() => sql`select 1`.execute(database.kysely))));
    await lock.release();

    expect(opened.mock.calls.length).toBeGreaterThan(1);
    expect(probes.mock.calls).toEqual(opened.mock.calls.map(() => [true, 10_000]));
  });

  test('a writer that has ended goes on when its server is gone without a word', async () => {
    const where = await emptyDatabase();
    const proxy = await startProxy(where.databaseUrl);
    const lock = await takeWriterLock({ ...where, databaseUrl: proxy.url, name: 'notebook' }, 'writers');

    proxy.silence();

    await expect(lock.release()).resolves.toBeUndefined();
  });

  test('gives up the connections that a frozen server keeps open, and goes on over others', async () => {
    const where = await emptyDatabase();
    const proxy = await startProxy(where.databaseUrl);
    const options = { ...where, databaseUrl: proxy.url, name: 'notebook', poolSize: 1, silenceMs: 2_000 };
    const database = await openDatabase(options);
    onTestFinished(() => database.close());
    const ask = () => sql`select 1`.execute(database.kysely);
    await ask();

    proxy.silence();

    expect(isDatabaseUnavailable(await ask().catch((error: unknown) => error))).toBe(true);
    await expect(ask()).resolves.toBeDefined();
  });

  test('a writer that lost its connection must stop', async () => {
    const where = await emptyDatabase();
    const database = await openDatabase({ ...where, name: 'notebook' });
    onTestFinished(() => database.close());
    const lock = await takeWriterLock(database, 'writers');
    const killer = new pg.Client(where.databaseUrl);
    await killer.connect();
    onTestFinished(() => killer.end());

    await killer.query(
      `select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and pid <> pg_backend_pid()`,
    );
    const next = await takeWriterLock(database, 'writers');

    await expect.poll(() => lostError(lock)).toMatch(/lock was lost/);
    await next.release();
  });
});

function lostError(lock: { assertHeld(): void }): string {
  try {
    lock.assertHeld();
    return '';
  } catch (error) {
    return String(error);
  }
}

/** Stands between a client and the server, and can stop saying anything. */
async function startProxy(databaseUrl: string) {
  const { hostname, port } = new URL(databaseUrl);
  const sockets: Socket[] = [];
  const server = createServer((near) => {
    const far = createConnection({ host: hostname, port: Number(port || 5432) });
    for (const socket of [near, far]) sockets.push(socket.on('error', () => {}));
    near.pipe(far).pipe(near);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const silence = () => {
    for (const socket of sockets) socket.unpipe().pause();
  };
  return { url: url.href, silence };
}
