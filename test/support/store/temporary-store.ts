import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStore, type Store } from '#src/store/open-store.ts';

/** The app's own store in a folder that goes with it. */
export async function openTemporaryStore(now?: () => number): Promise<Store> {
  const dataDir = await mkdtemp(join(tmpdir(), 'pain-signals-app-'));
  const store = await openStore({
    databaseUrl: null,
    dataDir,
    encryptionKeys: null,
    gatherMs: 0,
    ...(now ? { now } : {}),
  });
  return {
    ...store,
    async close() {
      await store.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
