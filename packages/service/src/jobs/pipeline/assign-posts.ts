import { createDuplicateFinder, type DuplicateFinder, generationOf, keysOf } from '../../clustering/duplicates.ts';
import { OnlineClustering, type OnlineState } from '../../clustering/online-clustering.ts';
import type { SignalCluster } from '../../model/cluster.ts';
import type { TermCounts } from '../../model/post.ts';
import { signalIdOf } from '../../model/signal-identity.ts';
import type { Placement, PostIdentity, SignatureKeys, StoredSignature, Stores } from '../../store/index.ts';
import { type PipelineRun, yieldToEventLoop } from './pipeline-run.ts';

interface AssignablePost extends PostIdentity {
  id: number;
  createdAt: number;
  terms: TermCounts;
  signature: Uint8Array;
}

/** Where readers see a post today, which placing it again must not change. */
type Sight = 'shown' | 'hidden' | 'in hidden signal';

/** Of a post that is placed again. */
export interface Today {
  /** Itself, or the post it repeats: it repeats only posts of the same sight. */
  seenAs: Sight;
  hidden: boolean;
  inHiddenSignal: boolean;
}

const NEW: Today = { seenAs: 'shown', hidden: false, inHiddenSignal: false };

export const UNPLACED: Placement = { clusterId: null, similarity: null, duplicateOf: null };

/** Resumes clustering exactly where the stored posts left it. */
export async function loadAssigner(run: PipelineRun) {
  const { store } = run;
  await fillSignatureKeys(run);
  const assigner = createAssigner(
    {
      documentFrequencies: await store.clusters.documentFrequencies(),
      documents: await store.counters.get('documents'),
    },
    await store.signalChanges.ids(),
  );
  for await (const cluster of store.clusters.open()) assigner.read(cluster);
  return {
    /** Looks up which stored posts these may repeat. Call it before `assign`, and again for the next ones. */
    async recall(posts: readonly { signature: Uint8Array }[]): Promise<void> {
      const keys = new Set(posts.flatMap(({ signature }) => keysOf(signature)));
      assigner.remember(await store.signatures.sharing([...keys]));
    },
    assign: assigner.assign,
    /** Writes the changes since the last call. Call it in the transaction that stores the posts. */
    async save(stores: Stores, at: number): Promise<void> {
      const { changes, founded, originals } = assigner.takeChanges();
      await stores.signatures.addKeys(originals);
      await stores.clusters.save(changes);
      await stores.signalChanges.addCandidates(founded, at);
      await stores.signalChanges.markChanged(changes.clusters.map(({ signalId }) => signalId));
      await stores.counters.add('placed', changes.documents);
    },
  };
}

/** Online clustering over the stored state. */
export type Assigner = Awaited<ReturnType<typeof loadAssigner>>;

/** `taken`: ids that a new cluster can't have. */
export function createAssigner(state: OnlineState, taken: Set<string>) {
  let founder: PostIdentity = { provider: '', externalId: '' };
  let founded: string[] = [];
  const clustering = new OnlineClustering(state, () => freeId(founder, taken));
  let originals: SignatureKeys[] = [];
  let finders = new Map<Sight, DuplicateFinder>();
  const duplicatesAmong = (sight: Sight): DuplicateFinder => {
    const finder = finders.get(sight) ?? createDuplicateFinder();
    finders.set(sight, finder);
    return finder;
  };
  return {
    read: (cluster: SignalCluster) => clustering.read(cluster),
    /** From now on, posts are compared with these and those that follow. */
    remember(signatures: readonly StoredSignature[]) {
      finders = new Map();
      const duplicates = duplicatesAmong('shown');
      for (const { postId, signature, createdAt } of signatures) duplicates.add(String(postId), signature, createdAt);
    },
    assign(post: AssignablePost, today = NEW): Placement {
      if (post.terms.size === 0) return UNPLACED;
      const original = duplicatesAmong(today.seenAs).find(post.signature, post.createdAt);
      if (original !== null) return { ...UNPLACED, duplicateOf: Number(original) };
      const sight = today.hidden ? 'hidden' : today.seenAs;
      duplicatesAmong(sight).add(String(post.id), post.signature, post.createdAt);
      originals.push(keysOfPost({ ...post, postId: post.id }));
      founder = post;
      const { clusterId, isNew, signalId, similarity } = clustering.assign(
        post.terms,
        post.createdAt,
        today.inHiddenSignal,
      );
      if (isNew) {
        if (signalId === clusterId) founded.push(clusterId);
        taken.add(clusterId);
      }
      return { clusterId, similarity, duplicateOf: null };
    },
    takeChanges() {
      const taking = { changes: clustering.takeChanges(), founded, originals };
      [founded, originals] = [[], []];
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

const keysOfPost = ({ postId, signature, createdAt }: StoredSignature): SignatureKeys => ({
  postId,
  generation: generationOf(createdAt),
  keys: keysOf(signature),
});

/** Lets posts be found that were stored by an earlier version, restored or rebuilt. Does nothing once that is done. */
async function fillSignatureKeys({ store, lock }: PipelineRun): Promise<void> {
  if ((await store.counters.get('signatureKeysFilled')) === 1) return;
  for await (const page of store.signatures.remembered()) {
    lock.assertHeld();
    await store.transaction((stores) => stores.signatures.addKeys(page.map(keysOfPost)));
    await yieldToEventLoop();
  }
  await store.counters.set('signatureKeysFilled', 1);
}

const BATCH_POSTS = 500;

/** Assigns waiting posts whose date has been reached; until then they count nowhere. */
export async function placeWaitingPosts(run: PipelineRun, at: number): Promise<void> {
  const { store, lock } = run;
  let due = await store.posts.due(at, BATCH_POSTS);
  if (due.length === 0) return;
  const assigner = await loadAssigner(run);
  for (; due.length > 0; due = await store.posts.due(at, BATCH_POSTS)) {
    await assigner.recall(due);
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
