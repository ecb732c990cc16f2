import { type Kysely, sql } from 'kysely';
import type { SignalCluster } from '../../model/cluster.ts';
import type { IdentityPlan } from '../../model/signal-identity.ts';
import type { CounterStore } from '../database/counters.ts';
import { countRows, inBatches, inPages } from '../database/sql.ts';
import type { Tables } from '../database/tables.ts';
import type { Placement, PostIdentity, PostStore } from '../posts/posts.ts';
import { addFrequencies, type ClusterChanges, moveClusters, saveClusters, toCluster } from '../signals/clusters.ts';
import { EMPTY_DESCRIPTION } from '../signals/descriptions.ts';
import type { SignalChanges } from '../signals/signal-changes.ts';

/** A stored post with what clustering needs. */
export interface RebuildablePost extends PostIdentity {
  id: number;
  title: string | null;
  text: string;
  author: string | null;
  createdAt: number;
  /** Of today: the post it repeats, what is hidden, and whether the signal of the original is. */
  originalId: number | null;
  hidden: number;
  originalHidden: number | null;
  signalHidden: number | null;
}
export interface RebuiltPost {
  id: number;
  placement: Placement;
  severity: number;
  /** Null for a post that is never compared with others. */
  signature: Uint8Array | null;
}
/** A new cluster, with its posts counted by the signals they are in today. */
export interface RebuiltCluster {
  id: string;
  lastAt: number;
  postsBySignal: Map<string, number>;
  /** Of its posts. */
  repositories: Set<string>;
}
export interface RebuildTotals {
  clusters: number;
  terms: number;
  documents: number;
}

/** The cluster a post is in or hidden from; of a duplicate its original's. */
const HOME_OF_POST = ['original.clusterId', 'original.hiddenFrom', 'posts.clusterId', 'posts.hiddenFrom'] as const;
const CLUSTERS_A_PAGE = 2_000;
const STAGES = ['rebuiltPosts', 'rebuiltClusters', 'rebuiltTerms'] as const;
const CLUSTER_COLUMNS = sql.raw('id, ordinal, signal_id, documents, last_at, retired, terms_json');

