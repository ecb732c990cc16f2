import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import { queryKeyOf } from '#handlers/watches/stored-watch.ts';
import type { NewWatch, Watch, WatchChange } from '#handlers/watches/watches.ts';
import type { Tables } from './tables.ts';
import { choiceColumns, nextHour, WATCH_COLUMNS, watchOf } from './watch-rows.ts';

/** What is watched, as people set it. */
export function watchStore(kysely: Kysely<Tables>, now: () => number) {
  const selected = () => kysely.selectFrom('watches').select(WATCH_COLUMNS);
  const rowOf = (workspaceId: string, id: string) => ({ workspace_id: workspaceId, id });

  return {
    /** Until the transaction ends nobody else holds the watches of this workspace: so that nothing is added after they were counted. */
    async lockWorkspace(workspaceId: string): Promise<void> {
      await kysely
        .insertInto('watch_books')
        .values({ workspace_id: workspaceId, held: 1 })
        .onConflict((conflict) =>
          conflict.column('workspace_id').doUpdateSet((row) => ({ held: row('watch_books.held', '+', 1) })),
        )
        .execute();
    },
    async create(workspaceId: string, watch: NewWatch): Promise<Watch> {
      const row = {
        id: randomUUID(),
        owner_id: watch.ownerId,
        subject_json: JSON.stringify(watch.subject),
        ...choiceColumns(watch),
        muted_until: null,
        paused: null,
      };
      await kysely
        .insertInto('watches')
        .values({
          ...row,
          workspace_id: workspaceId,
          time_zone: watch.timeZone,
          question_key: queryKeyOf(watch),
          memory_json: JSON.stringify(watch.memory),
          snapshot: watch.snapshot,
          version: 1,
          created_at: now(),
          next_look_at: nextHour(now()),
          lease_until: 0,
        })
        .execute();
      return watchOf(row);
    },
    async find(workspaceId: string, id: string): Promise<Watch | null> {
      const row = await selected()
        .where((each) => each.and(rowOf(workspaceId, id)))
        .executeTakeFirst();
      return row === undefined ? null : watchOf(row);
    },
    async list(workspaceId: string, of: { ownerId: string | null; channelId: string | null }): Promise<Watch[]> {
      const rows = await selected()
        .where('workspace_id', '=', workspaceId)
        .where((row) => row.or([row('owner_id', '=', of.ownerId ?? ''), row('channel_id', '=', of.channelId ?? '')]))
        .orderBy('created_at')
        .orderBy('id')
        .execute();
      return rows.map(watchOf);
    },
    async count(workspaceId: string): Promise<number> {
      const { count } = await kysely
        .selectFrom('watches')
        .select((row) => row.fn.countAll<number>().as('count'))
        .where('workspace_id', '=', workspaceId)
        .executeTakeFirstOrThrow();
      return Number(count);
    },
    /** What others changed in the same moment stays: then it is read anew. */
    async change(workspaceId: string, id: string, change: WatchChange): Promise<Watch | null> {
      for (;;) {
        const before = await kysely
          .selectFrom('watches')
          .select([...WATCH_COLUMNS, 'version'])
          .where((each) => each.and(rowOf(workspaceId, id)))
          .executeTakeFirst();
        if (before === undefined) return null;
        const after = { ...watchOf(before), ...change };
        const { numUpdatedRows } = await kysely
          .updateTable('watches')
          .set({
            ...choiceColumns(after),
            question_key: queryKeyOf(after),
            muted_until: after.mutedUntil,
            paused: after.paused,
            // What was seen while it slept counts from the next look.
            snapshot: null,
            version: before.version + 1,
            lease_until: 0,
            ...(JSON.stringify(after.rule) === before.rule_json ? {} : { memory_json: null }),
          })
          .where((each) => each.and({ ...rowOf(workspaceId, id), version: before.version }))
          .executeTakeFirst();
        if (numUpdatedRows === 1n) return after;
      }
    },
    async remove(workspaceId: string, id: string): Promise<void> {
      await kysely
        .deleteFrom('watches')
        .where((each) => each.and(rowOf(workspaceId, id)))
        .execute();
      await kysely
        .deleteFrom('watch_alerts')
        .where('workspace_id', '=', workspaceId)
        .where('watch_id', '=', id)
        .execute();
    },
  };
}

export type WatchStore = ReturnType<typeof watchStore>;
