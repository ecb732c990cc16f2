import { type Kysely, sql } from 'kysely';
import { LISTED_STATES, type SearchableSignal } from '../../model/signal.ts';
import { inBatches } from '../database/sql.ts';
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
