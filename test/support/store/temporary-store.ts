import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '@pain-signals/storage';
import { sql } from 'kysely';
import { DATABASE_NAME, openStore, type Store } from '#src/store/open-store.ts';
import { createDatabase } from './postgres.ts';

/** The app's own store in a folder that goes with it. */
export async function openTemporaryStore(now?: () => number): Promise<Store> {
  const [store] = await openSharedStores(1, now);
  if (store === undefined) throw new Error('no store');
  return store;
}

/** The store of a folder, and the same where what is not urgent waits an hour for others to be written with. */
export async function openPatientStore(
  now: () => number,
): Promise<{ store: Store; patient: Store; close(): Promise<void> }> {
  const { options, remove } = await temporaryFolder();
  const store = await openStore({ ...options, gatherMs: 0, now });
  const patient = await openStore({ ...options, gatherMs: 3_600_000, now });
  const close = async () => {
    await Promise.all([store.close(), patient.close()]);
    await remove();
  };
  return { store, patient, close };
}

/** The store as several processes have it open, on SQLite or, with the address of a server, on PostgreSQL; all are to be closed. */
export async function openSharedStores(count: number, now?: () => number, server?: string): Promise<Store[]> {
  const { options, remove } = await (server === undefined ? temporaryFolder() : temporaryDatabase(server));
  const stores: Store[] = [];
  for (let at = 0; at < count; at += 1)
    stores.push(await openStore({ ...options, gatherMs: 0, ...(now ? { now } : {}) }));
  let open = stores.length;
  return stores.map((store) => ({
    ...store,
    async close() {
      await store.close();
      open -= 1;
      if (open === 0) await remove();
    },
  }));
}

async function temporaryFolder() {
  const dataDir = await mkdtemp(join(tmpdir(), 'pain-signals-app-'));
  return {
    options: { databaseUrl: null, dataDir, encryptionKeys: null },
    remove: () => rm(dataDir, { recursive: true, force: true }),
  };
}

async function temporaryDatabase(server: string) {
  const { databaseUrl, drop } = await createDatabase(server);
  return { options: { databaseUrl, dataDir: '/nowhere', encryptionKeys: [randomBytes(32)] }, remove: drop };
}

/** A store whose rows can be overwritten with text that no version of the app writes. */
export async function openDamageableStore(now: () => number) {
  const { options, remove } = await temporaryFolder();
  const store = await openStore({ ...options, gatherMs: 0, now });
  const { kysely, close } = await openDatabase({ dataDir: options.dataDir, name: DATABASE_NAME });
  return {
    store: {
      ...store,
      async close() {
        await Promise.all([store.close(), close()]);
        await remove();
      },
    } satisfies Store,
    async damage(table: string, column: string, text: string, id: string, key = 'id'): Promise<void> {
      await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${text} where ${sql.ref(key)} = ${id}`.execute(
        kysely,
      );
    },
  };
}
