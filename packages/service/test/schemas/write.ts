import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { gzipSync } from 'node:zlib';
import root from '../../../../package.json' with { type: 'json' };
import { importPosts } from '../../src/jobs/import.ts';
import { openStore } from '../../src/store/index.ts';
import { complaints, NOW } from '../support/posts.ts';

/**
 * Keeps a small data folder of the schema as it is now, under the version of package.json: run before each release, and never again
 * for a version that is out. `node packages/service/test/schemas/write.ts`
 */

const name = join(import.meta.dirname, root.version);
const dataDir = await mkdtemp(join(tmpdir(), 'schema-'));
const store = await openStore({ dataDir, now: () => NOW });
await importPosts({ store, now: () => NOW, newId: () => crypto.randomUUID() }, complaints(5));
const account = await store.accounts.create('ada@example.com', 'pro');
await store.keys.create({
  accountId: account?.id ?? '',
  prefix: 'abcdefgh',
  secretHash: 'ab'.repeat(32),
  name: 'kept',
});
await rm(`${name}.backup`, { force: true });
await store.backUp(`${name}.backup`);
await store.close();
const file = join(dataDir, 'service.sqlite');
const database = new DatabaseSync(file);
database.exec('pragma journal_mode = delete; vacuum');
database.close();
await writeFile(`${name}.sqlite.gz`, gzipSync(await readFile(file), { level: 9 }));
await rm(dataDir, { recursive: true });
console.log(`Kept ${name}.sqlite.gz and ${name}.backup.`);
