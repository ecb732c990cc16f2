import type { Kysely } from 'kysely';
import type { CounterStore } from '../database/counters.ts';
import { inBatches } from '../database/sql.ts';
import type { ClusterTable, Tables } from '../database/tables.ts';

/** A cluster as the pipeline's leader makes it; the weights come back bit for bit, so that clustering can go on where it stopped. */
export interface StoredCluster {
  id: string;
  terms: [term: string, weight: number][];
  documents: number;
  lastAt: number;
}

const TERMS_A_STATEMENT = 2_000;

/** A cluster not seen before is a signal of its own, with the same id. */
export async function saveClusters(
  kysely: Kysely<Tables>,
  table: 'clusters' | 'rebuilt_clusters',
  clusters: readonly StoredCluster[],
  firstOrdinal: number,
) {
  const rows = clusters.map(({ id, documents, lastAt, terms }, index) => ({
    id,
    ordinal: firstOrdinal + index,
    signal_id: id,
    documents,
    last_at: lastAt,
    terms_json: JSON.stringify(terms),
  }));
  for (const some of inBatches(rows)) {
    await kysely
      .insertInto(table)
      .values(some)
      .onConflict((conflict) =>
        conflict.column('id').doUpdateSet((row) => ({
          documents: row.ref('excluded.documents'),
          last_at: row.ref('excluded.last_at'),
          terms_json: row.ref('excluded.terms_json'),
        })),
      )
      .execute();
  }
}

export async function addFrequencies(
  kysely: Kysely<Tables>,
  table: 'document_frequencies' | 'rebuilt_terms',
  frequencies: readonly (readonly [term: string, add: number])[],
  firstOrdinal: number,
) {
  const rows = frequencies.map(([term, documents], index) => ({ term, ordinal: firstOrdinal + index, documents }));
  for (const some of inBatches(rows, TERMS_A_STATEMENT)) {
    await kysely
      .insertInto(table)
      .values(some)
      .onConflict((conflict) =>
        conflict.column('term').doUpdateSet((row) => ({
          documents: row(`${table}.documents`, '+', row.ref('excluded.documents')),
        })),
      )
      .execute();
  }
}

export interface SignalCluster extends StoredCluster {
  signalId: string;
}
export interface ClusterChanges {
  clusters: readonly StoredCluster[];
  documentFrequencies: readonly (readonly [term: string, add: number])[];
  documents: number;
  retired: readonly string[];
}

const CLUSTERS_A_READ = 2_000;
const TERMS_A_READ = 20_000;
const COLUMNS = ['id', 'ordinal', 'signal_id', 'documents', 'last_at', 'terms_json'] as const;

