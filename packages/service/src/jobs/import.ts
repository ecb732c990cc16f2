import { signatureOf } from '../clustering/duplicates.ts';
import type { IncomingPost, PreparedPost } from '../model/post.ts';
import { identityKey, type Placement, type Stores } from '../store/index.ts';
import { type Assigner, loadAssigner, UNPLACED } from './pipeline/assign-posts.ts';
import { type PipelineDeps, type PipelineRun, withPipelineLock, yieldToEventLoop } from './pipeline/pipeline-run.ts';
import { isExcluded, preparePost, scrubOrigin } from './pipeline/prepare-post.ts';
import { refreshIfDue } from './refresh/refresh.ts';

/** Posts per transaction: few enough that other writers wait milliseconds only. */
const BATCH_POSTS = 1_000;
const BATCH_CHARACTERS = 8_000_000;
const POSTS_BETWEEN_YIELDS = 50;
/** After so many new posts the statistics that queries are planned by are out of date. */
const ANALYZED_POSTS = 10_000;

export interface ImportProgress {
  read: number;
  stored: number;
  /** Already stored. */
  known: number;
  /** Of the stored ones: duplicates; dated in the future. */
  duplicates: number;
  waiting: number;
  /** Skipped because they were removed earlier. */
  forgotten: number;
  /** Left out because they broke the pipeline; see `onUnusable`. */
  unusable: number;
}
export const NO_PROGRESS: Readonly<ImportProgress> = {
  read: 0,
  stored: 0,
  known: 0,
  duplicates: 0,
  waiting: 0,
  forgotten: 0,
  unusable: 0,
};
export interface ImportOptions {
  onProgress?: (progress: ImportProgress) => void;
  /** Called when all posts are stored and the refresh begins. */
  onRefresh?: () => void;
  /** Called once if another import must finish first. */
  onWait?: () => void;
  /** Called for each post that is left out because it broke the pipeline; the others go in. */
  onUnusable?: OnUnusable;
  /** The posts are from the sample stream. */
  sample?: boolean;
}
export type OnUnusable = (post: IncomingPost, error: unknown) => void;
type Posts = AsyncIterable<IncomingPost> | Iterable<IncomingPost>;

/** Stores new posts, assigns them to signals and takes a snapshot. Safe to repeat after an interruption. */
export function importPosts(deps: PipelineDeps, posts: Posts, options: ImportOptions = {}): Promise<ImportProgress> {
  return withPipelineLock(
    deps,
    async (run) => {
      const progress = await storePosts(run, posts, options);
      if (progress.stored >= ANALYZED_POSTS) await run.store.analyze();
      await refreshIfDue(run, options.onRefresh);
      return progress;
    },
    options.onWait,
  );
}

/** Stores posts batch by batch, each batch in one transaction: texts, clusters and term counts. */
export async function storePosts(run: PipelineRun, posts: Posts, options: ImportOptions): Promise<ImportProgress> {
  const progress: ImportProgress = { ...NO_PROGRESS };
  let assigner: Assigner | null = null;
  for await (const batch of inBatches(posts)) {
    const unknown = await withoutKnown(run, batch);
    const fresh = await withoutForgotten(run, unknown);
    progress.read += batch.length;
    progress.known += batch.length - unknown.length;
    progress.forgotten += unknown.length - fresh.length;
    if (fresh.length > 0) {
      assigner ??= await loadAssigner(run);
      const { sample = false, onUnusable } = options;
      await storeBatch(run, assigner, fresh, { sample, progress, onUnusable });
    }
    options.onProgress?.({ ...progress });
  }
  return progress;
}

interface BatchOptions {
  sample: boolean;
  progress: ImportProgress;
  onUnusable?: OnUnusable | undefined;
  alongside?: (stores: Stores) => Promise<void>;
}

interface PlacedPost {
  id: number;
  post: IncomingPost;
  prepared: PreparedPost;
  signature: Uint8Array;
  placement: Placement;
  waits: boolean;
}
type ReadPost = Pick<PlacedPost, 'post' | 'prepared' | 'signature'>;

