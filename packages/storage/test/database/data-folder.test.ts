import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { DataFolderError, holdFolder, openDatabase } from '../../src/index.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);

test('a new folder and its files are readable by the owner only', async () => {
  const above = join(temporaryFolder(), 'above');
  const folder = join(above, 'data');
  onTestFinished(holdFolder(folder, 'notebook'));
  const { kysely, close } = await openDatabase({ dataDir: folder, name: 'notes' });
  onTestFinished(close);
  await sql`create table notes (text text)`.execute(kysely);

  const files = readdirSync(folder);
  expect(files).toEqual(expect.arrayContaining(['notebook.lock', 'notes.sqlite', 'notes.sqlite-wal']));
  expect([above, folder].map(modeOf)).toEqual(['700', '700']);
  expect(new Set(files.map((name) => modeOf(join(folder, name))))).toEqual(new Set(['600']));
});

test('an existing folder keeps its mode', () => {
  const folder = join(temporaryFolder(), 'data');
  mkdirSync(folder, { mode: 0o750 });
  onTestFinished(holdFolder(folder, 'notebook'));
  expect(modeOf(folder)).toBe('750');
});

test('opening the database again keeps the locks of the first connection', async () => {
  const options = { dataDir: temporaryFolder(), name: 'notes' };
  const first = await openDatabase<{ notes: { text: string } }>(options);
  onTestFinished(first.close);
  await sql`create table notes (text text)`.execute(first.kysely);
  await first.kysely.transaction().execute(async (transaction) => {
    await transaction.insertInto('notes').values({ text: 'one' }).execute();
    const second = await openDatabase(options);
    await expect(sql`pragma busy_timeout = 0`.execute(second.kysely)).resolves.toBeDefined();
    await expect(sql`insert into notes values ('two')`.execute(second.kysely)).rejects.toThrow(/locked/);
    await second.close();
  });
});

const file = () => {
  const path = join(temporaryFolder(), 'file');
  writeFileSync(path, '');
  return path;
};

test.each([
  ['a file', file, /is a file or inside one/],
  ['a path through a file', () => join(file(), 'data'), /is a file or inside one/],
  ['a folder where nothing can be created', () => '/proc/a/b', /cannot be created/],
])('%s is rejected as the data folder', async (_, place, reason) => {
  const dataDir = place();
  for (const open of [async () => holdFolder(dataDir, 'notebook'), () => openDatabase({ dataDir, name: 'notes' })]) {
    const refused = expect(open()).rejects;
    await refused.toThrow(DataFolderError);
    await refused.toThrow(reason);
  }
});
