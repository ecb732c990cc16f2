import { createHash } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { LISTED_STATES, type SearchablePassage, type SearchableSignal } from '../../model/signal.ts';
import { inPages } from '../database/sql.ts';
import type { Tables } from '../database/tables.ts';
import { chunkIdOf } from '../posts/evidence.ts';

const SIGNALS_A_PAGE = 200;
const PASSAGES_A_SIGNAL = 32;

function listedSignals(kysely: Kysely<Tables>) {
  const listed = kysely
    .selectFrom('signals')
    .select(['id', 'topic', 'summary', 'macroArea', 'volume', 'chunkCount'])
    .where('state', 'in', LISTED_STATES)
    .where('hidden', '=', 0)
    .orderBy('id')
    .limit(SIGNALS_A_PAGE);
  return inPages((last: { id: string } | undefined) => listed.where('id', '>', last?.id ?? '').execute());
}

/** Every listed signal with the openings of its most typical posts; read in pages, so no query holds the database for long. */
export async function* searchableSignals(kysely: Kysely<Tables>): AsyncGenerator<SearchableSignal> {
  for await (const page of listedSignals(kysely)) {
    const ids = page.map((signal) => signal.id);
    const passages = await readPassages(kysely, ids);
    for (const { id, topic, summary, macroArea } of page)
      yield { id, topic, summary, macroArea, passages: passages.get(id) ?? [] };
  }
}

/** A hash that changes whenever search results could; much cheaper than reading all signals. */
export async function searchableMark(kysely: Kysely<Tables>): Promise<string> {
  const hash = createHash('sha256');
  // A duplicate that replaces a removed post changes no figure of the signal.
  const removals = await kysely
    .selectFrom('counters')
    .select('value')
    .where('name', '=', 'removals')
    .executeTakeFirst();
  hash.update(`${removals?.value ?? 0}\n`);
  for await (const page of listedSignals(kysely)) for (const signal of page) hash.update(`${JSON.stringify(signal)}\n`);
  return hash.digest('base64');
}

async function readPassages(
  kysely: Kysely<Tables>,
  signalIds: readonly string[],
): Promise<Map<string, SearchablePassage[]>> {
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
    .select(['typical.signalId', 'typical.title', 'typical.postId', 'chunks.text'])
    .orderBy('typical.signalId')
    .orderBy('rank')
    .execute();
  const passages = new Map<string, SearchablePassage[]>();
  for (const { signalId, postId, title, text } of rows) {
    const passage = {
      chunkId: chunkIdOf(postId, 0),
      text: title === null || title === text ? text : `${title}\n${text}`,
    };
    const known = passages.get(signalId);
    if (known === undefined) passages.set(signalId, [passage]);
    else known.push(passage);
  }
  return passages;
}
