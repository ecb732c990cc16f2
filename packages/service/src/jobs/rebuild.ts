import { ClusterRows } from '../clustering/cluster-rows.ts';
import { type Consolidation, consolidate, type Merge } from '../clustering/consolidate.ts';
import { signatureOf } from '../clustering/duplicates.ts';
import { majoritySignalOf, planSignalIdentities } from '../clustering/signal-identity.ts';
import { saysWhichPain } from '../naming/index.ts';
import type { RebuildablePost, RebuildTotals, RebuiltCluster, RebuiltPost, Stores } from '../store/index.ts';
import { createAssigner, type Today, UNPLACED } from './pipeline/assign-posts.ts';
import {
  createBackgroundLoader,
  type PipelineDeps,
  type PipelineRun,
  withPipelineLock,
  yieldToEventLoop,
} from './pipeline/pipeline-run.ts';
import { isExcluded, prepareText } from './pipeline/prepare-post.ts';
import { knownSignals, loadOperatorDecisions } from './refresh/merge-signals.ts';
import { type RefreshResult, renewSignals } from './refresh/refresh.ts';

const BATCH_POSTS = 1_000;
const POSTS_BETWEEN_YIELDS = 50;
const SIGNALS_A_TRANSACTION = 1_000;

export interface RebuildOptions {
  onProgress?: (done: number, all: number) => void;
  /** Called when all posts are clustered. */
  onRefresh?: () => void;
}
export interface RebuildResult extends RefreshResult {
  posts: number;
  /** Formerly public signals that kept their id, redirect to another, or are gone. */
  kept: number;
  merged: number;
  lost: number;
}

/**
 * Clusters all stored posts again, as if they were imported now. A signal keeps its id where most of its posts are. All or nothing:
 * the old clusters stay until the new ones are complete.
 */
export function rebuild(deps: PipelineDeps, options: RebuildOptions = {}): Promise<RebuildResult> {
  return withPipelineLock(deps, (run) => rebuildUnderLock(run, options));
}

async function rebuildUnderLock(run: PipelineRun, options: RebuildOptions): Promise<RebuildResult> {
  const { store, lock } = run;
  const at = run.now();
  const known = await knownSignals(store);
  const { publicIds } = known;
  await store.rebuild.clear();
  const { waiting, posts, totals } = await stagePosts(run, at, options);
  options.onRefresh?.();
  const clusters = await store.rebuild.clusters();
  const { groups, coherences } = await groupClusters(run, clusters, totals.documents);
  const plan = planSignalIdentities(clusters, groups, known);
  const changed = plan.signals.filter(({ id, clusterIds }) => clusterIds.length > 1 || clusterIds[0] !== id);
  for (let from = 0; from < changed.length; from += SIGNALS_A_TRANSACTION)
    await store.transaction((stores) => stores.rebuild.assign(changed.slice(from, from + SIGNALS_A_TRANSACTION)));
  lock.assertHeld();
  await store.transaction(async (stores) => {
    await stores.rebuild.replace(plan, waiting, totals, at);
    await stores.clusters.setCoherence(coherences);
  });
  const refreshed = await renewSignals(run, createBackgroundLoader(store), at);
  const kept = plan.signals.filter(({ id }) => publicIds.has(id)).length;
  const merged = plan.ended.filter(({ id, survivorId }) => publicIds.has(id) && survivorId !== null).length;
  return { ...refreshed, posts, kept, merged, lost: publicIds.size - kept - merged };
}

type Waiting = Parameters<Stores['posts']['insertWaiting']>[0][number];

