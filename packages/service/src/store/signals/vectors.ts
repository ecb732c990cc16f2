import type { Kysely } from 'kysely';
import { LISTED_STATES, type SignalVector } from '../../model/signal.ts';
import { inBatches, inPages } from '../database/sql.ts';
import type { Tables } from '../database/tables.ts';

const ROWS_A_PAGE = 500;

/** One vector per signal, of one model at a time. */
export function vectorStore(kysely: Kysely<Tables>) {
  return {
    async all(model: string): Promise<SignalVector[]> {
      const rows = kysely.selectFrom('signalVectors').select(['signalId', 'textHash', 'vector']);
      const pages = inPages((last: { signalId: string } | undefined) =>
        rows
          .where('model', '=', model)
          .where('signalId', '>', last?.signalId ?? '')
          .orderBy('signalId')
          .limit(ROWS_A_PAGE)
          .execute(),
      );
      const vectors: SignalVector[] = [];
      for await (const page of pages) for (const row of page) vectors.push({ ...row, vector: toVector(row.vector) });
      return vectors;
    },

    async put(model: string, vectors: readonly SignalVector[]): Promise<void> {
      const rows = vectors.map(({ vector, ...row }) => ({
        ...row,
        model,
        vector: new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength),
      }));
      for (const batch of inBatches(rows))
        await kysely
          .insertInto('signalVectors')
          .values(batch)
          .onConflict((conflict) =>
            conflict.column('signalId').doUpdateSet((row) => ({
              model: row.ref('excluded.model'),
              textHash: row.ref('excluded.textHash'),
              vector: row.ref('excluded.vector'),
            })),
          )
          .execute();
    },

    /** Deletes the vectors of signals that search can't return any more. */
    async prune(): Promise<void> {
      const listed = kysely.selectFrom('signals').select('id').where('state', 'in', LISTED_STATES);
      await kysely
        .deleteFrom('signalVectors')
        .where('signalId', 'not in', listed.where('hidden', '=', 0))
        .execute();
    },
  };
}

/** Copies the bytes: a database's buffer may not be aligned for floats. */
const toVector = (bytes: Uint8Array): Float32Array => new Float32Array(Uint8Array.from(bytes).buffer);
