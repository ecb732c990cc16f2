import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import pg from 'pg';
import { expect, test } from 'vitest';
import { describeOnPostgres } from '../../../storage/test/support/postgres.ts';
import { assignmentsOf, onPostgres, openPipeline } from '../support/test-pipeline.ts';
import { expectKept, keptSchemas, SCHEMAS, testKeptBackups } from './schema-tests.ts';

describeOnPostgres('data of released versions on PostgreSQL', () => {
  testKeptBackups(onPostgres);

  test.each(keptSchemas('.sql.gz'))('the database %s opens, is brought up to date and goes on', async (name) => {
    const place = await onPostgres();
    const client = new pg.Client(place.databaseUrl);
    await client.connect();
    await client.query(gunzipSync(readFileSync(join(SCHEMAS, name))).toString());
    await client.end();

    const pipeline = await openPipeline(place);

    expect(await assignmentsOf(pipeline.store)).toHaveLength(5);
    await expectKept(pipeline);
  });
});
