import { createHash, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { openDatabase, takeWriterLock } from '@pain-signals/storage';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../storage/test/support/temporary-folder.ts';
import { importPosts } from '../../src/jobs/import.ts';
import { forget } from '../../src/jobs/removals.ts';
import { restoreBackup } from '../../src/jobs/restore.ts';
import { createKey } from '../support/filled-store.ts';
import { aPost, complaints, NOW } from '../support/posts.ts';
import {
  assignmentsOf,
  type DatabaseLocation,
  listedSignals,
  openPipeline,
  type TestPipeline,
} from '../support/test-pipeline.ts';

/** Everything that people see, and what an import goes on from. */
const stateOf = async ({ store }: TestPipeline) => ({
  assignments: await assignmentsOf(store),
  signals: await listedSignals(store),
  briefs: await store.briefs.list(NOW),
  clusters: await Array.fromAsync(store.clusters.open()),
  terms: await store.clusters.documentFrequencies(),
  snapshot: await store.snapshots.latest(),
});

const filled = async (place: DatabaseLocation, count = 5): Promise<TestPipeline> => {
  const pipeline = await openPipeline(place);
  await importPosts(pipeline, complaints(count));
  return pipeline;
};

/** Backups are the same on both databases; `place` gives each test an empty one, `elsewhere` one of the other kind if there is one. */
export function testBackups(
  place: () => Promise<DatabaseLocation>,
  elsewhere: () => Promise<DatabaseLocation> = place,
): void {
  test('a backup brings everything back as it was, here and in a database of another kind, and importing goes on from it', async () => {
    const pipeline = await filled(await place());
    const key = await createKey(pipeline.store);
    const file = join(temporaryFolder(), 'monday.backup');
    const state = await stateOf(pipeline);
    const revision = await pipeline.store.revision();

    const progress: number[] = [];
    const rows = await pipeline.store.backUp(file, { onProgress: (done, all) => progress.push(done / all) });
    expect(progress).toHaveLength(rows);
    expect(progress.at(-1)).toBe(1);
    expect((await stat(file)).mode & 0o777).toBe(0o600);

    await importPosts(pipeline, complaints(4, { title: 'The login page forgets who I am' }));
    expect(await stateOf(pipeline)).not.toEqual(state);
    expect(await restoreBackup(pipeline, file)).toEqual({ rows, forgotten: 0 });
    expect(await stateOf(pipeline)).toEqual(state);
    expect(await pipeline.store.revision()).toBeGreaterThan(revision);

    const other = await filled(await elsewhere(), 3);
    await restoreBackup(other, file);
    expect(await stateOf(other)).toEqual(state);
    expect(await other.store.keys.findByPrefix(key.split('_')[1] ?? '')).not.toBeNull();
    const more = complaints(8);
    expect(await importPosts(other, more)).toMatchObject({ stored: 3, known: 5 });
    await importPosts(pipeline, more);
    expect(await assignmentsOf(other.store)).toEqual(await assignmentsOf(pipeline.store));
  });

  test('a backup is of one moment, whatever is written meanwhile', async () => {
    const where = await place();
    const pipeline = await filled(where);
    const writer = await openPipeline(where);
    const file = join(temporaryFolder(), 'busy.backup');
    const state = await stateOf(pipeline);

    let writing: Promise<unknown> | null = null;
    await pipeline.store.backUp(file, {
      onProgress: () => {
        writing ??= importPosts(writer, complaints(4, { title: 'The login page forgets who I am' }));
      },
    });
    await writing;
    await restoreBackup(pipeline, file);

    expect(await stateOf(pipeline)).toEqual(state);
  });

  test('what was forgotten after the backup is not brought back by it', async () => {
    const pipeline = await filled(await place());
    const file = join(temporaryFolder(), 'before.backup');
    await pipeline.store.backUp(file);
    await forget(pipeline, { kind: 'author', name: 'author-docker 0', provider: null });

    const counted = async () =>
      Promise.all((['revision', 'removals', 'turns'] as const).map((name) => pipeline.store.counters.get(name)));
    const before = await counted();

    expect(await restoreBackup(pipeline, file)).toMatchObject({ forgotten: 1 });

    // Caches and imports that go on in other processes must read everything again.
    const after = await counted();
    for (const [at, count] of before.entries()) expect(after[at]).toBeGreaterThan(count);
    expect(JSON.stringify(await stateOf(pipeline))).not.toContain('docker 0"');
    expect(await listedSignals(pipeline.store)).toMatchObject([{ volume: 4 }]);
  });

  test('nothing of somebody whose name is an email address comes back from a backup after she was forgotten', async () => {
    const pipeline = await filled(await place());
    const file = join(temporaryFolder(), 'with-ada.backup');
    await importPosts(pipeline, [aPost({ externalId: 'hers', author: 'ada@example.com' })]);
    await pipeline.store.backUp(file);

    const other = await openPipeline(await elsewhere());
    await forget(other, { kind: 'author', name: 'ada@example.com', provider: null }, { alsoInFuture: true });

    expect(await restoreBackup(other, file)).toMatchObject({ forgotten: 1 });
    expect(await assignmentsOf(other.store)).toHaveLength(5);
  });

  /** As a restore that was killed leaves them. */
  const leaveRemains = async (where: DatabaseLocation) => {
    const staging = await openDatabase<Record<string, never>>({ ...where, name: 'service_restoring' });
    if (where.databaseUrl !== undefined) await sql`create schema service_restoring`.execute(staging.kysely);
    await sql`create table post_texts as select 'secret' as text`.execute(staging.kysely);
    await staging.close();
  };
  /** Whether there are remains; drops them. */
  const remainsOf = ({ store }: TestPipeline) => store.dropRestoreRemains();

  test('a restore that is stopped changes nothing and leaves no copy of the backup', async () => {
    const pipeline = await filled(await place());
    const file = join(temporaryFolder(), 'stopped.backup');
    await pipeline.store.backUp(file);
    await importPosts(pipeline, complaints(4, { title: 'The login page forgets who I am' }));
    const state = await stateOf(pipeline);

    const restoring = restoreBackup(pipeline, file, (done) => {
      if (done === 9) process.emit('SIGINT', 'SIGINT');
    });

    await expect(restoring).rejects.toMatchObject({
      exitStatus: 130,
      message: expect.stringMatching(/^Stopped before anything was replaced/),
    });
    expect(await stateOf(pipeline)).toEqual(state);
    expect(await remainsOf(pipeline)).toBe('none');
    expect(await restoreBackup(pipeline, file)).toMatchObject({ forgotten: 0 });
  });

  test('the copy of a backup that a killed restore left is deleted when the database is opened, and by forget', async () => {
    const where = await place();
    const pipeline = await filled(where);
    await leaveRemains(where);
    await openPipeline(where);
    expect(await remainsOf(pipeline)).toBe('none');

    await leaveRemains(where);
    await forget(pipeline, { kind: 'author', name: 'author-docker 0', provider: null });
    expect(await remainsOf(pipeline)).toBe('none');
  });

  test('while a restore runs its copy of the backup is kept, and forget deletes nothing', async () => {
    const where = await place();
    const pipeline = await filled(where);
    await leaveRemains(where);
    const running = await takeWriterLock({ ...where, name: 'service' }, 'service_restoring');

    await openPipeline(where);
    const forgetting = forget(pipeline, { kind: 'author', name: 'author-docker 0', provider: null });
    await expect(forgetting).rejects.toThrow(/A restore is running.*Nothing was deleted/);
    expect(await assignmentsOf(pipeline.store)).toHaveLength(5);
    expect(await remainsOf(pipeline)).toBe('in use');

    await running.release();
    expect(await remainsOf(pipeline)).toBe('dropped');
  });

  test('a file that is there, damaged, of something else or of a newer version is refused, and nothing changes', async () => {
    const pipeline = await filled(await place());
    const folder = temporaryFolder();
    const file = join(folder, 'good.backup');
    await pipeline.store.backUp(file);
    await expect(pipeline.store.backUp(file)).rejects.toThrow(/already exists/);
    await expect(pipeline.store.backUp(join(folder, 'no such folder', 'x'))).rejects.toThrow(/cannot be written/);
    const state = await stateOf(pipeline);

    const bytes = await readFile(file);
    const text = gunzipSync(bytes).toString();
    const body = text.split('\n').slice(0, -2).join('\n');
    /** With a checksum that is right. */
    const forged = (content: string) => {
      const sha256 = createHash('sha256').update(`${content}\n`).digest('hex');
      return gzipSync(`${content}\n${JSON.stringify({ sha256 })}\n`);
    };
    const header = JSON.parse(body.split('\n')[0] ?? '');
    const oneTable = (table: object, row: unknown) =>
      forged(
        [{ ...header, tables: [{ name: 'accounts', columns: ['id'], rows: 1, ...table }] }, row]
          .map((line) => JSON.stringify(line))
          .join('\n'),
      );
    const withCell = (table: string, column: string, cell: unknown) => {
      const lines = body.split('\n');
      const tables: { name: string; columns: string[]; rows: number }[] = header.tables;
      const at = tables.findIndex(({ name }) => name === table);
      const line = 1 + tables.slice(0, at).reduce((sum, { rows }) => sum + rows, 0);
      const row: unknown[] = JSON.parse(lines[line] ?? '');
      const changed = row.with(tables[at]?.columns.indexOf(column) ?? -1, cell);
      return forged(lines.with(line, JSON.stringify(changed)).join('\n'));
    };
    const bad: [string, Buffer, RegExp][] = [
      ['bomb', gzipSync(Buffer.alloc(48 * 1024 * 1024, 'a')), /longer than any row/],
      ['cut', bytes.subarray(0, bytes.length - 20), /is damaged/],
      ['changed', gzipSync(text.replace('invalidated', 'inoculated1')), /is damaged/],
      ['short', gzipSync(`${text.split('\n').slice(0, -3).join('\n')}\n`), /damaged/],
      ['empty', Buffer.alloc(0), /is not a Pain Signals backup|is damaged/],
      ['noise', randomBytes(500), /is not a Pain Signals backup/],
      ['other', gzipSync('{"hello": 1}\n'), /is not a Pain Signals backup|is damaged/],
      [
        'newer',
        gzipSync(text.replace('"0001-first-tables"', '"0001-first-tables","9999-of-tomorrow"')),
        /newer version.*9999/,
      ],
      ['foreign', forged(body.replace('"program":"service"', '"program":"app"')), /another program/],
      ['inherited', forged(body.replace('"0001-first-tables"', '"0001-first-tables","constructor"')), /newer version/],
      ['system table', oneTable({ name: 'sqlite_master' }, ['x']), /damaged: it has tables/],
      ['unknown column', oneTable({ columns: ['__proto__'] }, ['x']), /damaged: it has tables/],
      ['negative', oneTable({ rows: -1 }, []), /damaged: it has tables/],
      ['no row', oneTable({}, { id: 1 }), /damaged: a row of accounts/],
      ['no columns', oneTable({ columns: 'id' }, ['x']), /damaged: it has tables/],
      ['no table', forged(JSON.stringify({ ...header, tables: [null] })), /damaged: it has tables/],
      ['no tables', forged(JSON.stringify({ ...header, tables: {} })), /damaged: it has tables/],
      ['no migrations', forged(JSON.stringify({ ...header, migrations: null })), /damaged: it has tables/],
      [
        'a gap in the migrations',
        forged(JSON.stringify({ ...header, migrations: header.migrations.slice(1), tables: [] })),
        /damaged: no version/,
      ],
      ['twice', oneTable({ columns: ['id', 'id'] }, ['x', 'y']), /damaged: one of its rows/],
      ['too few columns', oneTable({}, ['x']), /damaged: one of its rows/],
      [
        'rows that nothing announces',
        forged(`${JSON.stringify({ ...header, tables: [] })}${'\n0'.repeat(9)}`),
        /too many rows/,
      ],
      ['deep', gzipSync('['.repeat(2 * 1024 * 1024)), /damaged: a line of it is no row/],
      ['no value', oneTable({}, [{ a: 1 }]), /damaged: a row of accounts/],
      ['text for a number', withCell('posts', 'chunk_count', '[]'), /damaged: a row of posts/],
      ['a number for text', withCell('posts', 'title', 7), /damaged: a row of posts/],
      ['no JSON', withCell('clusters', 'terms_json', '{'), /damaged: a row of clusters/],
    ];
    for (const [name, content, reason] of bad) {
      const path = join(folder, name);
      await writeFile(path, content);
      await expect(restoreBackup(pipeline, path), name).rejects.toThrow(reason);
    }
    await expect(restoreBackup(pipeline, join(folder, 'nowhere'))).rejects.toThrow(/there is no such file/);

    expect(await stateOf(pipeline)).toEqual(state);
    expect(existsSync(join(folder, 'good.backup.partial'))).toBe(false);
  });
}
