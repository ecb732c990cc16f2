import { randomUUID } from 'node:crypto';
import { decodeJson } from '@pain-signals/contract';
import { DAY_MS, type Settings, type SettingsChange } from '@pain-signals/domain';
import type { Kysely } from 'kysely';
import { z } from 'zod';
import type { ChangeOfSettings } from '#handlers/ports.ts';
import type { Tables } from './tables.ts';

const KEPT_CHANGES = 50;

/** A setting that another version wrote differently falls back to its default, or to what allows less. */
const Stored = z.object({
  defaultArea: z.string().nullable().default(null).catch(null),
  defaultChannelId: z.string().nullable().default(null).catch(null),
  managerIds: z.array(z.string()).default([]).catch([]),
  setUpBy: z.enum(['members', 'managers']).default('members').catch('managers'),
});

/** Damaged settings must not widen anyone's permissions. */
const UNREADABLE = Stored.parse({ setUpBy: 'managers' });

const Change = z.object({
  setting: z.string(),
  from: z.string().nullable(),
  to: z.string().nullable(),
  times: z.int().min(1).default(1),
});

/** A change that is damaged is left out of the log. */
function readable<Row extends object>(row: Row, changeJson: string): (Row & z.output<typeof Change>)[] {
  const change = decodeJson(Change, changeJson);
  return change === null ? [] : [{ ...row, ...change }];
}

/** For one person and setting: the first changes, and one line for all later ones. */
const MAX_LINES_PER_DAY = 3;

type LoggedChange = Omit<SettingsChange, 'at' | 'userId' | 'times'>;

/** Two processes that change the same settings at once take turns, so that each change is logged once. Digests take it too. */
export async function lockSettings(handle: Kysely<Tables>, workspaceId: string): Promise<void> {
  await handle
    .insertInto('settings')
    .values({ workspaceId, settingsJson: '{}' })
    .onConflict((row) =>
      row.column('workspaceId').doUpdateSet(({ ref }) => ({ settingsJson: ref('settings.settingsJson') })),
    )
    .execute();
}

/** What a workspace has chosen, and who changed it when. */
export function settingsStore(kysely: Kysely<Tables>, now: () => number) {
  return {
    /** Settings that stay the same are not logged. */
    change: (workspaceId: string, userId: string, change: ChangeOfSettings): Promise<Settings> =>
      kysely.transaction().execute(async (handle) => {
        const settings = settingsStore(handle, now);
        await lockSettings(handle, workspaceId);
        const before = await settings.get(workspaceId);
        const after = { ...before, ...(typeof change === 'function' ? change(before) : change) };
        await settings.set(workspaceId, after);
        await settings.logChanges(workspaceId, userId, differences(before, after));
        return after;
      }),
    async get(workspaceId: string): Promise<Settings> {
      const row = await kysely
        .selectFrom('settings')
        .select('settingsJson')
        .where('workspaceId', '=', workspaceId)
        .executeTakeFirst();
      return row === undefined ? Stored.parse({}) : (decodeJson(Stored, row.settingsJson) ?? UNREADABLE);
    },
    async set(workspaceId: string, settings: Settings): Promise<void> {
      const settingsJson = JSON.stringify(settings);
      await kysely
        .insertInto('settings')
        .values({ workspaceId, settingsJson })
        .onConflict((conflict) => conflict.column('workspaceId').doUpdateSet({ settingsJson }))
        .execute();
    },
    /** Later changes of one person to one setting on one day share a line, so that nobody can push others out of the log. */
    async logChanges(workspaceId: string, userId: string, changes: readonly LoggedChange[]): Promise<void> {
      if (changes.length === 0) return;
      const at = now();
      const ofToday = await kysely
        .selectFrom('settingsChanges')
        .select(['id', 'changeJson'])
        .where('workspaceId', '=', workspaceId)
        .where('userId', '=', userId)
        .where('at', '>=', at - (at % DAY_MS))
        .orderBy('at', 'desc')
        .orderBy('id')
        .execute();
      const lines = ofToday.flatMap(({ changeJson, ...row }) => readable(row, changeJson));
      for (const change of changes) {
        const [last, ...others] = lines.filter(({ setting }) => setting === change.setting);
        if (last !== undefined && others.length + 1 >= MAX_LINES_PER_DAY) {
          const { id, ...before } = last;
          const changeJson = JSON.stringify({ ...before, to: change.to, times: before.times + 1 });
          await kysely.updateTable('settingsChanges').set({ at, changeJson }).where('id', '=', id).execute();
        } else {
          const row = { id: randomUUID(), workspaceId, at, userId };
          await kysely
            .insertInto('settingsChanges')
            .values({ ...row, changeJson: JSON.stringify(change) })
            .execute();
        }
      }
      await kysely
        .deleteFrom('settingsChanges')
        .where('workspaceId', '=', workspaceId)
        .where('id', 'not in', (kept) =>
          kept
            .selectFrom('settingsChanges')
            .select('id')
            .where('workspaceId', '=', workspaceId)
            .orderBy('at', 'desc')
            .orderBy('id')
            .limit(KEPT_CHANGES),
        )
        .execute();
    },
    /** The last 50, newest first. */
    async changes(workspaceId: string): Promise<SettingsChange[]> {
      const rows = await kysely
        .selectFrom('settingsChanges')
        .select(['at', 'userId', 'changeJson'])
        .where('workspaceId', '=', workspaceId)
        .orderBy('at', 'desc')
        .orderBy('id')
        .limit(KEPT_CHANGES)
        .execute();
      return rows.flatMap(({ changeJson, ...row }) => readable(row, changeJson));
    },
  };
}

function differences(before: Settings, after: Settings): LoggedChange[] {
  return (Object.keys(after) as (keyof Settings)[])
    .map((setting) => ({ setting, from: settingText(before[setting]), to: settingText(after[setting]) }))
    .filter(({ from, to }) => from !== to);
}

const settingText = (value: Settings[keyof Settings]): string | null =>
  value === null || typeof value === 'string' ? value : value.join(', ');
