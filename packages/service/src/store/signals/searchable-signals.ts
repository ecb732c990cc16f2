import { createHash } from 'node:crypto';
import type { MacroArea } from '@pain-signals/contract';
import { type Kysely, sql } from 'kysely';
import { LISTED_STATES } from '../../model/signal.ts';
import type { Tables } from '../database/tables.ts';
import { chunkIdOf } from '../posts/evidence.ts';

/** A listed signal with enough of its posts' words to be found by. */
export interface SearchableRow {
  id: string;
  topic: string;
  summary: string;
  macroArea: MacroArea | null;
  passages: SearchablePassage[];
}

/** The opening of a post, its title above it. */
export interface SearchablePassage {
  chunkId: string;
  text: string;
}

const SIGNALS_A_READ = 200;
const MARKS_A_READ = 1_000;
const PASSAGES_A_SIGNAL = 32;

/** Every listed signal with the openings of its most typical posts, read in pieces so that the database is never held for long. */
export async function* searchableSignals(kysely: Kysely<Tables>): AsyncGenerator<SearchableRow> {
  let last = '';
  for (;;) {
    const signals = await kysely
      .selectFrom('signals')
      .select(['id', 'topic', 'summary', 'macro_area as macroArea'])
      .where('state', 'in', LISTED_STATES)
      .where('hidden', '=', 0)
      .where('id', '>', last)
      .orderBy('id')
      .limit(SIGNALS_A_READ)
      .execute();
    const passages = await readPassages(
      kysely,
      signals.map((signal) => signal.id),
    );
    for (const signal of signals) yield { ...signal, passages: passages.get(signal.id) ?? [] };
    if (signals.length < SIGNALS_A_READ) return;
    last = signals.at(-1)?.id ?? last;
  }
}

/** Stays the same as long as there is nothing new to be found by; costs a small part of reading it all. */
export async function searchableMark(kysely: Kysely<Tables>): Promise<string> {
  const hash = createHash('sha256');
  // What repeats a removed post takes its place, and every figure stays as it was.
  const removals = await kysely
    .selectFrom('counters')
    .select('value')
    .where('name', '=', 'removals')
    .executeTakeFirst();
  hash.update(`${removals?.value ?? 0}\n`);
  for (let last = ''; ; ) {
    const signals = await kysely
      .selectFrom('signals')
      .select(['id', 'topic', 'summary', 'macro_area as macroArea', 'volume', 'chunk_count as chunks'])
      .where('state', 'in', LISTED_STATES)
      .where('hidden', '=', 0)
      .where('id', '>', last)
      .orderBy('id')
      .limit(MARKS_A_READ)
      .execute();
    for (const signal of signals) hash.update(`${JSON.stringify(signal)}\n`);
    if (signals.length < MARKS_A_READ) return hash.digest('base64');
    last = signals.at(-1)?.id ?? last;
  }
}

async function readPassages(
  kysely: Kysely<Tables>,
  signalIds: readonly string[],
): Promise<Map<string, SearchablePassage[]>> {
  const passages = new Map<string, SearchablePassage[]>();
  if (signalIds.length === 0) return passages;
  const rows = await kysely
    .with('typical', (database) =>
      database
        .selectFrom('clusters')
        .innerJoin('posts', 'posts.cluster_id', 'clusters.id')
        .where('clusters.signal_id', 'in', signalIds)
        .select([
          'clusters.signal_id as signalId',
          'posts.id as postId',
          'posts.title',
          sql<number>`row_number() over (partition by clusters.signal_id order by posts.similarity desc, posts.id)`.as(
            'place',
          ),
        ]),
    )
    .selectFrom('typical')
    .innerJoin('chunks', 'chunks.post_id', 'typical.postId')
    .where('place', '<=', PASSAGES_A_SIGNAL)
    .where('chunks.ordinal', '=', 0)
    .select(['typical.signalId', 'typical.title', 'typical.postId', 'chunks.text'])
    .orderBy('typical.signalId')
    .orderBy('place')
    .execute();
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
