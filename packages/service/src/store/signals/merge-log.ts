import type { Kysely, Selectable } from 'kysely';
import type { SignalState } from '../../model/signal.ts';
import type { SignalMove } from '../../model/signal-identity.ts';
import { inBatches } from '../database/sql.ts';
import type { MergeLogTable, Tables } from '../database/tables.ts';

export interface LoggedMove extends SignalMove {
  id: number;
  at: number;
  /** What the signal was that the clusters left. */
  fromState: SignalState;
  undoneAt: number | null;
}
/** A logged move with names for people: topics, or the title of a post where nobody has seen the signal. */
export interface NamedMove extends LoggedMove {
  fromTopic: string;
  toTopic: string;
}

const MOVES_A_READ = 500;
const GREATEST_ID = 2 ** 31 - 1;

export function mergeLog(kysely: Kysely<Tables>) {
  return {
    async add(moves: readonly SignalMove[], states: ReadonlyMap<string, SignalState>, at: number): Promise<void> {
      const last = await kysely
        .selectFrom('merge_log')
        .select((select) => select.fn.max('id').as('id'))
        .executeTakeFirst();
      const rows = moves.map(({ kind, fromId, toId, clusterIds, posts, similarity }, index) => ({
        id: (last?.id ?? 0) + 1 + index,
        at,
        kind,
        from_id: fromId,
        to_id: toId,
        from_state: states.get(fromId) ?? 'candidate',
        cluster_ids_json: JSON.stringify(clusterIds),
        posts,
        similarity,
      }));
      for (const some of inBatches(rows)) await kysely.insertInto('merge_log').values(some).execute();
    },

    async find(id: number): Promise<LoggedMove | null> {
      const row = await kysely.selectFrom('merge_log').selectAll().where('id', '=', id).executeTakeFirst();
      return row === undefined ? null : toMove(row);
    },

    /** Newest first. */
    async *newestFirst(): AsyncGenerator<NamedMove> {
      for (let before = GREATEST_ID; ; ) {
        const rows = await kysely
          .selectFrom('merge_log')
          .selectAll()
          .where('id', '<', before)
          .orderBy('id', 'desc')
          .limit(MOVES_A_READ)
          .execute();
        const names = await namesOf(kysely, [...new Set(rows.flatMap((row) => [row.from_id, row.to_id]))]);
        for (const row of rows)
          yield { ...toMove(row), fromTopic: names.get(row.from_id) ?? '', toTopic: names.get(row.to_id) ?? '' };
        const end = rows.at(-1);
        if (end === undefined) return;
        before = end.id;
      }
    },

    /** Those that are not undone and have to do with a signal. */
    async activeMovesOf(signalId: string): Promise<LoggedMove[]> {
      const rows = await kysely
        .selectFrom('merge_log')
        .selectAll()
        .where('undone_at', 'is', null)
        .where((where) => where.or([where('from_id', '=', signalId), where('to_id', '=', signalId)]))
        .orderBy('id')
        .execute();
      return rows.map(toMove);
    },

    /** Oldest first. */
    async undone(): Promise<LoggedMove[]> {
      const rows = await kysely
        .selectFrom('merge_log')
        .selectAll()
        .where('undone_at', 'is not', null)
        .orderBy('undone_at')
        .orderBy('id')
        .execute();
      return rows.map(toMove);
    },

    async setUndone(id: number, at: number): Promise<void> {
      await kysely.updateTable('merge_log').set({ undone_at: at }).where('id', '=', id).execute();
    },
  };
}
export type MergeLog = ReturnType<typeof mergeLog>;

const toMove = (row: Selectable<MergeLogTable>): LoggedMove => ({
  id: row.id,
  at: row.at,
  kind: row.kind,
  fromId: row.from_id,
  toId: row.to_id,
  fromState: row.from_state,
  clusterIds: JSON.parse(row.cluster_ids_json),
  posts: row.posts,
  similarity: row.similarity,
  undoneAt: row.undone_at,
});

/** A signal is named by its topic; one that never had any by the title of the post that is most typical of its founding cluster. */
async function namesOf(kysely: Kysely<Tables>, ids: readonly string[]): Promise<Map<string, string>> {
  const names = new Map<string, string>();
  for (const some of inBatches(ids)) {
    const titles = await kysely
      .selectFrom('posts')
      .select(['cluster_id as id', 'title'])
      .where('cluster_id', 'in', some)
      .where('title', 'is not', null)
      .orderBy('similarity')
      .orderBy('posts.id', 'desc')
      .execute();
    for (const { id, title } of titles) names.set(id ?? '', title ?? '');
    const topics = await kysely
      .selectFrom('signals')
      .select(['id', 'topic'])
      .where('id', 'in', some)
      .where('topic', '<>', '')
      .execute();
    for (const { id, topic } of topics) names.set(id, topic);
  }
  return names;
}
