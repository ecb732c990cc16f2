import { randomUUID } from 'node:crypto';
import type { DatabaseOptions } from '@pain-signals/storage';
import { onTestFinished } from 'vitest';
import { createPostgresDatabase } from '../../../storage/test/support/postgres.ts';
import { temporaryFolder } from '../../../storage/test/support/temporary-folder.ts';
import type { PipelineDeps } from '../../src/jobs/pipeline/pipeline-run.ts';
import { openStore, type PostAssignment, type SignalRow, type Store } from '../../src/store/index.ts';
import { NOW } from './posts.ts';

export type DatabaseLocation = Omit<DatabaseOptions, 'name'>;

/** An empty embedded database, gone after the test. */
export const inFolder = (): Promise<DatabaseLocation> => Promise.resolve({ dataDir: temporaryFolder() });

/** An empty PostgreSQL database, gone after the test. */
export async function onPostgres(dump?: string): Promise<DatabaseLocation> {
  const { databaseUrl, drop } = await createPostgresDatabase(dump);
  onTestFinished(drop);
  return { databaseUrl, dataDir: temporaryFolder() };
}

export async function openTestStore(place: DatabaseLocation, now?: () => number): Promise<Store> {
  const store = await openStore({ ...place, ...(now === undefined ? {} : { now }) });
  onTestFinished(() => store.close());
  return store;
}

export interface TestPipeline extends PipelineDeps {
  /** The clock: set it to move the pipeline's now. */
  clock: { at: number };
}

export async function openPipeline(place: DatabaseLocation): Promise<TestPipeline> {
  const clock = { at: NOW };
  const now = () => clock.at;
  return { store: await openTestStore(place, now), now, newId: randomUUID, clock };
}

export async function assignmentsOf(store: Store): Promise<PostAssignment[]> {
  const assignments: PostAssignment[] = [];
  for await (const assignment of store.assignments()) assignments.push(assignment);
  return assignments;
}

/** Every listed signal, best first. */
export async function listedSignals(store: Store): Promise<SignalRow[]> {
  return (await store.signals.list({ sortBy: 'score', direction: 'desc', page: 0, size: 100 })).rows;
}
