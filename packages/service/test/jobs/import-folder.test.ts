import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../storage/test/support/temporary-folder.ts';
import { type FolderDeps, ignoredIn, importDropped } from '../../src/jobs/import-folder.ts';
import type { IncomingPost } from '../../src/model/post.ts';
import { complaints, NOW } from '../support/posts.ts';
import { assignmentsOf, inFolder, openPipeline } from '../support/test-pipeline.ts';

const linesOf = (posts: readonly IncomingPost[]) =>
  posts.map((post) => JSON.stringify({ ...post, createdAt: new Date(post.createdAt).toISOString() })).join('\n');

async function aFolder() {
  const folder = mkdtempSync(join(temporaryFolder(), 'drop-'));
  const where = await inFolder();
  const watcher = async (): Promise<FolderDeps> => ({ ...(await openPipeline(where)), realNow: () => NOW });
  const drop = (name: string, content: string | Buffer, secondsAgo = 60) => {
    writeFileSync(join(folder, name), content);
    utimesSync(join(folder, name), NOW / 1000, NOW / 1000 - secondsAgo);
  };
  /** The names of the files there, without the time before them. */
  const names = (outcome: string) => readdirSync(join(folder, outcome)).map((name) => name.replace(/^\S+Z /, ''));
  const report = (outcome: string) => {
    const name = readdirSync(join(folder, outcome)).find((file) => file.endsWith('.report.json'));
    return JSON.parse(readFileSync(join(folder, outcome, name ?? ''), 'utf8'));
  };
  return { folder, drop, names, report, watcher };
}

test('a dropped file is imported and moves to done with a report, and is not read again', async () => {
  const { folder, drop, names, report, watcher } = await aFolder();
  const deps = await watcher();
  drop('posts.ndjson', linesOf(complaints(3)));

  await importDropped(deps, folder);

  expect(await assignmentsOf(deps.store)).toHaveLength(3);
  expect(names('done').toSorted()).toEqual(['posts.ndjson', 'posts.ndjson.report.json']);
  expect(report('done')).toMatchObject({ file: 'posts.ndjson', read: 3, stored: 3, known: 0, invalid: 0, faults: [] });
  expect(await importDropped(deps, folder)).toEqual([]);
});

test('a file with an invalid line moves to failed with the line in its report, and its other lines are in', async () => {
  const { folder, drop, names, report, watcher } = await aFolder();
  const deps = await watcher();
  drop('posts.ndjson', `${linesOf(complaints(2))}\nnonsense`);

  await importDropped(deps, folder);

  expect(await assignmentsOf(deps.store)).toHaveLength(2);
  expect(names('failed')).toContain('posts.ndjson');
  expect(report('failed')).toMatchObject({
    stored: 2,
    invalid: 1,
    faults: [{ line: 3, fault: expect.stringMatching(/^not JSON/) }],
  });
});

test('the report of a quote that is never closed says how many lines it took in', async () => {
  const { folder, drop, report, watcher } = await aFolder();
  drop('posts.csv', 'provider,externalId,title,createdAt\ngithub,1,"It breaks,2026-02-01T00:00:00Z\nx\n');

  await importDropped(await watcher(), folder);

  expect(report('failed')).toMatchObject({ faults: [{ line: 2, lastLine: 4 }] });
});

test('a file that is no import file moves to failed with the reason, and others stay where they are', async () => {
  const { folder, drop, names, report, watcher } = await aFolder();
  drop('posts.ndjson', Buffer.from([0x1f, 0x8b, 8, 0]));
  drop('posts.ndjson.part', 'unfinished');
  drop('.hidden.ndjson', 'unfinished');

  await importDropped(await watcher(), folder);

  expect(names('failed')).toContain('posts.ndjson');
  expect(report('failed').error).toMatch(/is a gzip file: unpack it first/);
  expect(readdirSync(folder).toSorted()).toEqual(['.hidden.ndjson', 'done', 'failed', 'posts.ndjson.part']);
});

