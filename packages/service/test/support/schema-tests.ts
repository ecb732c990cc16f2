import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { PipelineDeps } from '../../src/pipeline/run-deps.ts';
import { importPosts } from '../../src/pipeline/run-import.ts';
import { restoreBackup } from '../../src/pipeline/run-restore.ts';
import { complaints, NOW } from './posts.ts';
import { type DatabaseLocation, listedSignals, openPipeline } from './test-pipeline.ts';

export const SCHEMAS = join(import.meta.dirname, '../schemas');

/** The versions that were released, each kept as a data folder's file and as a backup. */
export const keptSchemas = (end: '.sqlite.gz' | '.backup'): string[] =>
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
