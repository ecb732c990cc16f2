import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../../storage/test/support/temporary-folder.ts';
import { importPosts } from '../../../src/jobs/import.ts';
import { runCli, runCliOn } from '../../support/cli.ts';
import { aPost, complaints, NOW } from '../../support/posts.ts';
import { listedSignals, openTestStore } from '../../support/test-pipeline.ts';

const noPlatform = () => {
  throw new Error('this test reaches no platform');
};

async function filled() {
  const dataDir = join(temporaryFolder(), 'data');
  const store = await openTestStore({ dataDir });
  await importPosts({ store, now: () => NOW, newId: () => crypto.randomUUID() }, complaints(5));
  return { environment: { DATA_DIR: dataDir, AS_OF: new Date(NOW).toISOString() }, store };
}

test('forgetting says what was removed, once', async () => {
  const { environment, store } = await filled();

  const first = await runCli(environment, 'forget', '--yes', '--author', 'Author-Docker 0', '--provider', 'github');
  const second = await runCli(environment, 'forget', '--yes', '--author', 'author-docker 0', '--provider', 'github');
  const rest = await runCli(environment, 'forget', '--yes', '--repository', 'acme/widget');

  expect(first).toEqual({
    status: 0,
    printed: ['1 post deleted for good, with everything that quoted it.'],
    told: [],
  });
  expect(second).toMatchObject({
    status: 0,
    printed: [expect.stringMatching(/^No posts deleted: there are none .* skipped/)],
  });
  expect(rest.printed).toEqual([
    '4 posts deleted for good, with everything that quoted them, and 1 signal that had no other post.',
  ]);
  expect((await store.posts.kinds()).imported).toBe(false);
});

test('a name that nobody has is told as such and blocked only when that is asked for', async () => {
  const { environment } = await filled();

  const typo = await runCli(environment, 'forget', '--yes', '--author', 'author-doker 0');
  const again = await runCli(environment, 'forget', '--yes', '--author', 'author-doker 0');
  const asked = await runCli(environment, 'forget', '--yes', '--author', 'author-doker 0', '--also-in-future');

  expect(typo).toMatchObject({
    status: 1,
    printed: [],
    told: [expect.stringMatching(/nothing was deleted and later ones will not be skipped/)],
  });
  expect(again).toEqual(typo);
  expect(asked).toMatchObject({ status: 0, printed: [expect.stringMatching(/Later ones will be skipped/)] });
});

test('a repository that an earlier version stored together with others is deleted only under the name they share, which is said', async () => {
  const { environment, store } = await filled();
  const mail = { provider: 'mail', repository: '[redacted]' };
  const deps = { store, now: () => NOW, newId: () => crypto.randomUUID() };
  await importPosts(deps, [aPost({ ...mail, externalId: 'a' }), aPost({ ...mail, externalId: 'b' })]);
  const forgetIt = (...args: string[]) => runCli(environment, 'forget', '--repository', ...args);
  const rest =
    "2 posts that earlier versions stored as “[redacted]” may be from it too. To delete all of these: npm run -s cli -- forget --repository '[redacted]'";

  const unknown = await forgetIt('dev@lists.example.org', '--yes');
  const blocked = await forgetIt('dev@lists.example.org', '--yes', '--also-in-future');
  const unconfirmed = await forgetIt('[redacted]');
  const all = await forgetIt('[redacted]', '--yes');

  expect(unknown).toMatchObject({ status: 1, told: [expect.stringMatching(/^error: There are no posts/)] });
  expect(unknown.told[0]).toContain(rest);
  expect(blocked).toMatchObject({ status: 0, printed: [expect.stringMatching(/Later ones will be skipped\.$/), rest] });
  expect(unconfirmed.told).toEqual([
    'error: This deletes 2 posts from “[redacted]”, and everything that quotes them, for good. Earlier versions stored different repositories under this name. Nothing was deleted. To go ahead, add --yes.',
  ]);
  expect(all.printed).toEqual([
    expect.stringMatching(/^2 posts deleted/),
    'Earlier versions stored different repositories under this name. To skip later posts from one of them, forget it by its own name, with --also-in-future.',
  ]);
  const later = ['dev', 'users'].map((list) =>
    aPost({ ...mail, externalId: list, repository: `${list}@lists.example.org` }),
  );
  expect(await importPosts(deps, later)).toMatchObject({ stored: 1, forgotten: 1 });
});

