import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../../storage/test/support/temporary-folder.ts';
import { runCli, startCli } from '../../support/cli.ts';
import { manyPosts } from '../../support/many-posts.ts';

const KILLS = 10;

test(`an import killed ${KILLS} times at any moment ends like one that was left alone`, {
  timeout: 600_000,
}, async () => {
  const folder = temporaryFolder();
  const file = join(folder, 'posts.ndjson');
  writeFileSync(file, manyPosts());
  const environment = (name: string) => ({ DATA_DIR: join(folder, name), AS_OF: '2026-03-01T12:00:00Z' });
  const startedAt = performance.now();
  await startCli(environment('left alone'), 'import', file).outcome;
  let whole = performance.now() - startedAt;

  for (let interrupted = 0; interrupted < KILLS; ) {
    const begunAt = performance.now();
    const { process, outcome } = startCli(environment('killed'), 'import', file);
    await Promise.race([wait(whole * (0.2 + 0.8 * Math.random())), outcome]);
    process.kill('SIGKILL');
    // What was quicker than its kill tells how soon the next must come.
    if ((await outcome).status === null) interrupted += 1;
    else whole = performance.now() - begunAt;
  }
  const last = await runCli(environment('killed'), 'import', file);

  expect(last).toMatchObject({ status: 0 });
  expect(last.printed[0]).toMatch(/^2,520 posts read/);
  const expected = await runCli(environment('left alone'), 'assignments');
  const actual = await runCli(environment('killed'), 'assignments');
  expect(expected.printed).toHaveLength(2_520);
  expect(actual.printed).toEqual(expected.printed);
});
