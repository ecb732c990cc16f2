import { type Kysely, sql } from 'kysely';
import type { IdentityPlan } from '../../model/signal-identity.ts';
import type { CounterStore } from '../database/counters.ts';
import { inBatches } from '../database/sql.ts';
import type { Tables } from '../database/tables.ts';
import type { Placement, PostIdentity, PostStore } from '../posts/posts.ts';
import {
  addFrequencies,
  type ClusterChanges,
  type SignalCluster,
  type StoredCluster,
  saveClusters,
  toCluster,
} from '../signals/clusters.ts';
import type { SignalChanges } from '../signals/signal-changes.ts';

/** A stored post, as far as clustering it again needs it. */
export interface RebuildablePost extends PostIdentity {
  id: number;
  title: string | null;
  text: string;
  author: string | null;
  createdAt: number;
}
export interface RebuiltPost {
  id: number;
  placement: Placement;
  severity: number;
  /** Null for a post that nothing is compared with. */
  signature: Uint8Array | null;
}
/** A cluster made again, with its posts counted by the signals that they are in today. */
export interface RebuiltCluster {
  id: string;
  lastAt: number;
  postsBySignal: Map<string, number>;
}
export interface RebuildTotals {
  clusters: number;
  terms: number;
  documents: number;
}

const STAGES = ['rebuilt_posts', 'rebuilt_clusters', 'rebuilt_terms'] as const;
const CLUSTER_COLUMNS = sql.raw('id, ordinal, signal_id, documents, last_at, retired, terms_json');

/** A rebuild is made ready in tables of its own and then takes the place of what was, at once: an interrupted one has changed nothing. */
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
        .innerJoin('post_texts', 'post_texts.post_id', 'posts.id')
        .select(['posts.id', 'provider', 'external_id as externalId', 'title', 'text', 'author'])
        .select('created_at as createdAt')
        .where('posts.id', '>', after)
        .orderBy('posts.id')
        .limit(limit)
        .execute();
    },

    async countPosts(): Promise<number> {
      const { count } = await kysely
        .selectFrom('posts')
        .select((select) => select.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow();
      return count;
    },

    /** `given`: how many clusters and terms were written before. */
    async stage(rebuilt: readonly RebuiltPost[], changes: ClusterChanges, given: RebuildTotals): Promise<void> {
      const rows = rebuilt.map(({ id, placement, severity, signature }) => ({
        post_id: id,
        cluster_id: placement.clusterId,
        similarity: placement.similarity,
        duplicate_of: placement.duplicateOf,
        severity,
        signature,
      }));
      for (const some of inBatches(rows)) await kysely.insertInto('rebuilt_posts').values(some).execute();
      await saveClusters(kysely, 'rebuilt_clusters', changes.clusters, given.clusters);
      await addFrequencies(kysely, 'rebuilt_terms', changes.documentFrequencies, given.terms);
      for (const some of inBatches(changes.retired))
        await kysely.updateTable('rebuilt_clusters').set({ retired: 1 }).where('id', 'in', some).execute();
    },

    /** In the order of making. */
    async clusters(): Promise<RebuiltCluster[]> {
      const rows = await kysely
        .selectFrom('rebuilt_clusters')
        .select(['id', 'last_at as lastAt'])
        .orderBy('ordinal')
        .execute();
      const counts = await kysely
        .selectFrom('rebuilt_posts')
        .innerJoin('posts', 'posts.id', 'rebuilt_posts.post_id')
        .innerJoin('clusters', (join) =>
          join.on((on) => on('clusters.id', '=', on.fn.coalesce('posts.cluster_id', 'posts.hidden_from'))),
        )
        .select(['rebuilt_posts.cluster_id as id', 'clusters.signal_id as signalId'])
        .select((select) => select.fn.countAll<number>().as('posts'))
        .where('rebuilt_posts.cluster_id', 'is not', null)
        .groupBy(['rebuilt_posts.cluster_id', 'clusters.signal_id'])
        .execute();
      const byId = new Map(rows.map((row) => [row.id, { ...row, postsBySignal: new Map<string, number>() }]));
      for (const { id, signalId, posts: count } of counts) byId.get(id ?? '')?.postsBySignal.set(signalId, count);
      return [...byId.values()];
    },

    async withTerms(ids: readonly string[]): Promise<StoredCluster[]> {
      const clusters: SignalCluster[] = [];
      for (const some of inBatches(ids)) {
        const rows = await kysely.selectFrom('rebuilt_clusters').selectAll().where('id', 'in', some).execute();
        clusters.push(...rows.map(toCluster));
      }
      return clusters;
    },

    async documentFrequencies(): Promise<Map<string, number>> {
      const rows = await kysely.selectFrom('rebuilt_terms').select(['term', 'documents']).execute();
      return new Map(rows.map(({ term, documents }) => [term, documents]));
    },

    /** Clusters are signals of their own until they are told otherwise. */
    async assign(signals: IdentityPlan['signals']): Promise<void> {
      for (const { id, clusterIds } of signals)
        for (const some of inBatches(clusterIds))
          await kysely.updateTable('rebuilt_clusters').set({ signal_id: id }).where('id', 'in', some).execute();
    },

    /** Inside a transaction: puts what was made ready in the place of what was. */
    async replace(
      { ended, moves }: IdentityPlan,
      waiting: Parameters<PostStore['insertWaiting']>[0],
      totals: RebuildTotals,
      at: number,
    ): Promise<void> {
      await replacePosts(kysely, at);
      await kysely.deleteFrom('waiting_posts').execute();
      await posts.insertWaiting(waiting);
      await replaceClusters(kysely);
      await reviveSignals(kysely, at);
      await signalChanges.applyIdentityPlan({ signals: [], ended, moves }, at);
      await endLostSignals(kysely);
      await kysely.updateTable('signals').set({ described_volume: 0, topic_volume: 0 }).execute();
      for (const name of ['clusters', 'terms', 'documents'] as const) await counters.set(name, totals[name]);
      await counters.set('refreshDue', 1);
      await counters.add('revision', 1);
      for (const table of STAGES) await kysely.deleteFrom(table).execute();
    },
  };
}
export type RebuildStore = ReturnType<typeof rebuildStore>;