test('at a terminal it is asked first, with what would go, unless --yes is said; a no leaves everything as it is', async () => {
  const { environment, store } = await filled();
  const questions: string[] = [];
  const terminal = (answer: boolean, ...args: string[]) =>
    runCliOn(environment, args, noPlatform, async (question) => {
      questions.push(question);
      return answer;
    });

  const refused = await terminal(false, 'forget', '--repository', 'acme/widget');
  const sample = await terminal(false, 'sample', 'remove');
  const agreed = await terminal(true, 'forget', '--post', 'github:docker 1');
  const unasked = await terminal(false, 'forget', '--repository', 'acme/widget', '--yes');

  expect([refused, sample]).toMatchObject([{ status: 1 }, { status: 1 }]);
  expect(refused.told).toEqual(['error: Nothing was removed.']);
  expect(agreed.printed).toEqual(['1 post deleted for good, with everything that quoted it.']);
  expect(unasked.printed).toEqual([expect.stringMatching(/^4 posts deleted/)]);
  expect(questions).toEqual([
    'This deletes 5 posts from “acme/widget”, and everything that quotes them, for good. Continue?',
    'This deletes all sample posts and their signals for good. Continue?',
    'This deletes 1 post with the id github:docker 1, and everything that quotes it, for good. Continue?',
  ]);
  expect((await store.posts.kinds()).imported).toBe(false);
});

test.each([
  [
    ['forget', '--repository', 'acme/widget'],
    'This deletes 5 posts from “acme/widget”, and everything that quotes them,',
  ],
  [['sample', 'remove'], 'This deletes all sample posts and their signals'],
])('without a terminal nothing is deleted unless --yes is said: %j', async (args, what) => {
  const { environment, store } = await filled();
  const refused = await runCli(environment, ...args);
  expect(refused).toMatchObject({
    status: 1,
    told: [`error: ${what} for good. Nothing was deleted. To go ahead, add --yes.`],
  });
  expect((await store.posts.kinds()).imported).toBe(true);
  expect((await runCli(environment, ...args, '--yes')).status).toBe(0);
});

test('not even the bytes of the database files hold what was forgotten, while a service has them open', async () => {
  const folder = temporaryFolder();
  const environment = { DATA_DIR: join(folder, 'data'), AS_OF: new Date(NOW).toISOString() };
  const posts = complaints(4).map((post, index) => ({
    ...post,
    body: `The zanzibar${index} builder fails on every push.`,
    createdAt: new Date(post.createdAt).toISOString(),
  }));
  writeFileSync(join(folder, 'posts.ndjson'), posts.map((post) => JSON.stringify(post)).join('\n'));
  await runCli(environment, 'import', join(folder, 'posts.ndjson'));

  const service = await openTestStore({ dataDir: environment.DATA_DIR });
  await service.posts.kinds();

  await runCli(environment, 'forget', '--yes', '--post', 'github:docker 2');

  const files = ['service.sqlite', 'service.sqlite-wal'].map((name) => join(environment.DATA_DIR, name));
  const bytes = files.map((file) => readFileSync(file, 'latin1')).join('');
  expect(bytes).not.toContain('zanzibar2');
  expect(bytes).toContain('zanzibar3');
});

test('hiding can be undone, and says so when it was so before', async () => {
  const { environment, store } = await filled();
  const id = (await listedSignals(store))[0]?.id ?? '';

  const outcomes = [
    await runCli(environment, 'hide', 'signal', id),
    await runCli(environment, 'hide', 'signal', id),
    await runCli(environment, 'hide', 'signal', id, '--undo'),
    await runCli(environment, 'hide', 'post', 'github:docker 0'),
  ];

  expect(outcomes.map(({ status, printed }) => [status, ...printed])).toEqual([
    [0, `Signal ${id} is now hidden.`],
    [0, `Signal ${id} is already hidden.`],
    [0, `Signal ${id} is now shown.`],
    [0, 'Post github:docker 0 is now hidden.'],
  ]);
  expect(await listedSignals(store)).toMatchObject([{ volume: 4 }]);
});

test.each([
  [2, ['forget']],
  [2, ['forget', '--author', 'ada', '--post', 'github:1']],
  [2, ['forget', '--author', ' ']],
  [2, ['forget', '--post', 'github']],
  [2, ['forget', '--post', 'github:1', '--provider', 'gitlab']],
  [2, ['forget', '--author', 'ada', '--provider', 'GitHub']],
  [2, ['hide', 'signal', 'docker']],
  [2, ['hide', 'post', 'docker']],
  [1, ['hide', 'post', 'github:nowhere']],
  [1, ['hide', 'signal', '00000000-0000-4000-8000-000000000000']],
])('status %i and a reason for %j', async (status, args) => {
  const outcome = await runCli({ DATA_DIR: join(temporaryFolder(), 'data') }, ...args);

  expect(outcome).toMatchObject({ status, printed: [] });
  expect(outcome.told.join('\n')).toMatch(/^error: /);
});
