import type { Kysely } from 'kysely';
import { inBatches } from '../database/sql.ts';
import type { Tables } from '../database/tables.ts';

/** A signal's vector in the space of a model, and the hash of the text it was made of. */
export interface VectorRow {
  signalId: string;
  textHash: string;
  vector: Float32Array;
}

const ROWS_A_READ = 500;

/** One vector a signal, for one space at a time. */
export function vectorStore(kysely: Kysely<Tables>) {
  return {
    async all(model: string): Promise<VectorRow[]> {
      const vectors: VectorRow[] = [];
      for (let last = ''; ; ) {
        const rows = await kysely
          .selectFrom('signal_vectors')
          .select(['signal_id', 'text_hash', 'vector'])
          .where('model', '=', model)
          .where('signal_id', '>', last)
          .orderBy('signal_id')
          .limit(ROWS_A_READ)
          .execute();
        for (const { signal_id, text_hash, vector } of rows)
          vectors.push({ signalId: signal_id, textHash: text_hash, vector: toVector(vector) });
        if (rows.length < ROWS_A_READ) return vectors;
        last = rows.at(-1)?.signal_id ?? last;
      }
    },

    async put(model: string, vectors: readonly VectorRow[]): Promise<void> {
      const rows = vectors.map(({ signalId, textHash, vector }) => ({
        signal_id: signalId,
        model,
        text_hash: textHash,
        vector: new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength),
      }));
      for (const some of inBatches(rows))
        await kysely
          .insertInto('signal_vectors')
          .values(some)
          .onConflict((conflict) =>
            conflict.column('signal_id').doUpdateSet((row) => ({
              model: row.ref('excluded.model'),
              text_hash: row.ref('excluded.text_hash'),
              vector: row.ref('excluded.vector'),
            })),
          )
          .execute();
    },

    /** Forgets the vectors of signals that cannot be found any more. */
    async prune(): Promise<void> {
      await kysely
        .deleteFrom('signal_vectors')
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('signals')
                .select('signals.id')
                .whereRef('signals.id', '=', 'signal_vectors.signal_id')
                .where('signals.state', 'in', ['active', 'dormant'])
                .where('signals.hidden', '=', 0),
            ),
          ),
        )
        .execute();
    },
  };
}
export type VectorStore = ReturnType<typeof vectorStore>;

/** Copied, for bytes from a database may begin anywhere and numbers may not. */
const toVector = (bytes: Uint8Array): Float32Array => new Float32Array(Uint8Array.from(bytes).buffer);
