import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../storage/test/support/temporary-folder.ts';
import { runCli, startCli } from '../support/cli.ts';
import { inFolder, openPipeline } from '../support/test-pipeline.ts';
import { expectKept, keptSchemas, SCHEMAS, testKeptBackups } from './schema-tests.ts';

function unpack(name: string): string {
  const dataDir = join(temporaryFolder(), 'data');
  mkdirSync(dataDir);
  writeFileSync(join(dataDir, 'service.sqlite'), gunzipSync(readFileSync(join(SCHEMAS, name))));
  return dataDir;
}

test('there is one for the version that is being made', () => {
  expect(keptSchemas('.sqlite.gz')).toContain('0.1.0.sqlite.gz');
});

test.each(keptSchemas('.sqlite.gz'))('the data folder %s opens, is brought up to date and goes on', async (name) => {
  const dataDir = unpack(name);

  const assignments = await runCli({ DATA_DIR: dataDir }, 'assignments');

  expect(assignments).toMatchObject({ status: 0, told: [] });
  expect(assignments.printed).toHaveLength(5);
  await expectKept(await openPipeline({ dataDir }));
});

test('an update empties signals that ended, in which 0.1 kept words of forgotten posts', async () => {
  const dataDir = unpack('0.1.0.sqlite.gz');
  const path = join(dataDir, 'service.sqlite');
  const old = new DatabaseSync(path);
  old.exec(`insert into signals (id, state, merged_into, sample, created_at, updated_at, topic, summary, search_text, top_owner_name)
    select 'ended', 'merged', id, 0, 0, 0, 'Quokkas', 'All quokkas', ' quokkas ', 'adalovelace' from signals limit 1`);
  old.close();

  await expectKept(await openPipeline({ dataDir }));

  const file = new DatabaseSync(path, { readOnly: true });
  const ended = file
    .prepare("select state, topic, summary, search_text, top_owner_name from signals where id = 'ended'")
    .get();
  file.close();
  expect(ended).toEqual({ state: 'merged', topic: '', summary: '', search_text: '', top_owner_name: null });
});

test('a data folder of a newer version is refused with a sentence, by the program itself, and left as it is', async () => {
  const dataDir = unpack('0.1.0.sqlite.gz');
  const file = new DatabaseSync(join(dataDir, 'service.sqlite'));
  file.exec("insert into kysely_migration (name, timestamp) values ('9999-of-tomorrow', '2030-01-01T00:00:00Z')");
  file.close();

  const outcome = await startCli({ DATA_DIR: dataDir }, 'assignments').outcome;

  expect(outcome).toMatchObject({ status: 1, stdout: '' });
  expect(outcome.stderr).toMatch(/^error: The database was written by a newer version of this program.*9999.*\n$/);
});

testKeptBackups(inFolder);
