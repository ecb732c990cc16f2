import { execFile } from 'node:child_process';
import { setImmediate } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { expect, onTestFinished, test } from 'vitest';
import {
  type Database,
  type DatabaseOptions,
  isUniqueViolation,
  migrate,
  NewerDatabaseError,
  openDatabase,
  takeWriterLock,
} from '../../src/index.ts';
import { createNotes, type Notes } from './notes.ts';

const MIGRATE = fileURLToPath(new URL('./migrate-and-say-so.ts', import.meta.url));

const failsHalfWay: Migration = {
  async up(kysely: Kysely<unknown>) {
    await sql`create table half (id integer primary key)`.execute(kysely);
    await sql`insert into nowhere values (1)`.execute(kysely);
  },
};

/** Runs the same tests on both kinds of database. `place` returns an empty one for each test. */
export function testDatabase(place: () => Promise<Omit<DatabaseOptions, 'name'>>): void {
  const open = async (where: Omit<DatabaseOptions, 'name'>): Promise<Database<Notes>> => {
    const database = await openDatabase<Notes>({ ...where, name: 'notebook' });
    onTestFinished(() => database.close());
    return database;
  };
  const openWithNotes = async (where: Omit<DatabaseOptions, 'name'>): Promise<Kysely<Notes>> => {
    const database = await open(where);
    await migrate(database, { '0001': createNotes });
    return database.kysely;
  };

  test('data survives closing and reopening', async () => {
    const where = await place();
    const first = await openDatabase<Notes>({ ...where, name: 'notebook' });
    await migrate(first, { '0001': createNotes });
    await first.kysely.insertInto('notes').values({ id: 1, text: 'kept', at: 1_767_225_600_000 }).execute();
    await first.close();

    const again = await openWithNotes(where);

    const rows = await again.selectFrom('notes').selectAll().execute();
    expect(rows).toEqual([{ id: 1, text: 'kept', at: 1_767_225_600_000 }]);
  });

  test('counts, sums and averages are numbers', async () => {
    const notes = await openWithNotes(await place());
    await notes
      .insertInto('notes')
      .values([1, 2].map((id) => ({ id, text: '', at: 9_000_000_000 * id })))
      .execute();

    const { fn } = notes;
    const row = await notes
      .selectFrom('notes')
      .select([fn.countAll().as('count'), fn.sum('at').as('sum'), fn.avg('at').as('mean')])
      .executeTakeFirst();

    expect(row).toEqual({ count: 2, sum: 27_000_000_000, mean: 13_500_000_000 });
  });

  test('a failed migration is rolled back completely', async () => {
    const database = await open(await place());

    await expect(migrate(database, { '0001': createNotes, '0002': failsHalfWay })).rejects.toThrow();

    const tables = await database.kysely.introspection.getTables();
    expect(tables.map(({ name }) => name)).not.toContain('half');
    await migrate(database, { '0001': createNotes });
    expect(await database.kysely.selectFrom('notes').selectAll().execute()).toEqual([]);
  });

  test('several processes can start on an empty database at once', async () => {
    const where = await place();

    const outcomes = await Promise.all([1, 2, 3].map(() => migrateInAnotherProcess(where)));

    expect(outcomes).toEqual(['ready\n', 'ready\n', 'ready\n']);
  });

  test('a database of a newer version is rejected with a message and left unchanged', async () => {
    const where = await place();
    const newer = await open(where);
    await migrate(newer, { '0001': createNotes, '0002-added-later': { up: async () => {} } });

    const older = await open(where);

    await expect(migrate(older, { '0001': createNotes })).rejects.toThrow(NewerDatabaseError);
    await expect(migrate(older, { '0001': createNotes })).rejects.toThrow(
      /newer version .*0002-added-later.*DATA_DIR/s,
    );
  });

  test('transactions that read before they write lose no updates', async () => {
    const where = await place();
    const handles = [await openWithNotes(where), await openWithNotes(where)];
    await handles[0]?.insertInto('notes').values({ id: 1, text: '', at: 0 }).execute();

    const add = (handle: Kysely<Notes>) =>
      handle.transaction().execute(async (transaction) => {
        await transaction.selectFrom('notes').selectAll().execute();
        await setImmediate();
        await transaction
          .updateTable('notes')
          .set((row) => ({ at: row('at', '+', 1) }))
          .execute();
      });
    for (let round = 0; round < 20; round += 1) await Promise.all(handles.map(add));

    const row = await handles[0]?.selectFrom('notes').select('at').executeTakeFirst();
    expect(row?.at).toBe(40);
  });

  test('a failed transaction is rolled back and the next one works', async () => {
    const notes = await openWithNotes(await place());

    const failing = notes.transaction().execute(async (transaction) => {
      await transaction.insertInto('notes').values({ id: 1, text: 'lost', at: null }).execute();
      throw new Error('changed my mind');
    });

    await expect(failing).rejects.toThrow('changed my mind');
    await notes.insertInto('notes').values({ id: 1, text: 'kept', at: null }).execute();
    expect(await notes.selectFrom('notes').select('text').execute()).toEqual([{ text: 'kept' }]);
  });

  test('a unique violation is distinguished from other errors', async () => {
    const notes = await openWithNotes(await place());
    const insert = () => notes.insertInto('notes').values({ id: 1, text: 'one', at: null }).execute();
    await insert();

    const violation = await insert().catch((error: unknown) => error);
    const other = await sql`select * from nowhere`.execute(notes).catch((error: unknown) => error);

    expect(violation).toBeInstanceOf(Error);
    expect(isUniqueViolation(violation)).toBe(true);
    expect(isUniqueViolation(other)).toBe(false);
  });

  test('the second writer waits, is notified once, and continues when the first ends', async () => {
    const database = await open(await place());
    const order: string[] = [];
    const first = await takeWriterLock(database, 'writers');

    const second = takeWriterLock(database, 'writers', () => {
      order.push('second waits');
      setTimeout(async () => {
        order.push('first ends');
        await first.release();
      }, 20);
    }).then(async (lock) => {
      order.push('second writes');
      await lock.release();
    });

    await second;
    expect(order).toEqual(['second waits', 'first ends', 'second writes']);
  });

  test('a writer that waits is served before one that writes again at once', async () => {
    const database = await open(await place());
    const order: string[] = [];
    const first = await takeWriterLock(database, 'writers');
    const waits = Promise.withResolvers<void>();

    const second = takeWriterLock(database, 'writers', waits.resolve).then(async (lock) => {
      order.push('second writes');
      await lock.release();
    });
    await waits.promise;
    await first.release();
    const again = await takeWriterLock(database, 'writers');
    order.push('first writes again');
    await again.release();
    await second;

    expect(order).toEqual(['second writes', 'first writes again']);
  });

  test('locks with different names are independent', async () => {
    const database = await open(await place());
    const one = await takeWriterLock(database, 'one');

    const other = await takeWriterLock(database, 'other');

    other.assertHeld();
    await one.release();
    await other.release();
  });
}

async function migrateInAnotherProcess({ databaseUrl, dataDir }: Omit<DatabaseOptions, 'name'>): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [MIGRATE, dataDir, databaseUrl ?? '']);
  return stdout;
}
