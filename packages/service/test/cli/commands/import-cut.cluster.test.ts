import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { startCuttableProxy } from '../../../../storage/test/support/cuttable-proxy.ts';
import { createPostgresDatabase, describeOnPostgres } from '../../../../storage/test/support/postgres.ts';
import { temporaryFolder } from '../../../../storage/test/support/temporary-folder.ts';
import { runCli, startCli } from '../../support/cli.ts';
import { manyPosts } from '../../support/many-posts.ts';

const CUTS = 4;
const NEXT_STEP =
  /^error: The database is not reachable \(.+\)\. What is stored so far is intact\. Check DATABASE_URL, and run it again/m;

describeOnPostgres('import, on PostgreSQL', () => {
  test(`cut off from its database ${CUTS} times says how to go on, and ends like one that was left alone`, {
    timeout: 300_000,
  }, async () => {
    const file = join(temporaryFolder(), 'posts.ndjson');
    writeFileSync(file, manyPosts());
    const [alone, cut] = [await createPostgresDatabase(), await createPostgresDatabase()];
    const proxy = await startCuttableProxy(cut.databaseUrl);
    const environment = (databaseUrl: string) => ({ DATABASE_URL: databaseUrl, AS_OF: '2026-03-01T12:00:00Z' });
    const startedAt = performance.now();
    expect(await startCli(environment(alone.databaseUrl), 'import', file).outcome).toMatchObject({ status: 0 });
    const whole = performance.now() - startedAt;

    let failed = 0;
    for (let round = 0; round < CUTS; round += 1) {
      const { outcome } = startCli(environment(proxy.url), 'import', file);
      await Promise.race([wait(whole * (0.2 + (0.7 * round) / CUTS)), outcome]);
      await proxy.goAway();
      const { status, stderr } = await outcome;
      await proxy.comeBack();
      if (status === 0) continue;
      failed += 1;
      expect(stderr).toMatch(NEXT_STEP);
    }
    expect(failed).toBeGreaterThan(0);
    const last = await runCli(environment(proxy.url), 'import', file);

    expect(last).toMatchObject({ status: 0 });
    const expected = await runCli(environment(alone.databaseUrl), 'assignments');
    const actual = await runCli(environment(proxy.url), 'assignments');
    expect(expected.printed).toHaveLength(2_520);
    expect(actual.printed).toEqual(expected.printed);
    await proxy.goAway();
    await alone.drop();
    await cut.drop();
  });
});
