import { createDuplicateFinder } from '../../clustering/duplicates.ts';
import { createOnlineClustering, type OnlineState } from '../../clustering/online-clustering.ts';
import type { TermCounts } from '../../model/post.ts';
import { signalIdOf } from '../../model/signal-identity.ts';
import type { Placement, PostIdentity, Store, Stores } from '../../store/index.ts';
import { type PipelineRun, yieldToEventLoop } from './pipeline-run.ts';

interface AssignablePost extends PostIdentity {
  id: number;
  createdAt: number;
  terms: TermCounts;
  signature: Uint8Array;
}

/** Online clustering over the stored state. */
export interface Assigner {
  assign(post: AssignablePost): Placement;
  /** Writes the changes since the last call. Call it in the transaction that stores the posts. */
  save(stores: Stores, at: number): Promise<void>;
}

export const UNPLACED: Placement = { clusterId: null, similarity: null, duplicateOf: null };

/** Resumes clustering exactly where the stored posts left it. */
export async function loadAssigner(store: Store): Promise<Assigner> {
  const assigner = createAssigner(
    {
      clusters: await store.clusters.open(),
      documentFrequencies: await store.clusters.documentFrequencies(),
      documents: await store.counters.get('documents'),
    },
    await store.signalChanges.ids(),
  );
  for await (const post of store.signatures.remembered()) assigner.remember(post);
  return {
    assign: assigner.assign,
    async save(stores, at) {
      const { changes, founded } = assigner.takeChanges();
      await stores.clusters.save(changes);
      await stores.signalChanges.addCandidates(founded, at);
      await stores.signalChanges.markChanged(changes.clusters.map(({ signalId }) => signalId));
      await stores.counters.add('placed', changes.documents);
    },
  };
}

/** `taken`: ids that a new cluster can't have. */
export function createAssigner(state: OnlineState, taken: Set<string>) {
  let founder: PostIdentity = { provider: '', externalId: '' };
  let founded: string[] = [];
  const clustering = createOnlineClustering(state, () => freeId(founder, taken));
  const duplicates = createDuplicateFinder();
  return {
    /** Registers an original that was placed earlier. */
    remember: ({ postId, signature, createdAt }: { postId: number; signature: Uint8Array; createdAt: number }) =>
      duplicates.add(String(postId), signature, createdAt),
    assign(post: AssignablePost): Placement {
      if (post.terms.size === 0) return UNPLACED;
      const original = duplicates.find(post.signature, post.createdAt);
      if (original !== null) return { ...UNPLACED, duplicateOf: Number(original) };
      duplicates.add(String(post.id), post.signature, post.createdAt);
      founder = post;
      const { clusterId, isNew, signalId, similarity } = clustering.assign(post.terms, post.createdAt);
      if (isNew) {
        if (signalId === clusterId) founded.push(clusterId);
        taken.add(clusterId);
      }
      return { clusterId, similarity, duplicateOf: null };
    },
    takeChanges() {
      const taking = { changes: clustering.takeChanges(), founded };
      founded = [];
      return taking;
    },
  };
}

/** A removed post that is imported again can find its founding id in use by the cluster it left. */
function freeId(founder: PostIdentity, taken: ReadonlySet<string>): string {
  for (let attempt = 1; ; attempt += 1) {
    const { provider, externalId } = founder;
    const id = signalIdOf({ provider, externalId: attempt === 1 ? externalId : `${externalId}\n${attempt}` });
    if (!taken.has(id)) return id;
  }
}

const BATCH_POSTS = 500;

/** Assigns waiting posts whose date has been reached; until then they count nowhere. */
export async function placeWaitingPosts(run: PipelineRun, at: number): Promise<void> {
  const { store, lock } = run;
  let due = await store.posts.due(at, BATCH_POSTS);
  if (due.length === 0) return;
  const assigner = await loadAssigner(store);
  for (; due.length > 0; due = await store.posts.due(at, BATCH_POSTS)) {
    const placed = due.map((post) => ({ id: post.id, placement: assigner.assign(post) }));
    lock.assertHeld();
    await store.transaction(async (stores) => {
      for (const { id, placement } of placed) await stores.posts.place(id, at, placement);
      await assigner.save(stores, at);
      await stores.counters.requestRefresh('changed');
    });
    await yieldToEventLoop();
  }
}
