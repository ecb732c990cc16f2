import { randomUUID } from 'node:crypto';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createApiKey } from '../../src/accounts/keys/api-keys.ts';
import { importPosts } from '../../src/jobs/import.ts';
import { IncomingPost } from '../../src/model/post.ts';
import { samplePosts } from '../../src/sources/sample/stream.ts';
import { openStore, type Plan, type Store } from '../../src/store/index.ts';
import { makeOnce } from './run-folder.ts';

/** The moment that the posts of a filled store lead up to. */
export const AT = Date.parse('2026-03-15T12:00:00Z');
const FROM_DAY = '2026-02-01';
const TO_DAY = '2026-03-15';

export interface TestStore {
  store: Store;
  dataDir: string;
  close(): Promise<void>;
}

/** A store without a post, in a folder of its own. */
export async function openEmptyStore(now: () => number = Date.now): Promise<TestStore> {
  return openFolder(await createFolder(), now);
}

/** A store with six weeks of posts, imported and counted as the service does it. Reading the posts takes seconds. */
export async function openFilledStore(): Promise<TestStore> {
  const filled = await makeOnce('filled-store', async (dataDir) => {
    const store = await openStore({ dataDir });
    await fill(store);
    // Closing writes the log into the file.
    await store.close();
  });
  const dataDir = await createFolder();
  await cp(filled, dataDir, { recursive: true });
  return openFolder(dataDir, Date.now);
}

const createFolder = () => mkdtemp(join(tmpdir(), 'pain-signals-service-'));

async function openFolder(dataDir: string, now: () => number): Promise<TestStore> {
  const store = await openStore({ dataDir, now });
  return {
    store,
    dataDir,
    async close() {
      await store.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

export async function fill(store: Store): Promise<void> {
  await importPosts(
    { store, now: () => AT, newId: randomUUID },
    [...samplePosts(FROM_DAY, TO_DAY)].map((post) => IncomingPost.parse(post)),
    { sample: true },
  );
}

const RISING = [
  'Prettier plugin crashes on nested generics',
  'Helm rollback leaves stale hooks behind',
  'Playwright trace viewer shows a blank page',
];
const DAY_MS = 86_400_000;

/** Pains that nobody wrote about before the last week, each told by twelve people. */
export async function addRises(store: Store): Promise<void> {
  const posts = RISING.flatMap((title, pain) =>
    Array.from({ length: 12 }, (_, person) =>
      IncomingPost.parse({
        provider: 'github',
        externalId: `rise-${pain}-${person}`,
        title,
        body: `It fails on release ${person}.1 too, and blocks our team ${person} of ${pain + 3}.`,
        author: `riser-${pain}-${person}`,
        repository: `acme/project-${person % 3}`,
        owner: 'acme',
        createdAt: new Date(AT - ((person % 5) + 0.5) * DAY_MS).toISOString(),
      }),
    ),
  );
  await importPosts({ store, now: () => AT, newId: randomUUID }, posts);
}

let accounts = 0;

/** The key of a new account. */
export async function createKey(store: Store, plan: Plan = 'pro'): Promise<string> {
  accounts += 1;
  const account = await store.accounts.create(`person-${accounts}@example.org`, plan);
  if (account === null) throw new Error('the account exists already');
  return addKey(store, account.id);
}

/** One more key of an account. */
export async function addKey(store: Store, accountId: string): Promise<string> {
  const { key, prefix, secretHash } = createApiKey();
  await store.keys.create({ accountId, prefix, secretHash, name: null });
  return key;
}
