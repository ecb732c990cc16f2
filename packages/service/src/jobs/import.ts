import { Readable } from 'node:stream';
import type { IncomingPost, PreparedPost } from '../model/post.ts';
import type { RemovablePost } from '../model/removal.ts';
import { identityKey, type Placement, type PostIdentity, type Stores } from '../store/index.ts';
import { type NameKind, namesOf } from '../text/scrub.ts';
import { type Assigner, loadAssigner, UNPLACED } from './pipeline/assign-posts.ts';
import { type PipelineDeps, type PipelineRun, withPipelineLock, yieldToEventLoop } from './pipeline/pipeline-run.ts';
import { isBot, isExcluded, preparePosts } from './pipeline/prepare-post.ts';
import { refreshIfDue } from './refresh/refresh.ts';

/** Posts per transaction: few enough that other writers wait milliseconds only. */
const BATCH_POSTS = 1_000;
export const BATCH_CHARACTERS = 8_000_000;
export const charactersOf = ({ title, body }: IncomingPost): number => (title?.length ?? 0) + (body?.length ?? 0);
/** Batches that are prepared while another import assigns, and the most that are assigned before others get a turn. */
const BATCHES_AHEAD = 6;
const POSTS_BETWEEN_YIELDS = 50;
/** After so many new posts the statistics that queries are planned by are out of date, and again when it is three times as many. */
const ANALYZED_POSTS = 10_000;
const ANALYZED_GROWTH = 3;

export interface ImportProgress {
  read: number;
  stored: number;
  /** Already stored. */
  known: number;
  /** Of the stored ones: duplicates; by bots or announcements, which join no signal; dated in the future. */
  duplicates: number;
  excluded: number;
  waiting: number;
  /** Posts of the excluded ones, by the bot that wrote them. */
  bots: ReadonlyMap<string, number>;
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
  excluded: 0,
  waiting: 0,
  bots: new Map(),
  forgotten: 0,
  unusable: 0,
};
export interface ImportOptions {
  onProgress?: (progress: ImportProgress) => void;
  /** Called when all posts are stored and the refresh begins. */
  onRefresh?: () => void;
  /** Called for each post that is left out because it broke the pipeline; the others go in. */
  onUnusable?: OnUnusable;
  /** The posts are from the sample stream. */
  sample?: boolean;
}
export type OnUnusable = (post: IncomingPost, error: unknown) => void;
type Posts = AsyncIterable<IncomingPost> | Iterable<IncomingPost>;

/**
 * Stores new posts, assigns them to signals and takes a snapshot. Safe to repeat after an interruption. Several imports of one
 * database prepare their posts at the same time and take turns at assigning them.
 */
export async function importPosts(
  deps: PipelineDeps,
  posts: Posts,
  options: ImportOptions = {},
): Promise<ImportProgress> {
  const progress: ImportProgress = { ...NO_PROGRESS };
  const prepared = Readable.from(withFailure(preparedBatches(deps, posts, options.onUnusable)), {
    highWaterMark: BATCHES_AHEAD,
  });
  const assignerOf = keepAssigner();
  let analyzedAt = ANALYZED_POSTS;
  for await (const first of prepared as AsyncIterable<BatchOrFailure>) {
    await withPipelineLock(deps, async (run) => {
      let batch: BatchOrFailure | null = first;
      for (let stored = 0; batch !== null; batch = stored < BATCHES_AHEAD ? prepared.read() : null) {
        if ('failure' in batch) throw batch.failure;
        await storeBatch(run, assignerOf, batch, { sample: options.sample, progress });
        options.onProgress?.({ ...progress });
        stored += 1;
      }
      if (progress.stored < analyzedAt) return;
      await run.store.analyze();
      analyzedAt *= ANALYZED_GROWTH;
    });
  }
  await withPipelineLock(deps, async (run) => {
    if (progress.stored >= ANALYZED_POSTS) {
      await run.store.analyze();
      await run.store.postTerms.mergeIndex(yieldToEventLoop);
    }
    await refreshIfDue(run, options.onRefresh);
  });
  return progress;
}

/** Stores posts batch by batch in a run that has begun, each batch in one transaction: texts, clusters and term counts. */
export async function storePosts(run: PipelineRun, posts: Posts, sample: boolean): Promise<ImportProgress> {
  const progress: ImportProgress = { ...NO_PROGRESS };
  const assignerOf = keepAssigner();
  for await (const batch of preparedBatches(run, posts)) await storeBatch(run, assignerOf, batch, { sample, progress });
  return progress;
}

/** Loads the clusters once, and again when another writer had its turn in between. */
export function keepAssigner(): (run: PipelineRun) => Promise<Assigner> {
  let kept: { assigner: Assigner; turn: number } | null = null;
  return async (run) => {
    const isValid = kept !== null && (kept.turn === run.turn || kept.turn === run.turn - 1);
    kept = { assigner: kept !== null && isValid ? kept.assigner : await loadAssigner(run), turn: run.turn };
    return kept.assigner;
  };
}

interface BatchOptions {
  sample?: boolean | undefined;
  progress: ImportProgress;
  alongside?: (stores: Stores) => Promise<void>;
}