/** A rebuild fills staging tables, then replaces everything in one transaction: an interrupted rebuild changes nothing. */
export function rebuildStore(
  kysely: Kysely<Tables>,
  { counters, posts, signalChanges }: { counters: CounterStore; posts: PostStore; signalChanges: SignalChanges },
) {
  return {
    async clear(): Promise<void> {
      for (const table of STAGES) await kysely.deleteFrom(table).execute();
    },

    /** In the order of storing. */
    posts(after: number, limit: number): Promise<RebuildablePost[]> {
      return kysely
        .selectFrom('posts')
        .innerJoin('postTexts', 'postTexts.postId', 'posts.id')
        .leftJoin('posts as original', 'original.id', 'posts.duplicateOf')
        .leftJoin('clusters', (join) => join.on((on) => on('clusters.id', '=', on.fn.coalesce(...HOME_OF_POST))))
        .leftJoin('signals', 'signals.id', 'clusters.signalId')
        .select(['posts.id', 'posts.provider', 'posts.externalId', 'posts.title', 'text', 'posts.author'])
        .select(['posts.createdAt', 'posts.duplicateOf as originalId', 'posts.hidden'])
        .select(['original.hidden as originalHidden', 'signals.hidden as signalHidden'])
        .where('posts.id', '>', after)
        .orderBy('posts.id')
        .limit(limit)
        .execute();
    },

    countPosts: (): Promise<number> => countRows(kysely.selectFrom('posts')),

    /** `totals`: clusters and terms staged so far. */
    async stage(rebuilt: readonly RebuiltPost[], changes: ClusterChanges, totals: RebuildTotals): Promise<void> {
      const rows = rebuilt.map(({ id, placement, ...post }) => ({ postId: id, ...placement, ...post }));
      for (const batch of inBatches(rows)) await kysely.insertInto('rebuiltPosts').values(batch).execute();
      const alone = changes.clusters.map((cluster) => ({ ...cluster, signalId: cluster.id }));
      await saveClusters(kysely, 'rebuiltClusters', { ...changes, clusters: alone }, totals.clusters);
      await addFrequencies(kysely, 'rebuiltTerms', changes.documentFrequencies, totals.terms);
    },

    /** In creation order. */
    async clusters(): Promise<RebuiltCluster[]> {
      const rows = await kysely.selectFrom('rebuiltClusters').select(['id', 'lastAt']).orderBy('ordinal').execute();
      const counts = await kysely
        .selectFrom('rebuiltPosts')
        .innerJoin('posts', 'posts.id', 'rebuiltPosts.postId')
        .leftJoin('posts as original', 'original.id', 'posts.duplicateOf')
        .innerJoin('clusters', (join) => join.on((on) => on('clusters.id', '=', on.fn.coalesce(...HOME_OF_POST))))
        .select(['rebuiltPosts.clusterId as id', 'clusters.signalId'])
        .select(({ fn }) => [
          fn.countAll<number>().as('posts'),
          fn.min('posts.repository').as('first'),
          fn.max('posts.repository').as('last'),
        ])
        .where('rebuiltPosts.clusterId', 'is not', null)
        .groupBy(['rebuiltPosts.clusterId', 'clusters.signalId'])
        .execute();
      const byId = new Map(
        rows.map((row) => [
          row.id,
          { ...row, postsBySignal: new Map<string, number>(), repositories: new Set<string>() },
        ]),
      );
      for (const { id, signalId, posts: count, first, last } of counts) {
        const cluster = byId.get(id ?? '');
        cluster?.postsBySignal.set(signalId, count);
        for (const repository of [first, last]) if (repository !== null) cluster?.repositories.add(repository);
      }
      return [...byId.values()];
    },

    /** In creation order. */
    async *withTerms(): AsyncGenerator<SignalCluster> {
      const page = kysely.selectFrom('rebuiltClusters').selectAll().orderBy('ordinal').limit(CLUSTERS_A_PAGE);
      const pages = inPages((last: { ordinal: number } | undefined) =>
        page.where('ordinal', '>', last?.ordinal ?? -1).execute(),
      );
      for await (const rows of pages) yield* rows.map(toCluster);
    },

    async documentFrequencies(): Promise<Map<string, number>> {
      const rows = await kysely.selectFrom('rebuiltTerms').select(['term', 'documents']).execute();
      return new Map(rows.map(({ term, documents }) => [term, documents]));
    },

    /** Until assigned, each cluster is a signal of its own. */
    async assign(signals: IdentityPlan['signals']): Promise<void> {
      for (const { id, clusterIds } of signals) await moveClusters(kysely, 'rebuiltClusters', clusterIds, id);
    },

    /** Inside a transaction: replaces the live tables with the staged ones. */
    async replace(
      { ended, moves }: IdentityPlan,
      waiting: Parameters<PostStore['insertWaiting']>[0],
      totals: RebuildTotals,
      at: number,
    ): Promise<void> {
      await replacePosts(kysely, at);
      await kysely.deleteFrom('waitingPosts').execute();
      await posts.insertWaiting(waiting);
      await replaceClusters(kysely);
      await reviveSignals(kysely, at);
      await signalChanges.applyIdentityPlan({ signals: [], ended, moves }, at);
      await endLostSignals(kysely);
      await kysely.updateTable('signals').set({ describedVolume: 0, topicVolume: 0 }).execute();
      for (const name of ['clusters', 'terms', 'documents'] as const) await counters.set(name, totals[name]);
      await counters.set('consolidated', totals.clusters);
      await counters.set('placed', 0);
      await counters.set('signatureKeysFilled', 0);
      await counters.markChanged('all');
      await this.clear();
    },
  };
}

