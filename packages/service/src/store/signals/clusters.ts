import { parseJson } from '@pain-signals/contract';
import type { Kysely, Selectable } from 'kysely';
import type { SignalCluster } from '../../model/cluster.ts';
import type { CounterStore } from '../database/counters.ts';
import { inBatches, inPages } from '../database/sql.ts';
import type { ClusterTable, Tables } from '../database/tables.ts';

/** What online clustering changed since it was last saved. */
export interface ClusterChanges {
  clusters: readonly SignalCluster[];
  documentFrequencies: readonly (readonly [term: string, add: number])[];
  documents: number;
  retired: readonly string[];
}

type ClusterTableName = 'clusters' | 'rebuiltClusters';

const TERMS_A_STATEMENT = 2_000;

/** Adds clusters or updates their posts and terms; the signal of one that is stored stays. */
export async function saveClusters(
  kysely: Kysely<Tables>,
  table: ClusterTableName,
  { clusters, retired }: ClusterChanges,
  firstOrdinal: number,
) {
  const rows = clusters.map(({ id, signalId, documents, lastAt, terms }, index) => ({
    id,
    ordinal: firstOrdinal + index,
    signalId,
    documents,
    lastAt,
    termsJson: JSON.stringify(terms),
  }));
  for (const batch of inBatches(rows)) {
    await kysely
      .insertInto(table)
      .values(batch)
      .onConflict((conflict) =>
        conflict.column('id').doUpdateSet((row) => ({
          documents: row.ref('excluded.documents'),
          lastAt: row.ref('excluded.lastAt'),
          termsJson: row.ref('excluded.termsJson'),
        })),
      )
      .execute();
  }
  for (const batch of inBatches(retired))
    await kysely.updateTable(table).set({ retired: 1 }).where('id', 'in', batch).execute();
}

export async function addFrequencies(
  kysely: Kysely<Tables>,
  table: 'documentFrequencies' | 'rebuiltTerms',
  frequencies: ClusterChanges['documentFrequencies'],
  firstOrdinal: number,
) {
  const rows = frequencies.map(([term, documents], index) => ({ term, ordinal: firstOrdinal + index, documents }));
  for (const batch of inBatches(rows, TERMS_A_STATEMENT)) {
    await kysely
      .insertInto(table)
      .values(batch)
      .onConflict((conflict) =>
        conflict.column('term').doUpdateSet((row) => ({
          documents: row(`${table}.documents`, '+', row.ref('excluded.documents')),
        })),
      )
      .execute();
  }
}

export async function moveClusters(
  kysely: Kysely<Tables>,
  table: ClusterTableName,
  clusterIds: readonly string[],
  signalId: string,
): Promise<void> {
  for (const batch of inBatches(clusterIds))
    await kysely.updateTable(table).set({ signalId }).where('id', 'in', batch).execute();
}

const CLUSTERS_A_PAGE = 2_000;
const TERMS_A_PAGE = 20_000;

