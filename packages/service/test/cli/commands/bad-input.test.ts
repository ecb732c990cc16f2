import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { smallDisk } from '../../../../storage/test/support/small-disk.ts';
import { temporaryFolder } from '../../../../storage/test/support/temporary-folder.ts';
import { endOfLine, splitRecords } from '../../../src/sources/import/records.ts';
import { runCli } from '../../support/cli.ts';

const POST = { provider: 'github', createdAt: '2026-02-01T00:00:00Z', author: 'ada' };
const AS_OF = '2026-03-01T12:00:00Z';
const MEGABYTE = 1_000_000;

type Fields = Record<string, unknown>;

function fileOf(posts: readonly Fields[]): string {
  const file = join(temporaryFolder(), 'posts.ndjson');
  writeFileSync(file, posts.map((post) => JSON.stringify({ ...POST, ...post })).join('\n'));
  return file;
}

const good = (count: number): Fields[] =>
  Array.from({ length: count }, (_, index) => ({
    externalId: `good ${index}`,
    title: `Docker layer cache invalidated again by step ${index}`,
    body: `The build of part${index} starts from nothing since the upgrade, and it costs us half an hour. `.repeat(6),
    author: `author ${index}`,
  }));

async function importOf(posts: readonly Fields[]) {
  const environment = { DATA_DIR: join(temporaryFolder(), 'data'), AS_OF };
  const imported = await runCli(environment, 'import', fileOf(posts));
  const { printed } = await runCli(environment, 'assignments');
  return { imported, assigned: printed.map((line) => JSON.parse(line)) };
}

test('a post of emoji alone or of code alone is kept and joins no crowd of its like', async () => {
  const { imported, assigned } = await importOf([
    { externalId: 'emoji', title: '🔥🔥🔥', body: '😭' },
    { externalId: 'more emoji', title: '🔥🔥🔥', body: '😭' },
    { externalId: 'code', title: null, body: '```\nint main() { return 0; }\n```' },
    ...good(3),
  ]);

  expect(imported).toMatchObject({ status: 0, told: [] });
  expect(assigned).toHaveLength(6);
  expect(assigned.slice(0, 2)).toMatchObject([{ painSignalId: null }, { painSignalId: null }]);
  expect(assigned[2].public).toBe(false);
});

test('1970 and 2100 are times like others: the one is old, the other waits, and neither moves what is between', async () => {
  const { imported, assigned } = await importOf([
    { externalId: 'first', title: 'The clock was never set', createdAt: '1970-01-01T00:00:00Z' },
    { externalId: 'before', title: 'The clock was set wrong', createdAt: '1969-12-31T23:59:59Z' },
    { externalId: 'last', title: 'Docker layer cache invalidated again', createdAt: '2100-01-01T00:00:00Z' },
    ...good(3),
  ]);

  expect(imported.told).toEqual(['line 2: createdAt: must not be before 1970']);
  expect(imported.printed.slice(0, 4)).toEqual([
    '5 posts read:',
    '  4 new',
    '  1 new, counted later: dated in the future',
    '1 invalid line skipped.',
  ]);
  expect(assigned[1]).toMatchObject({ externalId: 'last', painSignalId: null });
});

test('very many identical posts are one voice', async () => {
  const [first = {}] = good(1);
  const { imported, assigned } = await importOf(
    Array.from({ length: 4_000 }, (_, index) => ({ ...first, externalId: `same ${index}`, author: `author ${index}` })),
  );

  expect(imported.printed.slice(0, 3)).toEqual([
    '4,000 posts read:',
    '      1 new',
    '  3,999 new, not counted: duplicates',
  ]);
  expect(new Set(assigned.map((post) => post.painSignalId)).size).toBe(1);
  expect(assigned.some((post) => post.public)).toBe(false);
});

test('a line of fifty megabytes is named and the next one goes in', async () => {
  const { imported, assigned } = await importOf([
    { externalId: 'long', title: 'x', body: 'y'.repeat(50 * MEGABYTE) },
    ...good(1),
  ]);

  expect(imported.told).toEqual(['line 1: longer than 5 MB']);
  expect(assigned).toMatchObject([{ externalId: 'good 0' }]);
});

test('however long a line is, no more than a lawful one of it is held', async () => {
  const MEGABYTES = 600;
  // What is garbage doesn't count, and when it is collected is not for us to say.
  setFlagsFromString('--expose-gc');
  const collectGarbage = runInNewContext('gc') as () => void;
  const memories: WeakRef<ArrayBufferLike>[] = [];
  let most = 0;
  async function* stream() {
    for (let sent = 0; sent < MEGABYTES; sent += 1) {
      const part = Buffer.alloc(MEGABYTE, 'x');
      memories.push(new WeakRef(part.buffer));
      yield part;
      if (sent % 100 > 0) continue;
      // What a WeakRef was asked for stays until the next turn of the event loop.
      await setImmediate();
      collectGarbage();
      most = Math.max(most, memories.filter((memory) => memory.deref() !== undefined).length);
    }
    yield Buffer.from('\nshort\n');
  }

  const records: (number | null)[] = [];
  for await (const { bytes } of splitRecords(stream(), endOfLine)) records.push(bytes?.length ?? null);

  expect(records).toEqual([null, 5]);
  expect(most).toBeLessThan(MEGABYTES / 10);
});

test('a full disk is told in a sentence; what went in before is whole, and the rest follows when there is room', async (context) => {
  const disk = smallDisk('1536k');
  if (disk === null) return context.skip('a small disk takes the right to mount one');
  const environment = { DATA_DIR: join(disk.folder, 'data'), AS_OF };
  const posts = good(900);
  const file = fileOf(posts);
  await runCli(environment, 'import', fileOf(posts.slice(0, 50)));

  const full = await runCli(environment, 'import', file);
  const kept = await runCli(environment, 'assignments');
  disk.resize('64m');
  const rest = await runCli(environment, 'import', file);

  expect(full).toEqual({
    status: 1,
    printed: [],
    told: ['error: The disk is full. What is stored so far is intact. Free some space and run the command again.'],
  });
  expect(kept.printed).toHaveLength(50);
  expect(rest.status).toBe(0);
  expect(rest.printed.slice(0, 3)).toEqual(['900 posts read:', '  850 new, not public yet', '   50 already stored']);
});