/** Hidden posts stay out of their clusters, and what repeated one and is a post of its own now is hidden like it. */
async function replacePosts(kysely: Kysely<Tables>, at: number): Promise<void> {
  await sql`
    update posts set hidden = 1 where hidden = 0 and id in (
      select copy.id from posts as copy
      join posts as original on original.id = copy.duplicate_of and original.hidden = 1
      join rebuilt_posts as rebuilt on rebuilt.post_id = copy.id and rebuilt.cluster_id is not null)
  `.execute(kysely);
  await sql`
    update posts set
      cluster_id = case when posts.hidden = 1 then null else rebuilt.cluster_id end,
      hidden_from = case when posts.hidden = 1 then rebuilt.cluster_id else null end,
      assigned_at = case when rebuilt.cluster_id is null then null
        when posts.cluster_id = rebuilt.cluster_id then posts.assigned_at else ${sql.lit(at)} end,
      similarity = rebuilt.similarity,
      duplicate_of = rebuilt.duplicate_of,
      severity = rebuilt.severity
    from rebuilt_posts as rebuilt where rebuilt.post_id = posts.id
  `.execute(kysely);
  for (const table of ['signatures', 'signatureKeys'] as const) await kysely.deleteFrom(table).execute();
  await sql`
    insert into signatures (post_id, signature)
    select post_id, signature from rebuilt_posts where signature is not null
  `.execute(kysely);
}

async function replaceClusters(kysely: Kysely<Tables>): Promise<void> {
  await kysely.deleteFrom('clusters').execute();
  await sql`insert into clusters (${CLUSTER_COLUMNS}) select ${CLUSTER_COLUMNS} from rebuilt_clusters`.execute(kysely);
  await kysely.deleteFrom('documentFrequencies').execute();
  await sql`
    insert into document_frequencies (term, ordinal, documents) select term, ordinal, documents from rebuilt_terms
  `.execute(kysely);
}

/** Every signal with clusters exists and is unmerged; every other cluster's id redirects to its signal. */
async function reviveSignals(kysely: Kysely<Tables>, at: number): Promise<void> {
  const now = sql.lit(at);
  await sql`
    insert into signals (id, state, merged_into, sample, created_at, updated_at)
    select id, case when id = signal_id then 'candidate' else 'merged' end,
      case when id = signal_id then null else signal_id end, 0, ${now}, ${now}
    from clusters where id not in (select id from signals)
  `.execute(kysely);
  await sql`
    insert into signals (id, state, sample, created_at, updated_at)
    select distinct signal_id, 'candidate', 0, ${now}, ${now}
    from clusters where signal_id not in (select id from signals)
  `.execute(kysely);
  await sql`
    update signals set merged_into = (select signal_id from clusters where clusters.id = signals.id)
    where state = 'merged' and id in (select id from clusters where id <> signal_id)
  `.execute(kysely);
  await sql`
    update signals set state = 'merged', merged_into = (select signal_id from clusters where clusters.id = signals.id)
    where state = 'candidate' and id in (select id from clusters where id <> signal_id)
      and id not in (select signal_id from clusters)
  `.execute(kysely);
  await sql`
    update signals set merged_into = null,
      state = case when tracking_started_at is null then 'candidate' else 'active' end
    where state = 'merged' and id in (select signal_id from clusters)
  `.execute(kysely);
}

/** Hides signals without posts, and deletes those that were never public. */
async function endLostSignals(kysely: Kysely<Tables>): Promise<void> {
  const living = kysely.selectFrom('clusters').select('signalId');
  const lost = kysely.updateTable('signals').where('state', '<>', 'merged').where('id', 'not in', living);
  await lost.set({ state: 'candidate' }).execute();
  // They were to be described again without a removed post, which nothing does now.
  await lost.set(EMPTY_DESCRIPTION).where('topicVolume', '=', 0).execute();
  await kysely
    .deleteFrom('signals')
    .where('state', '=', 'candidate')
    .where('trackingStartedAt', 'is', null)
    .where('id', 'not in', living)
    .where('id', 'not in', kysely.selectFrom('clusters').select('id'))
    .execute();
  await kysely.deleteFrom('briefs').where('signalId', 'not in', living).execute();
}
