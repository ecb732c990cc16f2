import { createHash, randomUUID } from 'node:crypto';
import { decodeJson, type PainSignalListItem } from '@pain-signals/contract';
import {
  DEFAULT_WATCH_RULE,
  HOUR_MS,
  pauseAfterEdit,
  QuietHours,
  queryKeyOf,
  rejudge,
  WATCH_LIMITS,
  WATCH_PAUSE_REASONS,
  type Watch,
  type WatchMemory,
  type WatchOptions,
  WatchRule,
  WatchSubject,
  watchKey,
  watchSettingsKey,
} from '@pain-signals/domain';
import type { Kysely, Selectable } from 'kysely';
import { z } from 'zod';
import type { AdjustedWatch, CreatedWatch, NewWatch, WatchChange } from '#handlers/subscription-ports.ts';
import type { Tables, WatchTable } from './tables.ts';

const Paused = z.enum(WATCH_PAUSE_REASONS).nullable().catch('unreadable');

const MISSING = { missingSince: z.number().optional(), missedAt: z.number().optional() };

const Memory = z.object({
  signals: z.record(
    z.string(),
    z.object({
      score: z.number(),
      growth: z.number(),
      isAbove: z.boolean(),
      toldAt: z.number().nullable(),
      alertId: z.string().nullable(),
      ...MISSING,
    }),
  ),
  toldAt: z.array(z.number()),
  held: z
    .array(
      z.object({
        kind: z.enum(['above', 'further', 'under', 'new']),
        signal: z.object({
          ...{ id: z.string(), topic: z.string(), score: z.number(), growth: z.number(), volume: z.number() },
          ...{ mentionsLastWindow: z.number().nullable(), mentionsPrevWindow: z.number().nullable() },
        }),
        before: z.object({ score: z.number(), growth: z.number() }).nullable(),
      }),
    )
    .optional(),
  isUnjudged: z.boolean().optional(),
  unsent: z.object(MISSING).optional(),
  ...MISSING,
});

/** Null when another version wrote it: the watch starts over. */
export const parseWatchMemory = (text: string | null): WatchMemory | null => decodeJson(Memory, text);

/** Two presses of the same button within a minute mute once. */
const SAME_PRESS_MS = 60_000;

/** Locks the workspace's watches until the transaction ends, so that they can be counted and their notices joined. */
export async function lockWatches(handle: Kysely<Tables>, workspaceId: string): Promise<void> {
  await handle
    .insertInto('watchBooks')
    .values({ workspaceId, held: 1 })
    .onConflict((conflict) =>
      conflict.column('workspaceId').doUpdateSet((row) => ({ held: row('watchBooks.held', '+', 1) })),
    )
    .execute();
}

