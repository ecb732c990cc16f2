import { openDatabase } from '@pain-signals/storage';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { describeOnPostgres } from '../../../storage/test/support/postgres.ts';
import { importPosts } from '../../src/jobs/import.ts';
import { forget } from '../../src/jobs/removals.ts';
import { aPost, complaints } from '../support/posts.ts';
import { onPostgres, openPipeline } from '../support/test-pipeline.ts';
import { testRemovals } from './suites/removal-tests.ts';
import { testTraces } from './suites/trace-tests.ts';

describeOnPostgres('what is removed and hidden on PostgreSQL', () => {
  testRemovals(onPostgres);
  testTraces(onPostgres);

  test('the planner’s samples hold nothing that a forgotten author wrote', async () => {
    const place = await onPostgres();
    const pipeline = await openPipeline(place);
    const ada = ['Zanzibar is down', 'Zanzibar is up'].map((title, at) =>
      aPost({ externalId: `${at}`, author: 'Ada', title }),
    );
    await importPosts(pipeline, [...complaints(5), ...ada]);
    await pipeline.store.analyze();
    const { kysely, close } = await openDatabase({ ...place, name: 'service' });
    onTestFinished(close);
    const known = async () =>
      JSON.stringify(
        await sql`select histogram_bounds::text, most_common_vals::text from pg_stats where schemaname = 'service'`.execute(
          kysely,
        ),
      );
    expect(await known()).toMatch(/Zanzibar/);

    await forget(pipeline, { kind: 'author', name: 'ada', provider: null });

    expect(await known()).not.toMatch(/zanzibar|\bAda\b/i);
  });
});