export function clusterStore(kysely: Kysely<Tables>, counters: CounterStore) {
  return {
    /** Clusters that still take posts, in the order of making. */
    async open(): Promise<SignalCluster[]> {
      const clusters: SignalCluster[] = [];
      for (let last = -1; ; ) {
        const rows = await kysely
          .selectFrom('clusters')
          .select(COLUMNS)
          .where('retired', '=', 0)
          .where('ordinal', '>', last)
          .orderBy('ordinal')
          .limit(CLUSTERS_A_READ)
          .execute();
        for (const row of rows) clusters.push(toCluster(row));
        const end = rows.at(-1);
        if (end === undefined) return clusters;
        last = end.ordinal;
      }
    },

    /** The clusters with the newest posts, and whatever else their signals hold, in the order of making; none of a hidden signal. */
    async newest(limit: number): Promise<SignalCluster[]> {
      const hidden = kysely.selectFrom('signals').select('id').where('hidden', '=', 1);
      const newest = kysely
        .selectFrom('clusters')
        .select('signal_id')
        .where('signal_id', 'not in', hidden)
        .orderBy('last_at', 'desc')
        .orderBy('ordinal')
        .limit(limit);
      const rows = await kysely
        .selectFrom('clusters')
        .select(COLUMNS)
        .where('signal_id', 'in', newest)
        .orderBy('ordinal')
        .execute();
      return rows.map(toCluster);
    },

    /** Everything that some signals hold, in the order of making. */
    async ofSignals(signalIds: readonly string[]): Promise<SignalCluster[]> {
      const rows = await kysely
        .selectFrom('clusters')
        .select(COLUMNS)
        .where('signal_id', 'in', signalIds)
        .orderBy('ordinal')
        .execute();
      return rows.map(toCluster);
    },

    /** In the order in which the terms were first met. */
    async documentFrequencies(): Promise<[term: string, documents: number][]> {
      const frequencies: [string, number][] = [];
      for (let last = -1; ; ) {
        const rows = await kysely
          .selectFrom('document_frequencies')
          .select(['term', 'ordinal', 'documents'])
          .where('ordinal', '>', last)
          .orderBy('ordinal')
          .limit(TERMS_A_READ)
          .execute();
        for (const { term, documents } of rows) frequencies.push([term, documents]);
        const end = rows.at(-1);
        if (end === undefined) return frequencies;
        last = end.ordinal;
      }
    },

    /** Writes what the leader changed; a cluster not seen before is a signal of its own, with the same id. */
    async save(changes: ClusterChanges): Promise<void> {
      await saveClusters(
        kysely,
        'clusters',
        changes.clusters,
        await counters.reserve('clusters', changes.clusters.length),
      );
      const frequencies = changes.documentFrequencies;
      await addFrequencies(
        kysely,
        'document_frequencies',
        frequencies,
        await counters.reserve('terms', frequencies.length),
      );
      await counters.add('documents', changes.documents);
      for (const some of inBatches(changes.retired))
        await kysely.updateTable('clusters').set({ retired: 1 }).where('id', 'in', some).execute();
    },

    /** Takes back what posts taught. A term that nobody else has used leaves these clusters too. */
    async unlearn(clusterIds: readonly string[], posts: readonly (readonly string[])[]): Promise<void> {
      const uses = new Map<string, number>();
      for (const term of posts.flat()) uses.set(term, (uses.get(term) ?? 0) + 1);
      await addFrequencies(
        kysely,
        'document_frequencies',
        [...uses].map(([term, times]) => [term, -times] as const),
        0,
      );
      const gone = new Set<string>();
      for (const some of inBatches([...uses.keys()])) {
        const rows = await kysely
          .deleteFrom('document_frequencies')
          .where('term', 'in', some)
          .where('documents', '<=', 0)
          .returning('term')
          .execute();
        for (const { term } of rows) gone.add(term);
      }
      await counters.add('documents', -posts.length);
      if (gone.size > 0) await dropTerms(kysely, clusterIds, gone);
    },

    /** Which of a signal's clusters, some left out, has the most posts. */
    async largestOf(signalId: string, without: readonly string[]): Promise<string | null> {
      const rows = await kysely
        .selectFrom('clusters')
        .select('id')
        .where('signal_id', '=', signalId)
        .orderBy('documents', 'desc')
        .orderBy('ordinal')
        .execute();
      const left = new Set(without);
      return rows.find(({ id }) => !left.has(id))?.id ?? null;
    },

    /** Which signal each of the clusters is in. */
    async signalsOf(clusterIds: readonly string[]): Promise<Map<string, string>> {
      const signals = new Map<string, string>();
      for (const some of inBatches(clusterIds)) {
        const rows = await kysely.selectFrom('clusters').select(['id', 'signal_id']).where('id', 'in', some).execute();
        for (const row of rows) signals.set(row.id, row.signal_id);
      }
      return signals;
    },

    /** Moves clusters to a signal. */
    async move(clusterIds: readonly string[], signalId: string): Promise<void> {
      for (const some of inBatches(clusterIds))
        await kysely.updateTable('clusters').set({ signal_id: signalId }).where('id', 'in', some).execute();
    },
  };
}
export type ClusterStore = ReturnType<typeof clusterStore>;

export const toCluster = (
  row: Pick<ClusterTable, 'id' | 'signal_id' | 'documents' | 'last_at' | 'terms_json'>,
): SignalCluster => ({
  id: row.id,
  signalId: row.signal_id,
  documents: row.documents,
  lastAt: row.last_at,
  terms: JSON.parse(row.terms_json),
});

async function dropTerms(kysely: Kysely<Tables>, clusterIds: readonly string[], gone: ReadonlySet<string>) {
  for (const some of inBatches(clusterIds)) {
    const rows = await kysely.selectFrom('clusters').select(['id', 'terms_json']).where('id', 'in', some).execute();
    for (const { id, terms_json } of rows) {
      const terms: StoredCluster['terms'] = JSON.parse(terms_json);
      const kept = terms.filter(([term]) => !gone.has(term));
      if (kept.length < terms.length)
        await kysely
          .updateTable('clusters')
          .set({ terms_json: JSON.stringify(kept) })
          .where('id', '=', id)
          .execute();
    }
  }
}