async function stagePosts({ store, lock }: PipelineRun, at: number, { onProgress }: RebuildOptions) {
  const all = await store.rebuild.countPosts();
  const assigner = createAssigner({ documentFrequencies: [], documents: 0 }, new Set());
  const waiting: Waiting[] = [];
  const totals: RebuildTotals = { clusters: 0, terms: 0, documents: 0 };
  let posts = 0;
  for await (const batch of originalsFirst(store)) {
    const rebuilt: RebuiltPost[] = [];
    for (const [index, post] of batch.entries()) {
      if (index % POSTS_BETWEEN_YIELDS === 0) await yieldToEventLoop();
      const prepared = prepareText(post.title, post.text);
      const { terms, severity } = prepared;
      const signature = signatureOf(prepared, post.author);
      const excluded = isExcluded(post);
      const waits = !excluded && post.createdAt > at;
      if (waits) waiting.push({ id: post.id, dueAt: post.createdAt, terms });
      const placement = excluded || waits ? UNPLACED : assigner.assign({ ...post, signature, terms }, todayOf(post));
      const isCompared = waits || placement.clusterId !== null;
      rebuilt.push({ id: post.id, placement, severity, signature: isCompared ? signature : null });
    }
    const { changes } = assigner.takeChanges();
    lock.assertHeld();
    await store.transaction((stores) => stores.rebuild.stage(rebuilt, changes, totals));
    totals.clusters += changes.clusters.length;
    totals.terms += changes.documentFrequencies.length;
    totals.documents += changes.documents;
    posts += batch.length;
    onProgress?.(posts, all);
  }
  return { waiting, posts, totals };
}

/** All posts in the order of storing, except that the original of today comes before its copies: it stays the original. */
async function* originalsFirst({ rebuild }: Pick<Stores, 'rebuild'>): AsyncGenerator<RebuildablePost[]> {
  const early = new Set<number>();
  for (let last = 0; ; ) {
    const page = await rebuild.posts(last, BATCH_POSTS);
    const end = page.at(-1);
    if (end === undefined) return;
    const batch: RebuildablePost[] = [];
    for (const post of page) {
      const { id, originalId } = post;
      if (originalId !== null && originalId > id && !early.has(originalId)) {
        early.add(originalId);
        batch.push(...(await rebuild.posts(originalId - 1, 1)));
      }
      if (!early.has(id)) batch.push(post);
    }
    last = end.id;
    yield batch;
  }
}

function todayOf({ hidden, originalId, originalHidden, signalHidden }: RebuildablePost): Today {
  const isHidden = (originalId === null ? hidden : originalHidden) === 1;
  const inHiddenSignal = signalHidden === 1;
  const seenAs = isHidden ? 'hidden' : inHiddenSignal ? 'in hidden signal' : 'shown';
  return { seenAs, hidden: hidden === 1, inHiddenSignal };
}

async function groupClusters(
  { store }: PipelineRun,
  clusters: readonly RebuiltCluster[],
  documents: number,
): Promise<{ groups: Merge[]; coherences: Consolidation['coherences'] }> {
  const homes = new Map(clusters.map(({ id, postsBySignal }) => [id, majoritySignalOf(postsBySignal) ?? id]));
  const repositories = new Map(
    clusters.map(({ id, repositories: [only, ...others] }) => [id, others.length === 0 ? only : undefined]),
  );
  const rows = new ClusterRows({ documents, documentFrequencies: await store.rebuild.documentFrequencies() });
  for await (const cluster of store.rebuild.withTerms())
    rows.add({
      ...cluster,
      signalId: homes.get(cluster.id) ?? cluster.id,
      repository: repositories.get(cluster.id) ?? null,
    });
  const { merges: groups, coherences } = consolidate({
    clusters: rows,
    saysPain: saysWhichPain,
    decisions: await loadOperatorDecisions(store),
    ignoreCurrentSignals: true,
  });
  const grouped = new Set(groups.flatMap(({ clusterIds }) => clusterIds));
  const asToday = Map.groupBy(
    clusters.filter(({ id }) => !grouped.has(id)),
    ({ id }) => homes.get(id) ?? id,
  );
  for (const members of asToday.values())
    groups.push({ clusterIds: members.map(({ id }) => id), similarity: 1, parted: null });
  return { groups, coherences };
}
