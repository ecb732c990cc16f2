import type { Kysely } from 'kysely';
import type { SignalState } from '../../model/signal.ts';
import type { Tables } from '../database/tables.ts';

/** Which signal a post is in; `public` is false for a candidate, one that is hidden, and where there is none. */
export interface PostAssignment {
  provider: string;
  externalId: string;
  painSignalId: string | null;
  public: boolean;
}

/** The posts that count in signals of one state, and how many signals those are; none of a hidden signal. */
export interface StateTally {
  state: SignalState;
  signals: number;
  posts: number;
}

const ROWS_A_READ = 5_000;

/** Every post in the order of storing; a repeated one is where the post is that it repeats. */
export async function* assignments(kysely: Kysely<Tables>): AsyncGenerator<PostAssignment> {
  for (let last = 0; ; ) {
    const rows = await kysely
      .selectFrom('posts')
      .leftJoin('posts as original', 'original.id', 'posts.duplicate_of')
      .leftJoin('clusters', (join) =>
        join.on((on) =>
          on('clusters.id', '=', on.fn.coalesce(on.ref('posts.cluster_id'), on.ref('original.cluster_id'))),
        ),
      )
      .leftJoin('signals', 'signals.id', 'clusters.signal_id')
      .select(['posts.id', 'posts.provider', 'posts.external_id as externalId'])
      .select(['signals.id as painSignalId', 'signals.state', 'signals.hidden'])
      .where('posts.id', '>', last)
      .orderBy('posts.id')
      .limit(ROWS_A_READ)
      .execute();
    for (const { id, state, hidden, ...row } of rows)
      yield { ...row, public: state !== null && state !== 'candidate' && hidden === 0 };
    const end = rows.at(-1);
    if (end === undefined) return;
    last = end.id;
  }
}

export async function stateTallies(kysely: Kysely<Tables>): Promise<StateTally[]> {
  const rows = await kysely
    .selectFrom('posts')
    .innerJoin('clusters', 'clusters.id', 'posts.cluster_id')
    .innerJoin('signals', 'signals.id', 'clusters.signal_id')
    .select(({ fn }) => ['signals.state', fn.countAll().as('posts'), fn.count('signals.id').distinct().as('signals')])
    .where('signals.hidden', '=', 0)
    .groupBy('signals.state')
    .execute();
  return rows.map(({ state, signals, posts }) => ({ state, signals: Number(signals), posts: Number(posts) }));
}
