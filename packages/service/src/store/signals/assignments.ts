import type { Kysely } from 'kysely';
import { LISTED_STATES, PUBLIC_STATES, type SignalState, type WithheldReason } from '../../model/signal.ts';
import type { CounterStore } from '../database/counters.ts';
import { countRows, inPages } from '../database/sql.ts';
import type { Tables } from '../database/tables.ts';
import { type PostIdentity, postsWith } from '../posts/posts.ts';

/** The signal a post is in; `public` is false for a candidate, a hidden signal, and no signal. */
export interface PostAssignment {
  provider: string;
  externalId: string;
  painSignalId: string | null;
  public: boolean;
}

/** Where one post is, with what decides whether it counts. */
export interface PostPlace {
  title: string | null;
  author: string | null;
  hidden: boolean;
  /** Epoch ms of a post dated in the future. */
  waitsUntil: number | null;
  /** The post it repeats. */
  original: PostIdentity | null;
  signal: { id: string; state: SignalState; hidden: boolean; topic: string } | null;
}

/** Counted posts in signals of one state, and the number of those signals; hidden signals are left out. */
export interface StateTally {
  state: SignalState;
  signals: number;
  posts: number;
}

const ROWS_A_PAGE = 5_000;

/** Every post in the order of storing; a duplicate has its original's signal. */
export async function* assignments(kysely: Kysely<Tables>): AsyncGenerator<PostAssignment> {
  const posts = kysely
    .selectFrom('posts')
    .leftJoin('posts as original', 'original.id', 'posts.duplicateOf')
    .leftJoin('clusters', (join) =>
      join.on((on) => on('clusters.id', '=', on.fn.coalesce(on.ref('posts.clusterId'), on.ref('original.clusterId')))),
    )
    .leftJoin('signals', 'signals.id', 'clusters.signalId')
    .select(['posts.id', 'posts.provider', 'posts.externalId'])
    .select(['signals.id as painSignalId', 'signals.state', 'signals.hidden'])
    .orderBy('posts.id')
    .limit(ROWS_A_PAGE);
  const pages = inPages((last: { id: number } | undefined) => posts.where('posts.id', '>', last?.id ?? 0).execute());
  for await (const page of pages)
    for (const { id, state, hidden, ...row } of page)
      yield { ...row, public: state !== null && state !== 'candidate' && hidden === 0 };
}

/** Null for a post that isn't stored. A duplicate has its original's signal. */
export async function placeOf(kysely: Kysely<Tables>, post: PostIdentity): Promise<PostPlace | null> {
  const row = await postsWith(kysely, post)
    .leftJoin('posts as original', 'original.id', 'posts.duplicateOf')
    .leftJoin('waitingPosts', 'waitingPosts.postId', 'posts.id')
    .leftJoin('clusters', (join) =>
      join.on((on) => on('clusters.id', '=', on.fn.coalesce(on.ref('posts.clusterId'), on.ref('original.clusterId')))),
    )
    .leftJoin('signals', 'signals.id', 'clusters.signalId')
    .select(['posts.title', 'posts.author', 'posts.hidden as isHidden', 'waitingPosts.dueAt'])
    .select(['original.provider as originalProvider', 'original.externalId as originalId'])
    .select(['signals.id as signalId', 'signals.state', 'signals.hidden as isSignalHidden', 'signals.topic'])
    .executeTakeFirst();
  if (row === undefined) return null;
  const { originalProvider, originalId, signalId, state, topic } = row;
  return {
    title: row.title,
    author: row.author,
    hidden: row.isHidden === 1,
    waitsUntil: row.dueAt,
    original: originalId === null ? null : { provider: originalProvider ?? '', externalId: originalId },
    signal:
      signalId === null || state === null
        ? null
        : { id: signalId, state, hidden: row.isSignalHidden === 1, topic: topic ?? '' },
  };
}

/** How many of the posts stored after this one are in public signals, and how many in none yet; the rest counts nowhere. */
export async function placesAfter(
  kysely: Kysely<Tables>,
  postId: number,
): Promise<{ listed: number; waiting: number }> {
  const rows = await kysely
    .selectFrom('posts')
    .innerJoin('clusters', 'clusters.id', 'posts.clusterId')
    .innerJoin('signals', 'signals.id', 'clusters.signalId')
    .select(({ fn }) => ['signals.state', fn.countAll().as('posts')])
    .where('posts.id', '>', postId)
    .where('signals.hidden', '=', 0)
    .groupBy('signals.state')
    .execute();
  const of = (states: readonly SignalState[]) =>
    rows.reduce((sum, { state, posts }) => sum + (states.includes(state) ? Number(posts) : 0), 0);
  return { listed: of(LISTED_STATES), waiting: of(['candidate']) };
}

/** As of the last refresh: its figures, not the posts, are added up. */
export async function stateTallies(kysely: Kysely<Tables>): Promise<StateTally[]> {
  const shown = await kysely
    .selectFrom('signals')
    .select(({ fn }) => ['state', 'hidden', fn.countAll().as('signals'), fn.sum('volume').as('posts')])
    .where('state', 'in', PUBLIC_STATES)
    .groupBy(['state', 'hidden'])
    .execute();
  const candidates = kysely
    .selectFrom('signals')
    .where('state', '=', 'candidate')
    .where((where) =>
      where.exists(where.selectFrom('clusters').select('clusters.id').whereRef('clusters.signalId', '=', 'signals.id')),
    );
  const placed = await countRows(kysely.selectFrom('posts').where('clusterId', 'is not', null));
  const waiting = placed - shown.reduce((sum, { posts }) => sum + Number(posts), 0);
  const tallies = shown
    .filter(({ hidden }) => hidden === 0)
    .map(({ state, signals, posts }) => ({ state, signals: Number(signals), posts: Number(posts) }));
  if (waiting <= 0) return tallies;
  return [...tallies, { state: 'candidate', signals: await countRows(candidates), posts: waiting }];
}

/** Posts in no public signal, by what their group lacks, as of the last refresh of all signals; posts stored since are in `documents`. */
export async function withheldPosts(
  kysely: Kysely<Tables>,
  counters: CounterStore,
): Promise<Record<WithheldReason, number>> {
  const waiting = (await stateTallies(kysely)).find(({ state }) => state === 'candidate')?.posts ?? 0;
  const [authors, daysOrRepositories, coherence, topic] = await Promise.all([
    counters.get('withheld.authors'),
    counters.get('withheld.daysOrRepositories'),
    counters.get('withheld.coherence'),
    counters.get('withheld.topic'),
  ]);
  const documents = Math.max(0, waiting - authors - daysOrRepositories - coherence - topic);
  return { documents, authors, daysOrRepositories, coherence, topic };
}