export function clusterStore(kysely: Kysely<Tables>, counters: CounterStore) {
  return {
    /** Clusters that still accept posts, in creation order. */
    async *open(): AsyncGenerator<SignalCluster> {
      const open = kysely
        .selectFrom('clusters')
        .selectAll()
        .where('retired', '=', 0)
        .orderBy('ordinal')
        .limit(CLUSTERS_A_PAGE);
      const pages = inPages((last: { ordinal: number } | undefined) =>
        open.where('ordinal', '>', last?.ordinal ?? -1).execute(),
      );
      for await (const page of pages) for (const row of page) yield toCluster(row);
    },

    /**
     * All clusters of signals with one that took a post since `since` or has an ordinal of `newFrom` or more, in creation order;
     * hidden signals are left out.
     */
    async *unsettled({ since, newFrom }: { since: number; newFrom: number }): AsyncGenerator<SignalCluster> {
      const hidden = kysely.selectFrom('signals').select('id').where('hidden', '=', 1);
      const unsettled = kysely
        .selectFrom('clusters')
        .select('signalId')
        .where((where) => where.or([where('lastAt', '>=', since), where('ordinal', '>=', newFrom)]));
      const page = kysely
        .selectFrom('clusters')
        .selectAll()
        .where('signalId', 'in', unsettled)
        .where('signalId', 'not in', hidden)
        .orderBy('ordinal')
        .limit(CLUSTERS_A_PAGE);
      const pages = inPages((last: { ordinal: number } | undefined) =>
        page.where('ordinal', '>', last?.ordinal ?? -1).execute(),
      );
      for await (const rows of pages) {
        const repositories = await repositoriesOf(
          kysely,
          rows.map(({ id }) => id),
        );
        yield* rows.map((row) => ({ ...toCluster(row), repository: repositories.get(row.id) ?? null }));
      }
    },

    /** In the order in which the terms first appeared. */
    async documentFrequencies(): Promise<[term: string, documents: number][]> {
      const frequencies: [string, number][] = [];
      const terms = kysely.selectFrom('documentFrequencies').selectAll().orderBy('ordinal').limit(TERMS_A_PAGE);
      const pages = inPages((last: { ordinal: number } | undefined) =>
        terms.where('ordinal', '>', last?.ordinal ?? -1).execute(),
      );
      for await (const page of pages) for (const { term, documents } of page) frequencies.push([term, documents]);
      return frequencies;
    },

    async save(changes: ClusterChanges): Promise<void> {
      const { clusters, documentFrequencies: frequencies, documents } = changes;
      await saveClusters(kysely, 'clusters', changes, await counters.reserve('clusters', clusters.length));
      const firstTerm = await counters.reserve('terms', frequencies.length);
      await addFrequencies(kysely, 'documentFrequencies', frequencies, firstTerm);
      await counters.add('documents', documents);
    },

    /** Subtracts removed posts from the term counts. A term that no other post uses leaves these clusters too. */
    async unlearn(clusterIds: readonly string[], posts: readonly (readonly string[])[]): Promise<void> {
      const uses = new Map<string, number>();
      for (const term of posts.flat()) uses.set(term, (uses.get(term) ?? 0) - 1);
      await addFrequencies(kysely, 'documentFrequencies', [...uses], 0);
      const unused = new Set<string>();
      for (const batch of inBatches([...uses.keys()])) {
        const removal = kysely.deleteFrom('documentFrequencies').where('term', 'in', batch);
        const rows = await removal.where('documents', '<=', 0).returning('term').execute();
        for (const { term } of rows) unused.add(term);
      }
      await counters.add('documents', -posts.length);
      if (unused.size > 0) await dropTerms(kysely, clusterIds, unused);
    },

    /** The id of the signal's cluster with the most posts, apart from those in `without`; null when there is none. */
    async largestOf(signalId: string, without: readonly string[]): Promise<string | null> {
      const ofSignal = kysely.selectFrom('clusters').select('id').where('signalId', '=', signalId);
      const rows = await ofSignal.orderBy('documents', 'desc').orderBy('ordinal').execute();
      const excluded = new Set(without);
      return rows.find(({ id }) => !excluded.has(id))?.id ?? null;
    },

    /** Each cluster's signal id, by cluster id. */
    async signalsOf(clusterIds: readonly string[]): Promise<Map<string, string>> {
      const signals = new Map<string, string>();
      for (const batch of inBatches(clusterIds)) {
        const rows = await kysely.selectFrom('clusters').select(['id', 'signalId']).where('id', 'in', batch).execute();
        for (const row of rows) signals.set(row.id, row.signalId);
      }
      return signals;
    },

    async setCoherence(changes: readonly { id: string; coherence: number }[]): Promise<void> {
      for (const [coherence, some] of Map.groupBy(changes, (change) => change.coherence))
        for (const batch of inBatches(some.map(({ id }) => id)))
          await kysely.updateTable('clusters').set({ coherence }).where('id', 'in', batch).execute();
    },

    move: (clusterIds: readonly string[], signalId: string): Promise<void> =>
      moveClusters(kysely, 'clusters', clusterIds, signalId),
  };
}
/** The one repository that all posts of a cluster name, by cluster; clusters whose posts name several are left out. */
async function repositoriesOf(kysely: Kysely<Tables>, clusterIds: readonly string[]): Promise<Map<string, string>> {
  const repositories = new Map<string, string>();
  for (const batch of inBatches(clusterIds)) {
    const rows = await kysely
      .selectFrom('posts')
      .select(({ fn }) => ['clusterId', fn.min('repository').as('first'), fn.max('repository').as('last')])
      .where('clusterId', 'in', batch)
      .groupBy('clusterId')
      .execute();
    for (const { clusterId, first, last } of rows)
      if (clusterId !== null && first !== null && first === last) repositories.set(clusterId, first);
  }
  return repositories;
}
export type ClusterStore = ReturnType<typeof clusterStore>;

export const toCluster = ({
  id,
  signalId,
  documents,
  lastAt,
  coherence,
  termsJson,
}: Selectable<ClusterTable>): SignalCluster => ({
  id,
  signalId,
  documents,
  lastAt,
  coherence,
  terms: readTerms(termsJson),
});

/** A cluster with damaged terms takes no more posts; the others go on. */
const readTerms = (json: string) => (parseJson(json) ?? []) as SignalCluster['terms'];

async function dropTerms(kysely: Kysely<Tables>, clusterIds: readonly string[], unused: ReadonlySet<string>) {
  for (const batch of inBatches(clusterIds)) {
    const rows = await kysely.selectFrom('clusters').select(['id', 'termsJson']).where('id', 'in', batch).execute();
    for (const { id, termsJson } of rows) {
      const terms = readTerms(termsJson);
      const kept = JSON.stringify(terms.filter(([term]) => !unused.has(term)));
      if (kept !== termsJson)
        await kysely.updateTable('clusters').set({ termsJson: kept }).where('id', '=', id).execute();
    }
  }
}