test('a file with a line break in its name is imported, and one whose name is not UTF-8 is told about', async () => {
  const { folder, drop, names, watcher } = await aFolder();
  drop('two\nlines.ndjson', linesOf(complaints(1)));
  await importDropped(await watcher(), folder);

  expect(names('done')).toContain('two\nlines.ndjson');
  // As Node shows bytes that are not UTF-8; not every file system has such names.
  drop('\ufffd.ndjson', '');
  expect(await ignoredIn(folder)).toEqual(['\ufffd.ndjson']);
});

test('a file that changed within the last ten seconds is left until it is settled', async () => {
  const { folder, drop, watcher } = await aFolder();
  const deps = await watcher();
  drop('posts.ndjson', linesOf(complaints(1)), 9);

  expect(await importDropped(deps, folder)).toEqual([]);
  expect(await importDropped({ ...deps, realNow: () => NOW + 1_000 }, folder)).toHaveLength(1);
});

test('a file that is dated in the future is imported once it rests', async () => {
  const { folder, drop, watcher } = await aFolder();
  const inYears = -10 * 365 * 86_400;
  drop('posts.ndjson', linesOf(complaints(1)), inYears);
  const deps = { ...(await watcher()), realNow: () => Date.now() };

  expect(await importDropped(deps, folder)).toEqual([]);
  expect(await importDropped({ ...deps, realNow: () => Date.now() + 11_000 }, folder)).toHaveLength(1);
});

test('a file with as long a name as there can be stops neither its import nor that of others', async () => {
  const { folder, drop, names, watcher } = await aFolder();
  const long = `${'x'.repeat(248)}.ndjson`;
  drop(long, linesOf(complaints(2)));
  drop('y.ndjson', linesOf(complaints(2, { title: 'Another pain with the login' })));

  expect(await importDropped(await watcher(), folder)).toHaveLength(2);

  expect(names('done')).toContain('y.ndjson');
  expect(names('done')).toContain(`${long.slice(-200)}.report.json`);
});

test('two processes that watch a folder import each file once', async () => {
  const { folder, drop, watcher } = await aFolder();
  for (const name of ['a', 'b', 'c']) drop(`${name}.ndjson`, linesOf(complaints(2, { title: `Login ${name} fails` })));

  const reports = await Promise.all([importDropped(await watcher(), folder), importDropped(await watcher(), folder)]);

  expect(reports.flat().map(({ file, stored }) => [file, stored])).toEqual([
    ['a.ndjson', 2],
    ['b.ndjson', 2],
    ['c.ndjson', 2],
  ]);
});

test('a file whose import was interrupted is imported by the next look', async () => {
  const { folder, drop, names, watcher } = await aFolder();
  const deps = await watcher();
  drop('posts.ndjson', linesOf(complaints(3)));
  const dying = { ...deps.store, transaction: () => Promise.reject(new Error('killed')) };

  await expect(importDropped({ ...deps, store: dying }, folder)).rejects.toThrow('killed');
  expect(await importDropped(deps, folder)).toMatchObject([{ stored: 3 }]);

  expect(names('done')).toContain('posts.ndjson');
});

test('a file that ended the thread three times moves to failed, and the others are imported', async () => {
  const { folder, drop, names, report, watcher } = await aFolder();
  const deps = await watcher();
  drop('hostile.ndjson', linesOf(complaints(1)));
  drop('well.ndjson', linesOf(complaints(2, { title: 'Login loops on Safari' })));
  for (let times = 0; times < 3; times += 1)
    await deps.store.threadFailures.add('file hostile.ndjson', { failedAt: NOW, reason: 'out of memory' });

  await importDropped(deps, folder);

  expect(names('failed')).toContain('hostile.ndjson');
  expect(report('failed').error).toBe('the import ended unexpectedly 3 times (out of memory)');
  expect(names('done')).toContain('well.ndjson');
  expect(await deps.store.threadFailures.all()).toEqual([]);
});

