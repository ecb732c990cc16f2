import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { MigrationNeededError, migrate, openDatabase } from '../../src/index.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

test('tables that are out of date are left alone where the program may not change them', async () => {
  const database = await openDatabase({ dataDir: temporaryFolder(), name: 'notebook' });
  onTestFinished(() => database.close());
  const migrations = {
    '0001-notes': {
      up: (db: typeof database.kysely) => sql`create table notes (id integer)`.execute(db).then(() => {}),
    },
  };

  await expect(migrate(database, migrations, false)).rejects.toThrow(MigrationNeededError);
  expect(await migrate(database, migrations)).toBe(1);
  expect(await migrate(database, migrations, false)).toBe(0);
});
