import { randomUUID } from 'node:crypto';
import { preparePost } from '../../packages/service/src/jobs/pipeline/prepare-post.ts';
import { IncomingPost, type PreparedPost } from '../../packages/service/src/model/post.ts';
import { countFigures } from '../../packages/service/src/scoring/figures.ts';
import { scoreSignals } from '../../packages/service/src/scoring/score.ts';
import { openStore, type Stores } from '../../packages/service/src/store/index.ts';
import { madeUpPosts } from './made-up-posts.ts';

/**
 * Fills an empty database with made-up signals and their posts, counted and scored as at their last post:
 * `node bench/support/many-signals.ts SIGNALS`. The pipeline takes a quarter of an hour for 100,000.
 */

const SIGNALS = Number(process.argv[2]);
const AT = Date.parse('2026-06-30T12:00:00Z');
const A_TRANSACTION = 500;

interface MadeUpSignal {
  id: string;
  posts: { id: number; post: IncomingPost; prepared: PreparedPost }[];
}

const store = await openStore({ dataDir: process.env.DATA_DIR ?? '', databaseUrl: process.env.DATABASE_URL });
let lastId = 0;
let batch: MadeUpSignal[] = [];
for (const posts of madeUpPosts(SIGNALS)) {
  batch.push({ id: randomUUID(), posts: posts.map(prepare) });
  if (batch.length === A_TRANSACTION) await storeBatch();
}
await storeBatch();
await store.transaction(async ({ counters, snapshots }) => {
  await snapshots.take(AT, SIGNALS, []);
  await counters.set('consolidated', await counters.get('clusters'));
  await counters.set('nightAt', AT);
});
await store.analyze();
await store.close();

function prepare(made: object): MadeUpSignal['posts'][number] {
  const post = IncomingPost.parse(made);
  return { id: ++lastId, post, prepared: preparePost(post) };
}

async function storeBatch(): Promise<void> {
  const signals = batch;
  batch = [];
  await store.transaction(async (stores) => {
    await storePosts(stores, signals);
    await storeSignals(stores, signals);
  });
  // PostgreSQL plans queries of a table that grows by what it last saw of it.
  if (signals[0]?.posts[0]?.id === 1) await store.analyze();
}

async function storePosts({ posts, clusters }: Stores, signals: readonly MadeUpSignal[]): Promise<void> {
  const stored = signals.flatMap(({ id: clusterId, posts }) => {
    const placement = { clusterId, similarity: 1, duplicateOf: null };
    return posts.map((each) => ({ ...each, placement, sample: false, storedAt: each.post.createdAt }));
  });
  await posts.insert(stored);
  await clusters.save({
    clusters: signals.map(({ id, posts }) => ({
      id,
      signalId: id,
      documents: posts.length,
      lastAt: Math.max(...posts.map(({ post }) => post.createdAt)),
      terms: [...countUses(posts)],
    })),
    documentFrequencies: [...countUses(signals.flatMap(({ posts }) => posts))],
    documents: stored.length,
    retired: [],
  });
}

/** How many of the posts have each term. */
function countUses(posts: MadeUpSignal['posts']): Map<string, number> {
  const uses = new Map<string, number>();
  for (const { prepared } of posts) for (const term of prepared.terms.keys()) uses.set(term, (uses.get(term) ?? 0) + 1);
  return uses;
}

async function storeSignals({ signalChanges, mentions }: Stores, signals: readonly MadeUpSignal[]): Promise<void> {
  await signalChanges.addCandidates(
    signals.map(({ id }) => id),
    AT,
  );
  for (const { id, posts } of signals) {
    const figures = countFigures(id, await mentions.ofSignal(id), AT);
    const [score] = figures === null ? [] : scoreSignals([figures], { lastWindow: 0, prevWindow: 0, before: 0 }, AT);
    if (figures === null || score === undefined) throw new Error('A made-up signal has posts.');
    const topic = posts[0]?.prepared.title ?? '';
    const description = { topic, summary: topic, painType: null, macroArea: null, macroAreaConfidence: null };
    const volumes = { describedVolume: posts.length, topicVolume: posts.length };
    const times = { updatedAt: AT, trackingStartedAt: AT };
    const state = { id, state: 'active' as const, scorePartsWeekBefore: null };
    await signalChanges.refresh({ ...state, figures, score, description, ...volumes, ...times });
  }
}