/** The watches of all workspaces, as people set them. */
export function watchStore(kysely: Kysely<Tables>, now: () => number) {
  const rows = watchRows(kysely, now);
  const locked = <Result>(workspaceId: string, work: (rows: WatchRows) => Promise<Result>) =>
    kysely.transaction().execute(async (handle) => {
      await lockWatches(handle, workspaceId);
      return work(watchRows(handle, now));
    });

  return {
    ...rows,
    create: (workspaceId: string, watch: NewWatch): Promise<CreatedWatch> =>
      locked(workspaceId, async (watches) => {
        const own = await watches.list(workspaceId, { ownerId: watch.ownerId, channelId: null });
        const same = own.find((each) => watchKey(each) === watchKey(watch));
        if (same !== undefined) return { watch: same, isKnown: true };
        if (own.length >= WATCH_LIMITS.person) return { full: 'person', most: WATCH_LIMITS.person };
        const isFull = (await watches.count(workspaceId)) >= WATCH_LIMITS.workspace;
        if (isFull) return { full: 'workspace', most: WATCH_LIMITS.workspace };
        return { watch: await watches.insert(workspaceId, watch), isKnown: false };
      }),
    adjust: (
      workspaceId: string,
      id: string,
      options: WatchOptions,
      current: readonly PainSignalListItem[] | null,
      isAsRead: (now: Watch) => boolean,
    ) =>
      locked(workspaceId, async (watches) => {
        const watch = await watches.lock(workspaceId, id);
        if (watch === null) return null;
        if (!isAsRead(watch)) return 'changed';
        const own = await watches.list(workspaceId, { ownerId: watch.ownerId, channelId: null });
        const wanted = watchKey({ ...watch, ...options });
        const same = own.find((each) => each.id !== id && each.ownerId === watch.ownerId && watchKey(each) === wanted);
        if (same !== undefined) return { same };
        const memoryBefore = await watches.memory(workspaceId, id);
        const change = { ...options, paused: pauseAfterEdit(watch.paused) };
        const edited = await watches.change(workspaceId, id, change, { current });
        if (edited === null) return null;
        const memoryAfter = await watches.memory(workspaceId, id);
        const undo = () =>
          locked(workspaceId, async (rows) => {
            const now = await rows.lock(workspaceId, id);
            if (now === null || watchSettingsKey(now) !== watchSettingsKey(edited.watch)) return false;
            const { rule, channelId, mayReachOthers, quiet, mostADay, paused } = watch;
            // What a check has learned since then isn't taken back.
            const isAsLeft = (await rows.memory(workspaceId, id)) === memoryAfter;
            const back = { rule, channelId, mayReachOthers, quiet, mostADay, paused };
            await rows.change(workspaceId, id, back, isAsLeft ? { memory: memoryBefore } : {});
            return true;
          });
        return { ...edited, undo };
      }),
    mute: (workspaceId: string, id: string, until: number) =>
      locked(workspaceId, async (watches) => {
        const before = await watches.find(workspaceId, id);
        if (before === null) return null;
        const isKnown = before.mutedUntil !== null && Math.abs(before.mutedUntil - until) < SAME_PRESS_MS;
        if (isKnown) return { watch: before, isKnown };
        const changed = await watches.change(workspaceId, id, { mutedUntil: until });
        return changed && { watch: changed.watch, isKnown };
      }),
    async resume(workspaceId: string, id: string, agreedTo: string | null): Promise<Watch | null> {
      const resumed = await rows.change(workspaceId, id, ({ channelId, mayReachOthers, paused }) => {
        // It may have moved to another channel since the button was drawn.
        const isAgreed = paused === 'shared' && agreedTo === channelId;
        return {
          mayReachOthers: mayReachOthers || isAgreed,
          mutedUntil: null,
          paused: paused === 'shared' && !isAgreed ? paused : pauseAfterEdit(paused),
        };
      });
      return resumed?.watch ?? null;
    },
  };
}

type WatchRows = ReturnType<typeof watchRows>;

