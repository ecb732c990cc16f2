import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { importPosts } from '../../src/jobs/import.ts';
import type { PipelineDeps } from '../../src/jobs/pipeline/pipeline-run.ts';
import { restoreBackup } from '../../src/jobs/restore.ts';
import { complaints, NOW } from '../support/posts.ts';
import { type DatabaseLocation, listedSignals, openPipeline } from '../support/test-pipeline.ts';

export const SCHEMAS = join(import.meta.dirname, '../schemas');

/** The versions that were released, each kept as a data folder's file, a dump of PostgreSQL and a backup. */
export const keptSchemas = (end: '.sqlite.gz' | '.sql.gz' | '.backup'): string[] =>
  readdirSync(SCHEMAS).filter((name) => name.endsWith(end));

/** What every kept schema holds, and that it can be gone on from. */
export async function expectKept(pipeline: PipelineDeps): Promise<void> {
  expect(await listedSignals(pipeline.store)).toMatchObject([{ state: 'active', volume: 5 }]);
  expect(await pipeline.store.keys.findByPrefix('abcdefgh')).toMatchObject({
    key: { name: 'kept' },
    account: { email: 'ada@example.com', plan: 'pro' },
  });
  expect(await importPosts({ ...pipeline, now: () => NOW }, complaints(7))).toMatchObject({ stored: 2, known: 5 });
  expect(await listedSignals(pipeline.store)).toMatchObject([{ volume: 7 }]);
}

export function testKeptBackups(place: () => Promise<DatabaseLocation>): void {
  test.each(keptSchemas('.backup'))('the backup %s can be restored', async (name) => {
    const pipeline = await openPipeline(await place());

    await restoreBackup(pipeline, join(SCHEMAS, name));

    await expectKept(pipeline);
  });
}