/** Stores new posts in one transaction, which `alongside` can add to. */
export async function storeBatch(
  run: PipelineRun,
  assigner: Assigner,
  posts: readonly IncomingPost[],
  { sample, progress, onUnusable, alongside }: BatchOptions,
): Promise<void> {
  const storedAt = run.now();
  const read = await readPosts(posts, onUnusable);
  await assigner.recall(read);
  const placed = await placePosts(read, assigner, (await run.store.posts.lastId()) + 1, storedAt);
  const waiting = placed.filter((post) => post.waits);
  run.lock.assertHeld();
  await run.store.transaction(async (stores) => {
    await stores.posts.insert(placed.map((post) => ({ ...post, sample, storedAt })));
    await stores.posts.insertWaiting(
      waiting.map(({ id, post, prepared }) => ({ id, dueAt: post.createdAt, terms: prepared.terms })),
    );
    const compared = placed.filter(({ placement, waits }) => waits || placement.clusterId !== null);
    await stores.signatures.insert(compared.map(({ id, signature }) => ({ postId: id, signature })));
    await assigner.save(stores, storedAt);
    await stores.counters.requestRefresh('changed');
    await alongside?.(stores);
  });
  progress.stored += placed.length;
  progress.unusable += posts.length - placed.length;
  progress.waiting += waiting.length;
  progress.duplicates += placed.filter(({ placement }) => placement.duplicateOf !== null).length;
}

/** A post that cannot be prepared is left out, so that it stops neither its neighbors nor the next run. */
async function readPosts(posts: readonly IncomingPost[], onUnusable?: OnUnusable): Promise<ReadPost[]> {
  const read: ReadPost[] = [];
  for (const [index, given] of posts.entries()) {
    if (index % POSTS_BETWEEN_YIELDS === 0) await yieldToEventLoop();
    try {
      const prepared = preparePost(given);
      const post = scrubOrigin(given);
      read.push({ post, prepared, signature: signatureOf(prepared, post.author) });
    } catch (error) {
      onUnusable?.(given, error);
    }
  }
  return read;
}

async function placePosts(
  posts: readonly ReadPost[],
  assigner: Assigner,
  firstId: number,
  now: number,
): Promise<PlacedPost[]> {
  const placed: PlacedPost[] = [];
  for (const [index, { post, prepared, signature }] of posts.entries()) {
    if (index % POSTS_BETWEEN_YIELDS === 0) await yieldToEventLoop();
    const id = firstId + index;
    const excluded = isExcluded(post);
    const waits = !excluded && post.createdAt > now;
    const placement = excluded || waits ? UNPLACED : assigner.assign({ ...post, id, signature, terms: prepared.terms });
    placed.push({ id, post, prepared, signature, placement, waits });
  }
  return placed;
}

/** Posts that are not stored yet, the first of each identity. */
export async function withoutKnown({ store }: PipelineRun, batch: readonly IncomingPost[]): Promise<IncomingPost[]> {
  const seen = await store.posts.known(batch);
  return batch.filter((post) => {
    const key = identityKey(post);
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

/** Leaves out posts that were removed, whatever their source. */
export async function withoutForgotten(
  { store }: PipelineRun,
  posts: readonly IncomingPost[],
): Promise<IncomingPost[]> {
  const forgotten = await store.tombstones.forgotten(posts);
  return posts.filter((post) => !forgotten.has(identityKey(post)));
}

async function* inBatches(posts: Posts): AsyncGenerator<IncomingPost[]> {
  let batch: IncomingPost[] = [];
  let characters = 0;
  for await (const post of posts) {
    batch.push(post);
    characters += (post.title?.length ?? 0) + (post.body?.length ?? 0);
    if (batch.length < BATCH_POSTS && characters < BATCH_CHARACTERS) continue;
    yield batch;
    batch = [];
    characters = 0;
  }
  if (batch.length > 0) yield batch;
}
