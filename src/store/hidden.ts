import type { HideReason } from '@pain-signals/domain';
import { prepare } from '@pain-signals/storage';
import type { Kysely } from 'kysely';
import type { HiddenSignal } from '#handlers/ports.ts';
import { settingsStore } from './settings.ts';
import type { Tables } from './tables.ts';

/** All of them are read for every card with evidence. */
const MAX_POSTS = 1_000;

/** Posts that a workspace doesn't want to see quoted: by ids alone, so that no deleted content is kept. */
export function hiddenEvidenceStore(kysely: Kysely<Tables>, now: () => number) {
  const rowsOf = (workspaceId: string) => kysely.selectFrom('hidden_quotes').where('workspace_id', '=', workspaceId);
  const postsBy = (workspaceId: string, quoteId: string) =>
    rowsOf(workspaceId).where('quote_id', '=', quoteId).select('hidden_as');

  return {
    /** False when no more posts can be hidden. The change is logged. */
    hide: (workspaceId: string, userId: string, ids: readonly [string, ...string[]]): Promise<boolean> =>
      kysely.transaction().execute(async (handle) => {
        const added = await hiddenEvidenceStore(handle, now).add(workspaceId, ids);
        const change = { setting: 'quote', from: 'shown', to: 'hidden' };
        if (added === 'added') await settingsStore(handle, now).logChanges(workspaceId, userId, [change]);
        return added !== 'full';
      }),
    unhide: (workspaceId: string, userId: string, quoteId: string): Promise<void> =>
      kysely.transaction().execute(async (handle) => {
        if (!(await hiddenEvidenceStore(handle, now).remove(workspaceId, quoteId))) return;
        const change = { setting: 'hiddenQuote', from: 'hidden', to: 'shown' };
        await settingsStore(handle, now).logChanges(workspaceId, userId, [change]);
      }),
    async list(workspaceId: string): Promise<Set<string>> {
      const rows = await rowsOf(workspaceId).select('quote_id').execute();
      return new Set(rows.map(({ quote_id: quoteId }) => quoteId));
    },
    /** Hides a post under all of its fingerprints; the first one is the most reliable. */
    async add(workspaceId: string, ids: readonly [string, ...string[]]): Promise<'added' | 'as before' | 'full'> {
      const [surest] = ids;
      if ((await postsBy(workspaceId, surest).executeTakeFirst()) !== undefined) return 'as before';
      const { posts } = await rowsOf(workspaceId)
        .select((select) => select.fn.count<number>('hidden_as').distinct().as('posts'))
        .executeTakeFirstOrThrow();
      if (Number(posts) >= MAX_POSTS) return 'full';
      const row = { workspace_id: workspaceId, hidden_as: surest, hidden_at: now() };
      const { numInsertedOrUpdatedRows: inserted } = await kysely
        .insertInto('hidden_quotes')
        .values([...new Set(ids)].map((quoteId) => ({ ...row, quote_id: quoteId })))
        .onConflict((conflict) => conflict.columns(['workspace_id', 'quote_id', 'hidden_as']).doNothing())
        .executeTakeFirstOrThrow();
      // None when another press was faster.
      return inserted ? 'added' : 'as before';
    },
    /** Shows every post with this fingerprint again. False when none was hidden. */
    async remove(workspaceId: string, quoteId: string): Promise<boolean> {
      const { numDeletedRows: removed } = await kysely
        .deleteFrom('hidden_quotes')
        .where('workspace_id', '=', workspaceId)
        .where('hidden_as', 'in', postsBy(workspaceId, quoteId))
        .executeTakeFirst();
      return Number(removed) > 0;
    },
  };
}

export type HiddenEvidenceStore = ReturnType<typeof hiddenEvidenceStore>;

/** All of them are read for every list. */
const MAX_SIGNALS = 1_000;

/** Signals that aren't useful to a workspace. */
export function hiddenSignalStore(kysely: Kysely<Tables>, now: () => number) {
  const rowsOf = (workspaceId: string) => kysely.selectFrom('hidden_signals').where('workspace_id', '=', workspaceId);
  const log = (
    handle: Kysely<Tables>,
    workspaceId: string,
    userId: string,
    change: { from: string | null; to: string | null },
  ) => settingsStore(handle, now).logChanges(workspaceId, userId, [{ setting: 'signal', ...change }]);

  const findIds = prepare<{ workspaceId: string }, { signal_id: string }>(kysely, (value) =>
    kysely.selectFrom('hidden_signals').select('signal_id').where('workspace_id', '=', value('workspaceId')),
  );

  return {
    async ids(workspaceId: string): Promise<Set<string>> {
      const rows = await findIds({ workspaceId });
      return new Set(rows.map(({ signal_id: id }) => id));
    },
    /** Newest first. */
    async list(workspaceId: string): Promise<HiddenSignal[]> {
      const rows = await rowsOf(workspaceId).selectAll().orderBy('hidden_at', 'desc').orderBy('signal_id').execute();
      return rows.map((row) => ({
        ...{ id: row.signal_id, topic: row.topic, reason: row.reason as HideReason },
        ...{ hiddenBy: row.hidden_by, hiddenAt: row.hidden_at },
      }));
    },
    /** False when no more can be hidden. Hiding again changes the reason. The change is logged. */
    hide: (
      workspaceId: string,
      userId: string,
      signal: { id: string; topic: string; reason: HideReason },
    ): Promise<boolean> =>
      kysely.transaction().execute(async (handle) => {
        const { hidden } = await handle
          .selectFrom('hidden_signals')
          .where('workspace_id', '=', workspaceId)
          .where('signal_id', '!=', signal.id)
          .select((select) => select.fn.countAll<number>().as('hidden'))
          .executeTakeFirstOrThrow();
        if (Number(hidden) >= MAX_SIGNALS) return false;
        const row = {
          reason: signal.reason,
          topic: signal.topic.replaceAll('\u0000', ''),
          hidden_by: userId,
          hidden_at: now(),
        };
        await handle
          .insertInto('hidden_signals')
          .values({ workspace_id: workspaceId, signal_id: signal.id, ...row })
          .onConflict((conflict) => conflict.columns(['workspace_id', 'signal_id']).doUpdateSet(row))
          .execute();
        await log(handle, workspaceId, userId, { from: null, to: row.topic });
        return true;
      }),
    unhide: (workspaceId: string, userId: string, signalId: string): Promise<void> =>
      kysely.transaction().execute(async (handle) => {
        const shown = await handle
          .deleteFrom('hidden_signals')
          .where('workspace_id', '=', workspaceId)
          .where('signal_id', '=', signalId)
          .returning('topic')
          .executeTakeFirst();
        if (shown !== undefined) await log(handle, workspaceId, userId, { from: shown.topic, to: null });
      }),
  };
}

export type HiddenSignalStore = ReturnType<typeof hiddenSignalStore>;