interface PlacedPost {
  id: number;
  post: IncomingPost;
  prepared: PreparedPost;
  signature: Uint8Array;
  placement: Placement;
  excluded: boolean;
  waits: boolean;
}
interface ReadPost extends Pick<PlacedPost, 'post' | 'prepared' | 'signature'> {
  origin: RemovablePost;
}

/** Posts with everything that can be found out without knowing others. */
export interface PreparedBatch {
  read: number;
  unusable: number;
  posts: ReadPost[];
}
type BatchOrFailure = PreparedBatch | { failure: unknown };

async function* preparedBatches(
  deps: PipelineDeps,
  posts: Posts,
  onUnusable?: OnUnusable,
): AsyncGenerator<PreparedBatch> {
  for await (const batch of inBatches(posts)) yield await prepareBatch(deps, batch, onUnusable);
}

/** A failure becomes the last item, because a stream that fails forgets what it has read ahead. */
async function* withFailure(batches: AsyncIterable<PreparedBatch>): AsyncGenerator<BatchOrFailure> {
  try {
    yield* batches;
  } catch (failure) {
    yield { failure };
  }
}

/** Needs no lock. A post that cannot be prepared is left out, so that it stops neither its neighbors nor the next run. */
export async function prepareBatch(
  { store, prepare = preparePosts }: PipelineDeps,
  batch: readonly IncomingPost[],
  onUnusable?: OnUnusable,
): Promise<PreparedBatch> {
  const unknown = await withoutKnown(store, batch, (post) => post);
  const results = await prepare(unknown);
  const posts: ReadPost[] = [];
  for (const [index, given] of unknown.entries()) {
    const result = results[index];
    if (result === undefined || 'error' in result) {
      onUnusable?.(given, result?.error);
      continue;
    }
    const { provider, externalId } = given;
    const post = { ...given, ...result.scrubbed };
    const [authors, repositories] = [allNames('author', given, post), allNames('repository', given, post)];
    posts.push({ ...result, origin: { provider, externalId, authors, repositories }, post });
  }
  return { read: batch.length, unusable: unknown.length - posts.length, posts };
}

/** Those that `forget` may have been told: also the real one, which is not stored. */
const allNames = (kind: NameKind, given: IncomingPost, { [kind]: stored }: IncomingPost): string[] =>
  given[kind] === null || stored === null ? [] : namesOf(kind, given[kind], stored);

/** Stores new posts in one transaction, which `alongside` can add to. */
export async function storeBatch(
  run: PipelineRun,
  assignerOf: (run: PipelineRun) => Promise<Assigner>,
  batch: PreparedBatch,
  { sample = false, progress, alongside }: BatchOptions,
): Promise<void> {
  const storedAt = run.now();
  // Another import may have stored some since they were prepared.
  const unknown = await withoutKnown(run.store, batch.posts, ({ origin }) => origin);
  const fresh = await withoutForgotten(run.store, unknown);
  progress.read += batch.read;
  progress.unusable += batch.unusable;
  progress.known += batch.read - batch.unusable - unknown.length;
  progress.forgotten += unknown.length - fresh.length;
  run.lock.assertHeld();
  if (fresh.length === 0) {
    if (alongside !== undefined) await run.store.transaction(alongside);
    return;
  }
  const assigner = await assignerOf(run);
  await assigner.recall(fresh);
  const placed = await placePosts(fresh, assigner, (await run.store.posts.lastId()) + 1, storedAt);
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
    await stores.hiding.hideMarked(placed.map(({ post }) => post));
    await stores.counters.requestRefresh('changed');
    await alongside?.(stores);
  });
  progress.stored += placed.length;
  progress.waiting += waiting.length;
  progress.excluded += placed.filter((post) => post.excluded).length;
  progress.bots = addBots(progress.bots, placed);
  progress.duplicates += placed.filter(({ placement }) => placement.duplicateOf !== null).length;
}

function addBots(counted: ReadonlyMap<string, number>, placed: readonly PlacedPost[]): ReadonlyMap<string, number> {
  const bots = new Map(counted);
  for (const { excluded, post } of placed)
    if (excluded && post.author !== null && isBot(post)) bots.set(post.author, (bots.get(post.author) ?? 0) + 1);
  return bots;
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
    placed.push({ id, post, prepared, signature, placement, excluded, waits });
  }
  return placed;
}

/** Those that are not stored yet, the first of each identity. */
async function withoutKnown<Item>(
  store: Stores,
  items: readonly Item[],
  originOf: (item: Item) => PostIdentity,
): Promise<Item[]> {
  const seen = await store.posts.known(items.map(originOf));
  return items.filter((item) => {
    const key = identityKey(originOf(item));
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

/** Leaves out posts that were removed, whatever their source. */
async function withoutForgotten(store: Stores, posts: readonly ReadPost[]): Promise<ReadPost[]> {
  const forgotten = await store.tombstones.forgotten(posts.map(({ origin }) => origin));
  return posts.filter(({ origin }) => !forgotten.has(identityKey(origin)));
}

async function* inBatches(posts: Posts): AsyncGenerator<IncomingPost[]> {
  let batch: IncomingPost[] = [];
  let characters = 0;
  for await (const post of posts) {
    batch.push(post);
    characters += charactersOf(post);
    if (batch.length < BATCH_POSTS && characters < BATCH_CHARACTERS) continue;
    yield batch;
    batch = [];
    characters = 0;
  }
  if (batch.length > 0) yield batch;
}
