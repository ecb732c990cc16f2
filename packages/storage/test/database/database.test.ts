import { sql } from 'kysely';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openDatabase } from '../../src/database/database.ts';
import { testDatabase } from '../support/database-tests.ts';
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
});
