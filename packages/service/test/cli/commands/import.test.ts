import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../../storage/test/support/temporary-folder.ts';
import { describePublication } from '../../../src/cli/commands/import.ts';
import { importPosts } from '../../../src/jobs/import.ts';
import { openStore } from '../../../src/store/index.ts';
import { runCli, startCli } from '../../support/cli.ts';
import { complaints } from '../../support/posts.ts';

const lines = (count: number) =>
  complaints(count).map((post) => JSON.stringify({ ...post, createdAt: new Date(post.createdAt).toISOString() }));

function inFolder(content: string, name = 'posts.ndjson') {
  const folder = temporaryFolder();
  const file = join(folder, name);
  writeFileSync(file, content);
  return { file, environment: { DATA_DIR: join(folder, 'data'), AS_OF: '2026-03-01T12:00:00Z' } };
}

const EXPLAIN_HINT = 'To see what became of one of these posts: npm run -s cli -- explain PROVIDER:ID';

test('a good file goes in whole, and again without a change', async () => {
  const { file, environment } = inFolder(lines(3).join('\n'));

  const first = await runCli(environment, 'import', file);
  const assigned = await runCli(environment, 'assignments');
  const again = await runCli(environment, 'import', file);

  const standing = ['Of 3 stored posts:', '  3 in 1 public signal'];
  expect(first).toEqual({ status: 0, printed: ['3 posts read:', '  3 new', ...standing, EXPLAIN_HINT], told: [] });
  expect(again).toEqual({ status: 0, printed: ['3 posts read:', '  3 already stored', ...standing], told: [] });
  expect(assigned.printed.map((line) => JSON.parse(line))).toEqual(
    complaints(3).map(({ provider, externalId }) => ({
      provider,
      externalId,
      painSignalId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      public: true,
    })),
  );
  expect(await runCli(environment, 'assignments')).toEqual(assigned);
});

test('says what became of each post that was read, and which bots wrote some, line by line', async () => {
  const [post] = complaints(1);
  const line = (fields: object) =>
    JSON.stringify({ ...post, createdAt: '2026-02-28T12:00:00Z', externalId: JSON.stringify(fields), ...fields });
  const { file, environment } = inFolder(
    [
      line({}),
      line({ author: 'renovate[bot]' }),
      line({ author: 'dependabot[bot]', title: 'One' }),
      line({ author: 'dependabot[bot]', title: 'Two' }),
      line({ title: 'Release notes 2.1' }),
      line({ createdAt: '2026-03-04T12:00:00Z' }),
    ].join('\n'),
  );

  const { printed } = await runCli(environment, 'import', file);

  expect(printed.slice(0, -2)).toEqual([
    '6 posts read:',
    '  1 new',
    '  3 new, not counted: from bots (dependabot[bot] and renovate[bot])',
    '  1 new, not counted: announcements',
    '  1 new, counted later: dated in the future',
    'Of 6 stored posts:',
    '  1 not in a public signal yet: in groups of fewer than 3 posts (1 group)',
    '  5 not counted: from bots, announcements, duplicates, future dates or hidden posts',
  ]);
});

test('a bot that names itself with breaks, terminal codes or at length adds no line and no code to the report', async () => {
  const [post] = complaints(1);
  const authors = ['two\n  9 in 1 public signal\u202e[bot]', 'red\u001b[31m[bot]', `${'long'.repeat(100)}[bot]`];
  const said = { ...post, createdAt: '2026-02-28T12:00:00Z' };
  const posts = authors.map((author) => JSON.stringify({ ...said, author, externalId: author, title: author }));
  const { file, environment } = inFolder(posts.join('\n'));

  const { printed } = await runCli(environment, 'import', file);

  expect(printed.find((line) => line.includes('bots'))).toBe(
    `  3 new, not counted: from bots (two 9 in 1 public signal[bot], red [31m[bot], and ${'long'.repeat(15)}…)`,
  );
});

test('bad lines are told with number and reason, the rest goes in, and the status is 1', async () => {
  const [one = '', two = '', three = ''] = lines(3);
  const { file, environment } = inFolder([one, '{', '{', two, '{"provider":"github"}', three].join('\n'));

  const outcome = await runCli(environment, 'import', file);

  expect(outcome.status).toBe(1);
  expect(outcome.printed.slice(0, 3)).toEqual(['3 posts read:', '  3 new', '3 invalid lines skipped.']);
  expect(outcome.told).toEqual([
    expect.stringMatching(/^lines 2 to 3: not JSON/),
    expect.stringMatching(/^line 5: externalId: .*createdAt: /),
  ]);
});