function watchRows(kysely: Kysely<Tables>, now: () => number) {
  const selected = () => kysely.selectFrom('watches').select(WATCH_COLUMNS);
  const rowOf = (workspaceId: string, id: string) => ({ workspaceId, id });

  return {
    /** Without asking how many there are. */
    async insert(workspaceId: string, watch: NewWatch): Promise<Watch> {
      const row = {
        id: randomUUID(),
        ownerId: watch.ownerId,
        subjectJson: JSON.stringify(watch.subject),
        ...choiceColumns(watch),
        mutedUntil: null,
        paused: null,
      };
      await kysely
        .insertInto('watches')
        .values({
          ...row,
          workspaceId,
          timeZone: watch.timeZone,
          questionKey: queryKeyOf(watch),
          memoryJson: JSON.stringify(watch.memory),
          snapshot: watch.snapshot,
          version: 1,
          createdAt: now(),
          nextLookAt: nextCheck(queryKeyOf(watch), now()),
          leaseUntil: 0,
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
    /** Nobody else changes it until the transaction ends. */
    async lock(workspaceId: string, id: string): Promise<Watch | null> {
      const row = await kysely
        .updateTable('watches')
        .set(({ ref }) => ({ id: ref('id') }))
        .where((each) => each.and(rowOf(workspaceId, id)))
        .returning(WATCH_COLUMNS)
        .executeTakeFirst();
      return row === undefined ? null : watchOf(row);
    },
    /** As it is stored. */
    async memory(workspaceId: string, id: string): Promise<string | null> {
      const row = await kysely
        .selectFrom('watches')
        .select('memoryJson')
        .where((each) => each.and(rowOf(workspaceId, id)))
        .executeTakeFirst();
      return row?.memoryJson ?? null;
    },
    async list(workspaceId: string, of: { ownerId: string | null; channelId: string | null }): Promise<Watch[]> {
      const rows = await selected()
        .where('workspaceId', '=', workspaceId)
        .where((row) => row.or([row('ownerId', '=', of.ownerId ?? ''), row('channelId', '=', of.channelId ?? '')]))
        .orderBy('createdAt')
        .orderBy('id')
        .execute();
      return rows.map(watchOf);
    },
    async count(workspaceId: string): Promise<number> {
      const { count } = await kysely
        .selectFrom('watches')
        .select((row) => row.fn.countAll<number>().as('count'))
        .where('workspaceId', '=', workspaceId)
        .executeTakeFirstOrThrow();
      return Number(count);
    },
    /** Concurrent changes of other columns stay: on a conflict the row is read again. */
    async change(
      workspaceId: string,
      id: string,
      change: WatchChange | ((before: Watch) => WatchChange),
      {
        current = null,
        memory: given,
      }: { current?: readonly PainSignalListItem[] | null; memory?: string | null } = {},
    ): Promise<AdjustedWatch | null> {
      for (;;) {
        const before = await kysely
          .selectFrom('watches')
          .select([...WATCH_COLUMNS, 'version', 'memoryJson'])
          .where((each) => each.and(rowOf(workspaceId, id)))
          .executeTakeFirst();
        if (before === undefined) return null;
        const watch = watchOf(before);
        // The defaults it shows must not replace what is stored.
        if (watch.paused === 'unreadable') return { watch, over: 0, dropped: [] };
        const after = { ...watch, ...(typeof change === 'function' ? change(watch) : change) };
        const isSameRule = JSON.stringify(after.rule) === before.ruleJson;
        const memory = parseWatchMemory(before.memoryJson);
        const judged = isSameRule || memory === null ? null : rejudge(memory, after.rule, current);
        const memoryJson = given ?? (judged && JSON.stringify(judged.memory));
        const { numUpdatedRows } = await kysely
          .updateTable('watches')
          .set({
            ...choiceColumns(after),
            questionKey: queryKeyOf(after),
            mutedUntil: after.mutedUntil,
            paused: after.paused,
            // The next check looks at the newest snapshot again.
            snapshot: null,
            version: before.version + 1,
            leaseUntil: 0,
            ...(memoryJson !== null && { memoryJson }),
          })
          .where((each) => each.and({ ...rowOf(workspaceId, id), version: before.version }))
          .executeTakeFirst();
        if (numUpdatedRows === 1n)
          return { watch: after, over: isSameRule ? 0 : (judged?.over ?? null), dropped: judged?.dropped ?? [] };
      }
    },
    async remove(workspaceId: string, id: string): Promise<boolean> {
      const { numDeletedRows } = await kysely
        .deleteFrom('watches')
        .where((each) => each.and(rowOf(workspaceId, id)))
        .executeTakeFirst();
      await kysely
        .deleteFrom('outbox')
        .where((row) => row.and({ workspaceId, kind: 'alert', sourceId: id }))
        .execute();
      return numDeletedRows > 0n;
    },
  };
}

/** Once an hour, at a minute that its query decides: checks are spread over the hour, and equal queries are sent once. */
export function nextCheck(queryKey: string, now: number): number {
  const offset = createHash('sha256').update(queryKey).digest().readUInt32BE() % HOUR_MS;
  return (Math.floor((now - offset) / HOUR_MS) + 1) * HOUR_MS + offset;
}

export const WATCH_COLUMNS = [
  'id',
  'ownerId',
  'channelId',
  'mayReachOthers',
  'subjectJson',
  'ruleJson',
  'quietJson',
  'mostADay',
  'mutedUntil',
  'paused',
] as const;

/** A watch whose settings are damaged is paused. */
export const watchOf = (row: Pick<Selectable<WatchTable>, (typeof WATCH_COLUMNS)[number]>): Watch => {
  const { id, ownerId, channelId, mostADay, mutedUntil, paused } = row;
  const subject = decodeJson(WatchSubject, row.subjectJson);
  const rule = decodeJson(WatchRule, row.ruleJson);
  const quiet = decodeJson(QuietHours, row.quietJson);
  const isReadable = subject !== null && rule !== null && (row.quietJson === null || quiet !== null);
  return {
    ...{ id, ownerId, channelId, mostADay, mutedUntil, quiet },
    mayReachOthers: row.mayReachOthers === 1,
    subject: subject ?? { of: 'signal', id: 'unreadable', topic: 'unknown' },
    rule: rule ?? DEFAULT_WATCH_RULE.signal,
    paused: isReadable ? Paused.parse(paused) : 'unreadable',
  };
};

const choiceColumns = ({ channelId, mayReachOthers, rule, quiet, mostADay }: WatchOptions) => ({
  channelId,
  mayReachOthers: mayReachOthers ? (1 as const) : (0 as const),
  ruleJson: JSON.stringify(rule),
  quietJson: quiet === null ? null : JSON.stringify(quiet),
  mostADay,
});
