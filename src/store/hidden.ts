import type { HiddenSignal, HideReason } from '@pain-signals/domain';
import { prepare } from '@pain-signals/storage';
import type { Kysely } from 'kysely';
import { settingsStore } from './settings.ts';
import type { Tables } from './tables.ts';

/** All of them are read for every card with evidence. */
const MAX_POSTS = 1_000;

/** Posts that a workspace doesn't want to see quoted: by ids alone, so that no deleted content is kept. */
export function hiddenEvidenceStore(kysely: Kysely<Tables>, now: () => number) {
  const rowsOf = (workspaceId: string) => kysely.selectFrom('hiddenQuotes').where('workspaceId', '=', workspaceId);
  const postsBy = (workspaceId: string, quoteId: string) =>
    rowsOf(workspaceId).where('quoteId', '=', quoteId).select('hiddenAs');

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
      const rows = await rowsOf(workspaceId).select('quoteId').execute();
      return new Set(rows.map(({ quoteId }) => quoteId));
    },
    /** Hides a post under all of its fingerprints; the first one is the most reliable. */
    async add(workspaceId: string, ids: readonly [string, ...string[]]): Promise<'added' | 'as before' | 'full'> {
      const [surest] = ids;
      if ((await postsBy(workspaceId, surest).executeTakeFirst()) !== undefined) return 'as before';
      const { posts } = await rowsOf(workspaceId)
        .select((select) => select.fn.count<number>('hiddenAs').distinct().as('posts'))
        .executeTakeFirstOrThrow();
      if (Number(posts) >= MAX_POSTS) return 'full';
      const row = { workspaceId, hiddenAs: surest, hiddenAt: now() };
      const { numInsertedOrUpdatedRows: inserted } = await kysely
        .insertInto('hiddenQuotes')
        .values([...new Set(ids)].map((quoteId) => ({ ...row, quoteId })))
        .onConflict((conflict) => conflict.columns(['workspaceId', 'quoteId', 'hiddenAs']).doNothing())
        .executeTakeFirstOrThrow();
      // None when another press was faster.
      return inserted ? 'added' : 'as before';
    },
    /** Shows every post with this fingerprint again. False when none was hidden. */
    async remove(workspaceId: string, quoteId: string): Promise<boolean> {
      const { numDeletedRows: removed } = await kysely
        .deleteFrom('hiddenQuotes')
        .where('workspaceId', '=', workspaceId)
        .where('hiddenAs', 'in', postsBy(workspaceId, quoteId))
        .executeTakeFirst();
      return Number(removed) > 0;
    },
  };
}

/** All of them are read for every list. */
const MAX_SIGNALS = 1_000;

/** Signals that aren't useful to a workspace. */
export function hiddenSignalStore(kysely: Kysely<Tables>, now: () => number) {
  const rowsOf = (workspaceId: string) => kysely.selectFrom('hiddenSignals').where('workspaceId', '=', workspaceId);
  const log = (
    handle: Kysely<Tables>,
    workspaceId: string,
    userId: string,
    change: { from: string | null; to: string | null },
  ) => settingsStore(handle, now).logChanges(workspaceId, userId, [{ setting: 'signal', ...change }]);

  const findIds = prepare<{ workspaceId: string }, { signalId: string }>(kysely, (value) =>
    kysely.selectFrom('hiddenSignals').select('signalId').where('workspaceId', '=', value('workspaceId')),
  );

  return {
    async ids(workspaceId: string): Promise<Set<string>> {
      const rows = await findIds({ workspaceId });
      return new Set(rows.map(({ signalId }) => signalId));
    },
    /** Newest first. */
    async list(workspaceId: string): Promise<HiddenSignal[]> {
      const rows = await rowsOf(workspaceId)
        .select(['signalId as id', 'topic', 'reason', 'hiddenBy', 'hiddenAt'])
        .orderBy('hiddenAt', 'desc')
        .orderBy('signalId')
        .execute();
      return rows.map((row) => ({ ...row, reason: row.reason as HideReason }));
    },
    /** False when no more can be hidden. The change is logged; hiding again only changes the reason. */
    hide: (
      workspaceId: string,
      userId: string,
      signal: Pick<HiddenSignal, 'id' | 'topic' | 'reason'>,
    ): Promise<boolean> =>
      kysely.transaction().execute(async (handle) => {
        const { hidden } = await handle
          .selectFrom('hiddenSignals')
          .where('workspaceId', '=', workspaceId)
          .where('signalId', '!=', signal.id)
          .select((select) => select.fn.countAll<number>().as('hidden'))
          .executeTakeFirstOrThrow();
        if (Number(hidden) >= MAX_SIGNALS) return false;
        const row = {
          reason: signal.reason,
          topic: signal.topic.replaceAll('\u0000', ''),
          hiddenBy: userId,
          hiddenAt: now(),
        };
        const before = await handle
          .selectFrom('hiddenSignals')
          .select('signalId')
          .where('workspaceId', '=', workspaceId)
          .where('signalId', '=', signal.id)
          .executeTakeFirst();
        await handle
          .insertInto('hiddenSignals')
          .values({ workspaceId, signalId: signal.id, ...row })
          .onConflict((conflict) => conflict.columns(['workspaceId', 'signalId']).doUpdateSet(row))
          .execute();
        if (before === undefined) await log(handle, workspaceId, userId, { from: null, to: row.topic });
        return true;
      }),
    unhide: (workspaceId: string, userId: string, signalId: string): Promise<void> =>
      kysely.transaction().execute(async (handle) => {
        const shown = await handle
          .deleteFrom('hiddenSignals')
          .where('workspaceId', '=', workspaceId)
          .where('signalId', '=', signalId)
          .returning('topic')
          .executeTakeFirst();
        if (shown === undefined) return;
        await log(handle, workspaceId, userId, { from: shown.topic, to: null });
        await handle
          .updateTable('watches')
          .set((row) => ({ paused: null, snapshot: null, version: row('version', '+', 1) }))
          .where('workspaceId', '=', workspaceId)
          .where('paused', '=', 'hidden')
          .where('subjectJson', 'like', `%"${signalId}"%`)
          .execute();
      }),
  };
}