/** A hidden post stays out of its cluster. */
async function replacePosts(kysely: Kysely<Tables>, at: number): Promise<void> {
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
  await kysely.deleteFrom('signatures').execute();
  await sql`
    insert into signatures (post_id, signature)
    select post_id, signature from rebuilt_posts where signature is not null
  `.execute(kysely);
}

async function replaceClusters(kysely: Kysely<Tables>): Promise<void> {
  await kysely.deleteFrom('clusters').execute();
  await sql`insert into clusters (${CLUSTER_COLUMNS}) select ${CLUSTER_COLUMNS} from rebuilt_clusters`.execute(kysely);
  await kysely.deleteFrom('document_frequencies').execute();
  await sql`
    insert into document_frequencies (term, ordinal, documents) select term, ordinal, documents from rebuilt_terms
  `.execute(kysely);
}

/** Every signal that holds a cluster lives, and every other cluster's id answers with its signal. */
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

/** Signals without a post left are shown to nobody; of those that nobody ever saw nothing remains. */
async function endLostSignals(kysely: Kysely<Tables>): Promise<void> {
  const living = kysely.selectFrom('clusters').select('signal_id');
  await kysely
    .updateTable('signals')
    .set({ state: 'candidate' })
    .where('state', '<>', 'merged')
    .where('id', 'not in', living)
    .execute();
  await kysely
    .deleteFrom('signals')
    .where('state', '=', 'candidate')
    .where('tracking_started_at', 'is', null)
    .where('id', 'not in', living)
    .where('id', 'not in', kysely.selectFrom('clusters').select('id'))
    .execute();
  await kysely.deleteFrom('briefs').where('signal_id', 'not in', living).execute();
}
