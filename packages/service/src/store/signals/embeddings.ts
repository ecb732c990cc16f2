import { type Kysely, sql } from 'kysely';
import { LISTED_STATES, type SearchableSignal, type SignalVector } from '../../model/signal.ts';
import { inBatches, inPages } from '../database/sql.ts';
import type { Tables } from '../database/tables.ts';

const SIGNALS_A_PAGE = 200;
const PASSAGES_A_SIGNAL = 3;

/** The listed signals with the highest scores, read in pages, so no query holds the database for long. */
export async function* searchableSignals(kysely: Kysely<Tables>, limit: number): AsyncGenerator<SearchableSignal> {
  const signals = await kysely
    .selectFrom('signals')
    .select(['id', 'topic'])
    .where('state', 'in', LISTED_STATES)
    .where('hidden', '=', 0)
    .orderBy('score', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute();
  for (const page of inBatches(signals, SIGNALS_A_PAGE)) {
    const passages = await readPassages(
      kysely,
      page.map(({ id }) => id),
    );
    for (const signal of page) yield { ...signal, passages: passages.get(signal.id) ?? [] };
  }
}

async function readPassages(kysely: Kysely<Tables>, signalIds: readonly string[]): Promise<Map<string, string[]>> {
  const rank = sql<number>`row_number() over (partition by clusters.signal_id order by posts.similarity desc, posts.id)`;
  const rows = await kysely
    .with('typical', (database) =>
      database
        .selectFrom('clusters')
        .innerJoin('posts', 'posts.clusterId', 'clusters.id')
        .where('clusters.signalId', 'in', signalIds)
        .select(['clusters.signalId', 'posts.id as postId', 'posts.title', rank.as('rank')]),
    )
    .selectFrom('typical')
    .innerJoin('chunks', 'chunks.postId', 'typical.postId')
    .where('rank', '<=', PASSAGES_A_SIGNAL)
    .where('chunks.ordinal', '=', 0)
    .select(['typical.signalId', 'typical.title', 'chunks.text'])
    .orderBy('typical.signalId')
    .orderBy('rank')
    .execute();
  const passages = new Map<string, string[]>();
  for (const { signalId, title, text } of rows) {
    const passage = title === null || title === text ? text : `${title}\n${text}`;
    passages.set(signalId, [...(passages.get(signalId) ?? []), passage]);
  }
  return passages;
}

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

    prune: (): Promise<void> => pruneVectors(kysely),
  };
}

/** Deletes the vectors of signals that search can't return any more. */
export async function pruneVectors(kysely: Kysely<Tables>): Promise<void> {
  const listed = kysely.selectFrom('signals').select('id').where('state', 'in', LISTED_STATES);
  await kysely
    .deleteFrom('signalVectors')
    .where('signalId', 'not in', listed.where('hidden', '=', 0))
    .execute();
}

/** Copies the bytes: a database's buffer may not be aligned for floats. */
const toVector = (bytes: Uint8Array): Float32Array => new Float32Array(Uint8Array.from(bytes).buffer);
