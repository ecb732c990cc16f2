import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createWriteProbe, writeToFile } from '../../src/database/write-probe.ts';
import {
  DatabaseBusyError,
  describeDatabaseError,
  isDatabaseUnwritable,
  migrate,
  openDatabase,
} from '../../src/index.ts';
import { testDatabase } from '../support/database-tests.ts';
import { createNotes, type Notes } from '../support/notes.ts';
import { smallDisk } from '../support/small-disk.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

describe('an SQLite database', () => {
  testDatabase(() => Promise.resolve({ dataDir: temporaryFolder() }));

  it('waits for the disk for everyone who asks, from the first write on', async () => {
    const { kysely, sync, close } = await openDatabase<object>({ dataDir: temporaryFolder(), name: 'synced' });
    onTestFinished(close);
    await expect(sync()).rejects.toThrow('ENOENT');
    await sql`create table posts (text text)`.execute(kysely);
    await expect(Promise.all([sync(), sync(), sync()])).resolves.toHaveLength(3);
  });

  it('lets others work while a statement waits for another process', async () => {
    const dataDir = temporaryFolder();
    const { kysely, close } = await openDatabase<{ posts: { text: string } }>({ dataDir, name: 'shared' });
    onTestFinished(close);
    await sql`create table posts (text text)`.execute(kysely);
    const other = new DatabaseSync(join(dataDir, 'shared.sqlite'));
    onTestFinished(() => other.close());
    other.exec('begin immediate');
    const written = kysely.insertInto('posts').values({ text: 'waited' }).execute();
    await setImmediate();
    other.exec('commit');
    await written;
    expect(await kysely.selectFrom('posts').selectAll().execute()).toEqual([{ text: 'waited' }]);
  });

  it('gives up waiting for another process together, for all transactions in line', async () => {
    const dataDir = temporaryFolder();
    const options = { dataDir, name: 'shared', patienceMs: 60_000 };
    const { kysely, close } = await openDatabase<{ posts: { text: string } }>(options);
    onTestFinished(close);
    await sql`create table posts (text text)`.execute(kysely);
    const other = new DatabaseSync(join(dataDir, 'shared.sqlite'));
    onTestFinished(() => other.close());
    other.exec('begin immediate');
    let clock = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => (clock += 500));
    onTestFinished(() => void vi.restoreAllMocks());
    const write = () =>
      kysely.transaction().execute((each) => each.insertInto('posts').values({ text: 'a' }).execute());
    const given = await Promise.allSettled([write(), write(), write()]);
    expect(given.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    expect(given[0]).toMatchObject({ reason: expect.any(DatabaseBusyError) });
    expect(clock).toBeLessThan(2 * options.patienceMs);
    other.exec('commit');
    await write();
  });

  it('reports a full disk and works again once there is space', async () => {
    const { kysely, close } = await openDatabase<{ posts: { text: string } }>({
      dataDir: temporaryFolder(),
      name: 'full',
    });
    onTestFinished(close);
    await sql`create table posts (text text)`.execute(kysely);
    await sql`pragma max_page_count = 20`.execute(kysely);
    const fill = (length: number) =>
      kysely.transaction().execute((transaction) =>
        transaction
          .insertInto('posts')
          .values({ text: 'x'.repeat(length) })
          .execute(),
      );
    await expect(fill(1_000_000)).rejects.toThrow('database or disk is full');
    await fill(10);
    expect(await kysely.selectFrom('posts').selectAll().execute()).toEqual([{ text: 'xxxxxxxxxx' }]);
  });

  it('takes no writes while its disk is full, and takes them while another writer holds its lock', async (context) => {
    const disk = smallDisk('2m');
    if (disk === null) return context.skip('a small disk takes the right to mount one');
    const clock = { now: 0 };
    const database = await openDatabase<Notes>({ dataDir: disk.folder, name: 'full' });
    onTestFinished(() => database.close());
    await migrate(database, { '0001': createNotes });
    const file = writeToFile(disk.folder, 'full.sqlite');
    onTestFinished(() => file.close());
    const proveWritable = createWriteProbe(file.write, { now: () => clock.now, patienceMs: 60_000 });

    await expect(proveWritable()).resolves.toBeUndefined();
    await database.kysely.transaction().execute(async () => {
      clock.now += 1_000;
      await expect(proveWritable()).resolves.toBeUndefined();
    });
    disk.fill();
    clock.now += 1_000;
    const refusal = await proveWritable().catch((error: unknown) => error);
    expect(isDatabaseUnwritable(refusal)).toBe(true);
    expect(describeDatabaseError(refusal)).toMatch(/^The database takes no writes \(no space left/);
    disk.clear();
    clock.now += 1_000;
    await expect(proveWritable()).resolves.toBeUndefined();
  });
});

describe('the proof that writing works', () => {
  it('writes once a second at most, and once at a time, however often it is asked', async () => {
    const clock = { now: 0 };
    const writes: ((error?: Error) => void)[] = [];
    const write = () =>
      new Promise<void>((resolve, reject) => writes.push((error) => (error === undefined ? resolve() : reject(error))));
    const proveWritable = createWriteProbe(write, { now: () => clock.now, patienceMs: 60_000 });

    const asked = [proveWritable(), proveWritable()];
    clock.now = 5_000;
    asked.push(proveWritable());
    writes[0]?.();
    await Promise.all(asked);
    clock.now = 5_999;
    await proveWritable();
    expect(writes).toHaveLength(1);
    clock.now = 6_000;
    const failed = proveWritable();
    writes[1]?.(new Error('read-only'));
    await expect(failed).rejects.toThrow('read-only');
    await expect(proveWritable()).rejects.toThrow('read-only');
    expect(writes).toHaveLength(2);
  });

  it('gives up a write that hangs, and tries another one later, thrice at most', async () => {
    const clock = { now: 0 };
    let writes = 0;
    let isAway = true;
    const write = () => {
      writes += 1;
      return isAway ? new Promise<void>(() => {}) : Promise.resolve();
    };
    const proveWritable = createWriteProbe(write, { now: () => clock.now, patienceMs: 1 });
    const later = (ms: number) => {
      clock.now += ms;
      return proveWritable();
    };
    await expect(proveWritable()).rejects.toThrow('no write ended within 1 ms');
    await expect(later(14_999)).rejects.toThrow('no write ended within 1 ms');
    expect(writes).toBe(1);
    isAway = false;
    await expect(later(1)).resolves.toBeUndefined();
    isAway = true;
    for (const _ of [1, 2, 3, 4]) await expect(later(60_000)).rejects.toThrow('no write ended within 1 ms');
    expect(writes).toBe(4);
  });
});
