import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { describeOnPostgres } from '../../../storage/test/support/postgres.ts';
import { assignmentsOf, onPostgres, openPipeline } from '../support/test-pipeline.ts';
import { expectKept, keptSchemas, SCHEMAS, testKeptBackups } from './schema-tests.ts';

describeOnPostgres('data of released versions on PostgreSQL', () => {
  testKeptBackups(onPostgres);

  test.each(keptSchemas('.sql.gz'))('the database %s opens, is brought up to date and goes on', async (name) => {
    const dump = gunzipSync(readFileSync(join(SCHEMAS, name))).toString();

    const pipeline = await openPipeline(await onPostgres(dump));

    expect(await assignmentsOf(pipeline.store)).toHaveLength(5);
    await expectKept(pipeline);
  });
});