test('a file of a thousand lines and no post is not read to its end, and a line of the right shape is shown', async () => {
  const { file, environment } = inFolder([...Array(1_000).fill('{"id": 1}'), ...lines(3)].join('\n'));

  const outcome = await runCli(environment, 'import', file);

  expect(outcome).toMatchObject({ status: 1, printed: [] });
  expect(outcome.told).toEqual([
    expect.stringMatching(/^lines 1 to 1000: provider: /),
    expect.stringMatching(/None of the first 1000 lines is a post.*stored nothing.*"externalId"/),
  ]);
});

test('what is not public yet is told, and what it lacks', async () => {
  const [one = '', two = ''] = lines(2);
  const { file, environment } = inFolder([one, two].join('\n'));

  const { printed } = await runCli(environment, 'import', file);

  expect(printed.slice(2)).toEqual([
    'Of 2 stored posts:',
    '  2 not in a public signal yet: in groups of fewer than 3 posts (1 group)',
    expect.stringMatching(/^A signal becomes public when it has at least 3 similar posts .* by at least 2 authors/),
    EXPLAIN_HINT,
  ]);
});

test('posts added to others are said to be in public signals, or not yet', async () => {
  const { file, environment } = inFolder(lines(3).join('\n'));
  await runCli(environment, 'import', file);
  const [like = ''] = complaints(4)
    .slice(3)
    .map((post) => JSON.stringify({ ...post, createdAt: new Date(post.createdAt).toISOString() }));
  const other = JSON.stringify({
    ...JSON.parse(like),
    externalId: 'other',
    author: 'stranger',
    title: 'Printer prints every page upside down',
    body: 'Our printer turns each sheet around.',
  });
  writeFileSync(file, [like, other].join('\n'));

  const { printed } = await runCli(environment, 'import', file);

  expect(printed.slice(0, 2)).toEqual(['2 posts read:', '  2 new: 1 in public signals, 1 not public yet']);
});

test('what groups lack is listed below their posts, which add up', () => {
  const withheld = { documents: 90, authors: 0, daysOrRepositories: 0, coherence: 5, topic: 5 };
  const tallies = [
    { state: 'active' as const, signals: 2, posts: 1_200 },
    { state: 'candidate' as const, signals: 40, posts: 100 },
  ];
  expect(describePublication({ stored: 1_303, tallies, withheld }, null).slice(0, -1)).toEqual([
    'Of 1,303 stored posts:',
    '  1,200 in 2 public signals',
    '    100 not in a public signal yet, in 40 groups:',
    '       90 in groups of fewer than 3 posts',
    '        5 in groups of posts with little in common',
    '        5 not about a problem or a request',
    '      3 not counted: from bots, announcements, duplicates, future dates or hidden posts',
  ]);
});

test('posts of long ago are in no list, which is told with the way to see them', async () => {
  const { file, environment } = inFolder(lines(3).join('\n'));

  const { printed } = await runCli({ ...environment, AS_OF: '2030-01-01T00:00:00Z' }, 'import', file);

  const nothing = { documents: 0, authors: 0, daysOrRepositories: 0, coherence: 0, topic: 0 };
  expect(printed.at(-2)).toBe('  3 archived: 1 signal without a post in 365 days before AS_OF');
  const tallies = [{ state: 'archived' as const, signals: 1, posts: 3 }];
  expect(describePublication({ stored: 3, tallies, withheld: nothing }, null).at(-1)).toBe(
    '  3 archived: 1 signal without a post in 365 days. To replay a past corpus at its own time, set AS_OF',
  );
});

test('Ctrl-C ends an import at once and says that nothing of what was stored is lost', async () => {
  const { file, environment } = inFolder(lines(3).join('\n'));
  const store = await openStore({ dataDir: environment.DATA_DIR });
  const lock = await store.lockPipeline();
  const { process, outcome } = startCli(environment, 'import', file);
  await once(process.stderr ?? process, 'data');

  process.kill('SIGINT');
  const stopped = await outcome;
  await lock.release();
  await store.close();

  expect(stopped).toMatchObject({
    status: 130,
    stderr: expect.stringMatching(/Stopped\. What is stored so far is intact/),
  });
});

