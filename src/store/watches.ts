import { createHash, randomUUID } from 'node:crypto';
import { decodeJson } from '@pain-signals/contract';
import {
  HOUR_MS,
  QuietHours,
  queryKeyOf,
  WATCH_PAUSE_REASONS,
  type Watch,
  type WatchMemory,
  type WatchOptions,
  WatchRule,
  WatchSubject,
  watchKey,
} from '@pain-signals/domain';
import type { Kysely, Selectable } from 'kysely';
import { z } from 'zod';
import type { CreatedWatch, NewWatch, WatchChange } from '#handlers/subscription-ports.ts';
import type { Tables, WatchTable } from './tables.ts';

/** Columns that hold JSON or a closed set of words. */
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

/** Null when another version wrote it: the watch starts over. */
export const parseWatchMemory = (text: string | null): WatchMemory | null => decodeJson(Memory, text);

/** Each watch is at most one query an hour, and the service takes 3,000 background queries an hour. */
const MAX_WATCHES = { person: 20, workspace: 200 };
/** Two presses of the same button within a minute mute once. */
const SAME_PRESS_MS = 60_000;

/** The watches of all workspaces, as people set them. */
export function watchStore(kysely: Kysely<Tables>, now: () => number) {
  const rows = watchRows(kysely, now);
  /** Until the transaction ends nobody else changes the watches of this workspace, so that they can be counted. */
  const locked = <Result>(workspaceId: string, work: (rows: WatchRows) => Promise<Result>) =>
    kysely.transaction().execute(async (handle) => {
      await handle
        .insertInto('watch_books')
        .values({ workspace_id: workspaceId, held: 1 })
        .onConflict((conflict) =>
          conflict.column('workspace_id').doUpdateSet((row) => ({ held: row('watch_books.held', '+', 1) })),
        )
        .execute();
      return work(watchRows(handle, now));
    });

  return {
    ...rows,
    create: (workspaceId: string, watch: NewWatch): Promise<CreatedWatch> =>
      locked(workspaceId, async (watches) => {
        const own = await watches.list(workspaceId, { ownerId: watch.ownerId, channelId: null });
        const same = own.find((each) => watchKey(each) === watchKey(watch));
        if (same !== undefined) return { watch: same, isKnown: true };
        if (own.length >= MAX_WATCHES.person) return { full: 'person', most: MAX_WATCHES.person };
        const isFull = (await watches.count(workspaceId)) >= MAX_WATCHES.workspace;
        if (isFull) return { full: 'workspace', most: MAX_WATCHES.workspace };
        return { watch: await watches.insert(workspaceId, watch), isKnown: false };
      }),
    adjust: (workspaceId: string, id: string, options: WatchOptions) =>
      locked(workspaceId, async (watches) => {
        const watch = await watches.find(workspaceId, id);
        if (watch === null) return null;
        const own = await watches.list(workspaceId, { ownerId: watch.ownerId, channelId: null });
        const wanted = watchKey({ ...watch, ...options });
        const same = own.find((each) => each.id !== id && each.ownerId === watch.ownerId && watchKey(each) === wanted);
        if (same !== undefined) return { same };
        const changed = await watches.change(workspaceId, id, { ...options, paused: null });
        return changed && { watch: changed };
      }),
    mute: (workspaceId: string, id: string, until: number) =>
      locked(workspaceId, async (watches) => {
        const before = await watches.find(workspaceId, id);
        if (before === null) return null;
        const isKnown = before.mutedUntil !== null && Math.abs(before.mutedUntil - until) < SAME_PRESS_MS;
        const watch = isKnown ? before : await watches.change(workspaceId, id, { mutedUntil: until });
        return watch && { watch, isKnown };
      }),
    resume: (workspaceId: string, id: string) => rows.change(workspaceId, id, { paused: null, mutedUntil: null }),
  };
}

type WatchRows = ReturnType<typeof watchRows>;

function watchRows(kysely: Kysely<Tables>, now: () => number) {
  const selected = () => kysely.selectFrom('watches').select(WATCH_COLUMNS);
  const rowOf = (workspaceId: string, id: string) => ({ workspace_id: workspaceId, id });

  return {
    /** Without asking how many there are. */
    async insert(workspaceId: string, watch: NewWatch): Promise<Watch> {
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
          next_look_at: nextCheck(queryKeyOf(watch), now()),
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
    /** Concurrent changes of other columns stay: on a conflict the row is read again. */
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
            // The next check looks at the newest snapshot again.
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
    async remove(workspaceId: string, id: string): Promise<boolean> {
      const { numDeletedRows } = await kysely
        .deleteFrom('watches')
        .where((each) => each.and(rowOf(workspaceId, id)))
        .executeTakeFirst();
      await kysely
        .deleteFrom('outbox')
        .where((row) => row.and({ workspace_id: workspaceId, kind: 'alert', source_id: id }))
        .execute();
      return numDeletedRows > 0n;
    },
  };
}

export type WatchStore = ReturnType<typeof watchStore>;

/** Once an hour, at a minute that its query decides: checks are spread over the hour, and equal queries are sent once. */
export function nextCheck(queryKey: string, now: number): number {
  const offset = createHash('sha256').update(queryKey).digest().readUInt32BE() % HOUR_MS;
  return (Math.floor((now - offset) / HOUR_MS) + 1) * HOUR_MS + offset;
}

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
