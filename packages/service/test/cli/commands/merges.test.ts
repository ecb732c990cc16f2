import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../../storage/test/support/temporary-folder.ts';
import { runCli } from '../../support/cli.ts';
import { complaints } from '../../support/posts.ts';

/** A folder in which a topic came back after a long silence, and was merged with what it was before. */
async function withMerge() {
  const folder = temporaryFolder();
  const posts = [...complaints(3, { daysAgo: 200 }), ...complaints(3, { provider: 'gitlab' })];
  const file = join(folder, 'posts.ndjson');
  writeFileSync(file, posts.map((post) => JSON.stringify({ ...post, createdAt: new Date(post.createdAt) })).join('\n'));
  const environment = { DATA_DIR: join(folder, 'data'), AS_OF: '2026-03-01T12:00:00Z' };
  await runCli(environment, 'import', file);
  return environment;
}

test('merges are listed as JSON for programs and in words on a terminal', async () => {
  const environment = await withMerge();

  const forPrograms = await runCli(environment, 'merges');
  const forPeople = await runCli({ ...environment, TERM: 'xterm' }, 'merges');
  const asked = await runCli({ ...environment, TERM: 'xterm' }, 'merges', '--json');

  expect(forPrograms.printed.map((line) => JSON.parse(line))).toEqual([
    {
      id: 1,
      at: '2026-03-01T12:00:00.000Z',
      kind: 'merge',
      from: { id: expect.stringMatching(/^[0-9a-f-]{36}$/), topic: 'Docker layer cache invalidated again' },
      to: { id: expect.stringMatching(/^[0-9a-f-]{36}$/), topic: expect.stringContaining('Docker') },
      posts: 3,
      similarity: expect.closeTo(1, 1),
      undoneAt: null,
    },
  ]);
  expect(asked).toEqual(forPrograms);
  expect(forPeople.told).toEqual([expect.stringMatching(/merge at 20% and split below 15%.*merge undo/)]);
  expect(forPeople.printed).toEqual([
    expect.stringMatching(
      /^ {4}1 {2}2026-03-01 12:00 {2}merged “.*Docker .*” \(3 posts\) into “.*Docker .*”, \d+% similar$/,
    ),
  ]);
});

test('an empty installation has no merges, and says so beside the answer', async () => {
  const outcome = await runCli({ DATA_DIR: join(temporaryFolder(), 'data') }, 'merges');

  expect(outcome).toEqual({ status: 0, printed: [], told: ['No merges or splits yet.'] });
});

test('a merge is undone once, and what cannot be undone is told in words', async () => {
  const environment = await withMerge();

  const undone = await runCli(environment, 'merge', 'undo', '1');
  const again = await runCli(environment, 'merge', 'undo', '1');
  const unknown = await runCli(environment, 'merge', 'undo', '7');
  const wrong = await runCli(environment, 'merge', 'undo', 'all');
  const listed = await runCli({ ...environment, TERM: 'xterm' }, 'merges');

  expect(undone).toMatchObject({
    status: 0,
    printed: [expect.stringMatching(/^1 undone: “.*Docker .*” is a separate signal again/)],
  });
  expect(again).toMatchObject({ status: 1, told: [expect.stringMatching(/^error: 1 was already undone/)] });
  expect(unknown).toMatchObject({ status: 1, told: [expect.stringMatching(/no merge number 7.*merges/)] });
  expect(wrong).toMatchObject({
    status: 2,
    told: [
      expect.stringContaining('Use a number listed by: npm run -s cli -- merges'),
      expect.stringContaining('merge undo --help'),
    ],
  });
  expect(listed.printed[0]).toMatch(/; undone 2026-03-01 12:00$/);
  const assigned = (await runCli(environment, 'assignments')).printed.map((line) => JSON.parse(line).painSignalId);
  expect(new Set(assigned).size).toBe(2);
});