test('a file that cannot be moved is read and told once, holds up no other, and moves as soon as it can', async () => {
  const { folder, drop, names, watcher } = await aFolder();
  const deps = await watcher();
  const unmoved: Parameters<typeof importDropped>[2] = new Map();
  drop('a.ndjson', linesOf(complaints(2)));
  drop('b.ndjson', linesOf(complaints(2, { title: 'Login loops on Safari' })));
  // No file may take the place of a folder.
  const inTheWay = join(folder, 'done', `${new Date(NOW).toISOString().replaceAll(':', '-')} a.ndjson`);
  mkdirSync(inTheWay, { recursive: true });

  const problem = expect.stringMatching(/^cannot be moved to done\/: E/);
  expect(await importDropped(deps, folder, unmoved)).toMatchObject([
    { file: 'a.ndjson', stored: 2, problem },
    { file: 'b.ndjson', stored: 2 },
  ]);
  expect(names('done')).toEqual(expect.arrayContaining(['b.ndjson', 'b.ndjson.report.json']));
  expect(names('done')).not.toContain('a.ndjson.report.json');
  expect(await deps.store.threadFailures.all()).toMatchObject([
    { work: 'moving file a.ndjson', failures: 1, reason: problem },
  ]);
  const track: FolderDeps['track'] = () => Promise.reject(new Error('was read again'));
  expect(await importDropped({ ...deps, track }, folder, unmoved)).toEqual([]);
  // Another process reads it once too.
  expect(await importDropped(deps, folder)).toMatchObject([{ file: 'a.ndjson', stored: 0, known: 2 }]);
  expect(await deps.store.threadFailures.all()).toMatchObject([{ failures: 1 }]);

  rmSync(inTheWay, { recursive: true });
  expect(await importDropped({ ...deps, track }, folder, unmoved)).toMatchObject([{ file: 'a.ndjson', stored: 2 }]);
  expect(names('done')).toEqual(expect.arrayContaining(['a.ndjson', 'a.ndjson.report.json']));
  expect(await deps.store.threadFailures.all()).toEqual([]);
});

test('a file that could not be moved is read again once it has changed, and forgotten when it is gone', async () => {
  const { folder, drop, watcher } = await aFolder();
  const deps = await watcher();
  const unmoved: Parameters<typeof importDropped>[2] = new Map();
  mkdirSync(join(folder, 'done', `${new Date(NOW).toISOString().replaceAll(':', '-')} a.ndjson`), { recursive: true });
  drop('a.ndjson', linesOf(complaints(1)));
  await importDropped(deps, folder, unmoved);
  drop('a.ndjson', linesOf(complaints(3)));

  expect(await importDropped(deps, folder, unmoved)).toMatchObject([{ file: 'a.ndjson', stored: 2, known: 1 }]);
  rmSync(join(folder, 'a.ndjson'));
  expect(await importDropped(deps, folder, unmoved)).toEqual([]);
  expect(await deps.store.threadFailures.all()).toEqual([]);
});

test('a file that grows while it is read stays, and what was added is imported later', async () => {
  const { folder, drop, names, watcher } = await aFolder();
  const deps = await watcher();
  const posts = complaints(4);
  drop('posts.ndjson', `${linesOf(posts.slice(0, 2))}\n`);
  const grow: FolderDeps['track'] = async (_, work) => {
    const result = await work();
    appendFileSync(join(folder, 'posts.ndjson'), linesOf(posts.slice(2)));
    return result;
  };

  expect(await importDropped({ ...deps, track: grow }, folder)).toEqual([]);
  expect(readdirSync(folder)).toContain('posts.ndjson');
  await importDropped({ ...deps, realNow: () => Date.now() + 60_000 }, folder);

  expect(await assignmentsOf(deps.store)).toHaveLength(4);
  expect(names('done')).toContain('posts.ndjson');
});

test('a file that was replaced by a link before it is opened is not read through it', async () => {
  const { folder, drop, watcher } = await aFolder();
  const deps = await watcher();
  const elsewhere = join(mkdtempSync(join(temporaryFolder(), 'private-')), 'private.ndjson');
  writeFileSync(elsewhere, linesOf(complaints(3)));
  drop('posts.ndjson', 'anything');
  const replace: FolderDeps['track'] = async (_, work) => {
    rmSync(join(folder, 'posts.ndjson'));
    symlinkSync(elsewhere, join(folder, 'posts.ndjson'));
    return work();
  };

  await importDropped({ ...deps, track: replace }, folder);

  expect(await assignmentsOf(deps.store)).toEqual([]);
});