test('who imports beside the sample is told that invented posts share the signals, and how to end that', async () => {
  const { file, environment } = inFolder(lines(3).join('\n'));
  const store = await openStore({ dataDir: environment.DATA_DIR });
  const run = { store, now: () => Date.parse(environment.AS_OF), newId: () => crypto.randomUUID() };
  await importPosts(run, complaints(2, { provider: 'gitlab' }), { sample: true });
  await store.close();

  const beside = await runCli(environment, 'import', file);
  const mixed = await runCli(environment, 'doctor');
  await runCli(environment, 'sample', 'remove', '--yes');
  const alone = await runCli(environment, 'import', file);

  const own = await runCli(environment, 'doctor');
  expect(own.printed).toContain('ok  posts: 3 stored');
  expect(mixed.printed).toContain('ok  posts: sample data mixed with real posts');
  expect(beside).toMatchObject({ status: 0, told: [expect.stringMatching(/Sample data.*sample remove$/)] });
  expect(alone).toMatchObject({ status: 0, told: [] });
});

test('the status stays 1 when the file with bad lines is imported again', async () => {
  const { file, environment } = inFolder([...lines(1), '{'].join('\n'));
  await runCli(environment, 'import', file);

  expect((await runCli(environment, 'import', file)).status).toBe(1);
});

test.each([
  ['missing.ndjson', 1, /no such file/],
  ['posts.json', 1, /must end in \.ndjson or \.csv/],
])('%s is refused in one line', async (name, status, reason) => {
  const { environment } = inFolder('');

  const outcome = await runCli(environment, 'import', join(environment.DATA_DIR, name));

  expect(outcome).toMatchObject({ status, printed: [] });
  expect(outcome.told.join('\n')).toMatch(reason);
  expect(outcome.told).toHaveLength(1);
});

test.each([
  ['a pipe', (path: string) => execFileSync('mkfifo', [path])],
  ['a folder', (path: string) => mkdirSync(path)],
])('%s is refused in one line, and not waited for', async (_, make) => {
  const { environment } = inFolder('');
  const path = join(temporaryFolder(), 'posts.ndjson');
  make(path);

  expect(await runCli(environment, 'import', path)).toEqual({
    status: 1,
    printed: [],
    told: [`error: ${path} is a folder, a pipe or a device. Only files can be imported.`],
  });
});

test.each([
  ['posts.ndjson', ''],
  ['posts.ndjson', '\n\n'],
  ['posts.csv', ''],
  ['posts.csv', 'provider,externalId,title,createdAt\n'],
])('an empty %s holds no posts, which is said', async (name, content) => {
  const { file, environment } = inFolder(content, name);

  expect(await runCli(environment, 'import', file)).toEqual({
    status: 0,
    printed: [`${file} contains no posts.`],
    told: [],
  });
});

test('an import waits for another one to end, and says so', async () => {
  const { file, environment } = inFolder(lines(3).join('\n'));
  const store = await openStore({ dataDir: environment.DATA_DIR });
  const lock = await store.lockPipeline();

  const { process, outcome } = startCli(environment, 'import', file);
  const said = String(await once(process.stderr ?? process, 'data'));
  await lock.release();
  await store.close();

  expect(said).toMatch(/Another import .*Waiting/);
  expect(await outcome).toMatchObject({
    status: 0,
    stdout: expect.stringMatching(/^3 posts read:\n {2}3 new\n/),
  });
});

test('of two imports of one file at once each post is stored by one', async () => {
  const { file, environment } = inFolder(lines(40).join('\n'));

  const both = [startCli(environment, 'import', file), startCli(environment, 'import', file)];
  const outcomes = await Promise.all(both.map(({ outcome }) => outcome));

  expect(outcomes.map(({ status }) => status)).toEqual([0, 0]);
  expect(outcomes.map(({ stdout }) => stdout.split('\n').slice(0, 2).join()).sort()).toEqual([
    '40 posts read:,  40 already stored',
    '40 posts read:,  40 new',
  ]);
});
