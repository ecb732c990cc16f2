import { readFile } from 'node:fs/promises';
import { openDatabase } from '@pain-signals/storage';
import { sql } from 'kysely';
import { preparePost } from '../../packages/service/src/jobs/pipeline/prepare-post.ts';
import { IncomingPost } from '../../packages/service/src/model/post.ts';
import { openStore } from '../../packages/service/src/store/index.ts';
import { madeUpPosts } from './made-up-posts.ts';

/** Stores posts without looking for their signals, and makes a signal of the tellings of each topic. On PostgreSQL. */

const SIGNALS = Number(process.argv[2]);
const AT = Date.parse('2026-06-30T12:00:00Z');
const databaseUrl = process.env.DATABASE_URL;
const store = await openStore({ dataDir: '', databaseUrl });

const posts = [...madeUpPosts(SIGNALS)].map((post) => IncomingPost.parse(post));
const inOrder = posts.toSorted(
  (one, other) => Number.parseInt(one.externalId, 10) - Number.parseInt(other.externalId, 10),
);
for (let from = 0; from < inOrder.length; from += 1_000) {
  const placement = { clusterId: null, similarity: null, duplicateOf: null };
  const batch = inOrder.slice(from, from + 1_000).map((post, at) => {
    return { id: from + at + 1, post, prepared: preparePost(post), placement, sample: false, storedAt: AT };
  });
  await store.transaction((stores) => stores.posts.insert(batch));
}
const database = await openDatabase({ dataDir: '', databaseUrl, name: 'service' });
await sql.raw(await readFile(new URL('many-signals.sql', import.meta.url), 'utf8')).execute(database.kysely);
await database.close();
await store.close();
