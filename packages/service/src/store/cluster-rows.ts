import type { Kysely } from 'kysely';
import { inBatches } from './statements.ts';
import type { Tables } from './tables.ts';

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
