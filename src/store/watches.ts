import { randomUUID } from 'node:crypto';
import { decodeJson } from '@pain-signals/contract';
import {
  HOUR_MS,
  QuietHours,
  queryKeyOf,
  WATCH_PAUSE_REASONS,
  type WatchMemory,
  WatchRule,
  WatchSubject,
} from '@pain-signals/domain';
import type { Kysely, Selectable } from 'kysely';
import { z } from 'zod';
import type { NewWatch, Watch, WatchChange, WatchOptions } from '#handlers/watch-port.ts';
import type { Tables, WatchTable } from './tables.ts';

/** What a store keeps as text. */
interface StoredWatch {
  subject: string;
  rule: string;
  quiet: string | null;
  paused: string | null;
}

const Paused = z.enum(WATCH_PAUSE_REASONS).nullable();

const parseStoredWatch = ({ subject, rule, quiet, paused }: StoredWatch) => ({
  subject: WatchSubject.parse(JSON.parse(subject)),
  rule: WatchRule.parse(JSON.parse(rule)),
  quiet: quiet === null ? null : QuietHours.parse(JSON.parse(quiet)),
  paused: Paused.parse(paused),
});

const Memory = z.object({
  signals: z.record(
    z.string(),
    z.object({
      score: z.number(),
      growth: z.number(),
      isAbove: z.boolean(),
      toldAt: z.number().nullable(),
      alertId: z.string().nullable(),
    }),
  ),
  toldAt: z.array(z.number()),
});

/** Null for what another version wrote: it begins anew. */
export const parseWatchMemory = (text: string | null): WatchMemory | null => decodeJson(Memory, text);

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

/** How a watch stands in its row. */

/** At full hours, so that equal questions come together. */
export const nextHour = (now: number): number => (Math.floor(now / HOUR_MS) + 1) * HOUR_MS;

export const WATCH_COLUMNS = [
  'id',
  'owner_id',
  'channel_id',
  'subject_json',
  'rule_json',
  'quiet_json',
  'most_a_day',
  'muted_until',
  'paused',
] as const;

export const watchOf = (row: Pick<Selectable<WatchTable>, (typeof WATCH_COLUMNS)[number]>): Watch => ({
  id: row.id,
  ownerId: row.owner_id,
  channelId: row.channel_id,
  mostADay: row.most_a_day,
  mutedUntil: row.muted_until,
  ...parseStoredWatch({ subject: row.subject_json, rule: row.rule_json, quiet: row.quiet_json, paused: row.paused }),
});

const choiceColumns = ({ channelId, rule, quiet, mostADay }: WatchOptions) => ({
  channel_id: channelId,
  rule_json: JSON.stringify(rule),
  quiet_json: quiet === null ? null : JSON.stringify(quiet),
  most_a_day: mostADay,
});
