import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../../storage/test/support/temporary-folder.ts';
import { importPosts } from '../../../src/jobs/import.ts';
import { forget, setHidden } from '../../../src/jobs/removals.ts';
import { runCli } from '../../support/cli.ts';
import { aPost, complaints, NOW } from '../../support/posts.ts';
import { listedSignals, openTestStore } from '../../support/test-pipeline.ts';

const LONG =
  'The layer cache is thrown away whenever the lock file is touched, even by a comment, and then all of it builds again.';

const DRIFT = [
  'Terraform plan shows drift in tags',
  'Terraform drift in tags after each plan',
  'Terraform plan says tags drift again',
];

async function filled() {
  const dataDir = join(temporaryFolder(), 'data');
  const store = await openTestStore({ dataDir });
  const deps = { store, now: () => NOW, newId: () => crypto.randomUUID() };
  const copy = { title: 'Docker layer cache is thrown away by a comment in the lock file', body: LONG };
  await importPosts(deps, [
    ...complaints(5),
    aPost({ externalId: 'original', ...copy, daysAgo: 3 }),
    aPost({ externalId: 'copy', ...copy }),
    aPost({ externalId: 'bot', author: 'renovate[bot]' }),
    aPost({ externalId: 'later', daysAgo: -10 }),
    ...complaints(1, { title: 'Fonts are blurry on the second monitor' }),
    ...DRIFT.map((title, at) => aPost({ externalId: `drift ${at}`, title, author: 'ada', daysAgo: at + 1 })),
    ...complaints(4, { title: 'My new desk and chair' }),
    aPost({ externalId: 'gone', author: 'eve' }),
  ]);
  await forget(deps, { kind: 'post', name: 'gone', provider: 'github' });
  await setHidden(deps, { post: { provider: 'github', externalId: 'docker 1' } }, true);
  const environment = { DATA_DIR: dataDir, AS_OF: new Date(NOW).toISOString() };
  const explain = async (id: string) => (await runCli(environment, 'explain', `github:${id}`)).printed.join('\n');
  return { environment, store, deps, explain };
}

test('explains of each post why it counts or not', async () => {
  const { explain, store } = await filled();
  const [signal] = await listedSignals(store);

  expect(await explain('docker 0')).toBe(`github:docker 0 counts in signal ${signal?.id}: ${signal?.topic}`);
  expect(await explain('docker 1')).toMatch(/is hidden.*hide post github:docker 1 --undo/);
  expect(await explain('bot')).toMatch(/a bot wrote it, or it is an announcement/);
  expect(await explain('later')).toMatch(/counts from 2026-03-11T12:00:00.000Z on/);
  expect(await explain('copy')).toMatch(/repeats github:original.*Only the first of the two counts/);
  expect(await explain('gone')).toMatch(/was deleted with forget/);
});

test('explains of a group that is not public what it lacks', async () => {
  const { explain } = await filled();

  expect(await explain('Fonts are blurry on the second monitor 0')).toMatch(/it has 1 post, and 3 are needed/);
  expect(await explain('drift 0')).toMatch(/its 3 posts are by 1 author, and 2 are needed/);
  expect(await explain('My new desk and chair 0')).toMatch(/its 4 posts are not about a problem or a request/);
});

test('explains of a hidden signal how to show it, and that a post is not stored', async () => {
  const { environment, store, deps, explain } = await filled();
  const [signal] = await listedSignals(store);
  await setHidden(deps, { signalId: signal?.id ?? '' }, true);

  expect(await explain('docker 0')).toMatch(
    new RegExp(`is hidden. To show it: npm run -s cli -- hide signal ${signal?.id} --undo`),
  );
  expect(await runCli(environment, 'explain', 'github:nobody')).toMatchObject({
    status: 1,
    told: [expect.stringMatching(/no post github:nobody.*assignments/)],
  });
});

test('names ids from outside on one line, with everything visible, and assignments keep them as they are', async () => {
  const dataDir = join(temporaryFolder(), 'data');
  const store = await openTestStore({ dataDir });
  const deps = { store, now: () => NOW, newId: () => crypto.randomUUID() };
  const id = 'one\ngithub:two counts\u202e\u200b\u009b2J\u{e0041}';
  const copy = { title: 'Docker layer cache is thrown away by a comment in the lock file', body: LONG };
  await importPosts(deps, [
    aPost({ externalId: id, ...copy, daysAgo: 3 }),
    aPost({ externalId: 'copy', ...copy, author: 'eve' }),
  ]);
  const environment = { DATA_DIR: dataDir, AS_OF: new Date(NOW).toISOString() };

  const { printed } = await runCli(environment, 'explain', 'github:copy');
  expect(printed.join('\n')).toContain(
    'github:copy repeats github:one\\u000agithub:two counts\\u202e\\u200b\\u009b2J\\udb40\\udc41, which is in signal ',
  );
  const { printed: lines } = await runCli(environment, 'assignments');
  expect(lines.join('')).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  expect(lines.map((line) => JSON.parse(line).externalId)).toContain(id);
});
