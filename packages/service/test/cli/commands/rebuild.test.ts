import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../../storage/test/support/temporary-folder.ts';
import { runCli } from '../../support/cli.ts';
import { complaints } from '../../support/posts.ts';

test('a rebuild tells what became of posts and ids, and leaves the assignments of a fresh import as they are', async () => {
  const folder = temporaryFolder();
  const file = join(folder, 'posts.ndjson');
  const posts = complaints(4).map((post) => JSON.stringify({ ...post, createdAt: new Date(post.createdAt) }));
  writeFileSync(file, posts.join('\n'));
  const environment = { DATA_DIR: join(folder, 'data'), AS_OF: '2026-03-01T12:00:00Z' };
  await runCli(environment, 'import', file);
  const before = await runCli(environment, 'assignments');

  const rebuilt = await runCli(environment, 'rebuild');

  expect(rebuilt).toEqual({
    status: 0,
    printed: ['4 posts clustered again: 1 active signal and 0 without a post in 30 days, 1 signal kept its id.'],
    told: [],
  });
  expect(await runCli(environment, 'assignments')).toEqual(before);
});
