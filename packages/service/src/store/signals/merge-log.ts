import { parseJson } from '@pain-signals/contract';
import type { Kysely, Selectable } from 'kysely';
import type { SignalState } from '../../model/signal.ts';
import type { SignalMove } from '../../model/signal-identity.ts';
import { inBatches, inPages } from '../database/sql.ts';
import type { MergeLogTable, Tables } from '../database/tables.ts';

export interface LoggedMove extends SignalMove {
  id: number;
  at: number;
  /** State of the signal that the clusters left. */
  fromState: SignalState;
  undoneAt: number | null;
}
/** A logged move with names for people: topics, or a post's title for a signal that was never public. */
export interface NamedMove extends LoggedMove {
  fromTopic: string;
  toTopic: string;
}

const MOVES_A_PAGE = 500;
const GREATEST_ID = 2 ** 31 - 1;

export function mergeLog(kysely: Kysely<Tables>) {
  const rows = () => kysely.selectFrom('mergeLog').selectAll();

  return {
    async add(moves: readonly SignalMove[], states: ReadonlyMap<string, SignalState>, at: number): Promise<void> {
      const last = await rows().orderBy('id', 'desc').limit(1).executeTakeFirst();
      const added = moves.map(({ clusterIds, ...move }, index) => ({
        ...move,
        id: (last?.id ?? 0) + 1 + index,
        at,
        fromState: states.get(move.fromId) ?? 'candidate',
        clusterIdsJson: JSON.stringify(clusterIds),
      }));
      for (const batch of inBatches(added)) await kysely.insertInto('mergeLog').values(batch).execute();
    },

    async find(id: number): Promise<NamedMove | null> {
      const [move] = await withNames(kysely, await rows().where('id', '=', id).execute());
      return move ?? null;
    },

    async *newestFirst(): AsyncGenerator<NamedMove> {
      const pages = inPages((last: { id: number } | undefined) =>
        rows()
          .where('id', '<', last?.id ?? GREATEST_ID)
          .orderBy('id', 'desc')
          .limit(MOVES_A_PAGE)
          .execute(),
      );
      for await (const page of pages) yield* await withNames(kysely, page);
    },

    /** Moves from or to a signal that are not undone. */
    async activeMovesOf(signalId: string): Promise<LoggedMove[]> {
      const active = rows()
        .where('undoneAt', 'is', null)
        .where((where) => where.or([where('fromId', '=', signalId), where('toId', '=', signalId)]));
      return (await active.orderBy('id').execute()).map(toMove);
    },

    /** Oldest first. */
    async undone(): Promise<LoggedMove[]> {
      const undone = rows().where('undoneAt', 'is not', null).orderBy('undoneAt').orderBy('id');
      return (await undone.execute()).map(toMove);
    },

    async setUndone(id: number, at: number): Promise<void> {
      await kysely.updateTable('mergeLog').set({ undoneAt: at }).where('id', '=', id).execute();
    },
  };
}
export type MergeLog = ReturnType<typeof mergeLog>;

const toMove = ({ clusterIdsJson, ...row }: Selectable<MergeLogTable>): LoggedMove => ({
  ...row,
  clusterIds: (parseJson(clusterIdsJson) ?? []) as string[],
});

async function withNames(kysely: Kysely<Tables>, page: readonly Selectable<MergeLogTable>[]): Promise<NamedMove[]> {
  const names = await namesOf(kysely, [...new Set(page.flatMap((row) => [row.fromId, row.toId]))]);
  return page.map((row) => ({
    ...toMove(row),
    fromTopic: names.get(row.fromId) ?? '',
    toTopic: names.get(row.toId) ?? '',
  }));
}

/** Topics by signal id; without one, the title of the most typical post in the cluster that founded the signal. */
async function namesOf(kysely: Kysely<Tables>, ids: readonly string[]): Promise<Map<string, string>> {
  const names = new Map<string, string>();
  for (const batch of inBatches(ids)) {
    const titles = await kysely
      .selectFrom('posts')
      .select(['clusterId as id', 'title'])
      .where('clusterId', 'in', batch)
      .where('title', 'is not', null)
      .orderBy('similarity')
      .orderBy('posts.id', 'desc')
      .execute();
    for (const { id, title } of titles) names.set(id ?? '', title ?? '');
    const described = kysely.selectFrom('signals').select(['id', 'topic']).where('topic', '<>', '');
    for (const { id, topic } of await described.where('id', 'in', batch).execute()) names.set(id, topic);
  }
  return names;
}
