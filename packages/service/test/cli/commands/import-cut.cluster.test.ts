import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { startCuttableProxy } from '../../../../storage/test/support/cuttable-proxy.ts';
import { connectTo, createPostgresDatabase, describeOnPostgres } from '../../../../storage/test/support/postgres.ts';
import { temporaryFolder } from '../../../../storage/test/support/temporary-folder.ts';
import { type CliProcess, runCli, startCli } from '../../support/cli.ts';
import { manyPosts } from '../../support/many-posts.ts';
import { assignmentsOf, openTestStore } from '../../support/test-pipeline.ts';

const CUTS = 4;
const POSTS = 2_520;
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
    expect(expected.printed).toHaveLength(POSTS);
    expect(actual.printed).toEqual(expected.printed);
    await proxy.goAway();
    await alone.drop();
    await cut.drop();
  });

  test('of two at once, the other takes over when the one that assigns is killed, and both files go in', {
    timeout: 300_000,
  }, async () => {
    const { databaseUrl, drop } = await createPostgresDatabase();
    onTestFinished(drop);
    const store = await openTestStore({ databaseUrl, dataDir: '' });
    const lines = manyPosts().split('\n');
    const folder = temporaryFolder();
    const [first, second] = [lines.slice(0, POSTS / 2), lines.slice(POSTS / 2)].map((part, number) => {
      const file = join(folder, `${number}.ndjson`);
      writeFileSync(file, part.join('\n'));
      return () => startCli({ DATABASE_URL: databaseUrl, AS_OF: '2026-03-01T12:00:00Z' }, 'import', file);
    }) as [() => CliProcess, () => CliProcess];
    const [holder, looker] = [await connectTo(databaseUrl), await connectTo(databaseUrl)];
    const waitingFor = async () => {
      const { rows } = await looker.query(
        "select wait_event from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      );
      return rows.map(({ wait_event }) => wait_event).toSorted();
    };
    const soon = { timeout: 60_000, interval: 100 };

    // Holds up whoever assigns, in the middle of a batch.
    await holder.query('begin; lock table service.post_texts in share mode');
    const killed = first();
    await expect.poll(waitingFor, soon).toEqual(['relation']);
    const other = second();
    await expect.poll(waitingFor, soon).toEqual(['advisory', 'relation']);
    killed.process.kill('SIGKILL');
    await expect.poll(waitingFor, soon).not.toContain('advisory');
    await holder.query('rollback');

    expect(await other.outcome).toMatchObject({ status: 0, stdout: expect.stringContaining('1,260 new') });
    expect((await first().outcome).stdout).toMatch(/^1,260 posts read:\n {2}1,260 new\b/);
    const assigned = await assignmentsOf(store);
    expect(new Set(assigned.map(({ externalId }) => externalId)).size).toBe(POSTS);
    expect(assigned.filter(({ painSignalId }) => painSignalId === null)).toEqual([]);
  });
});
