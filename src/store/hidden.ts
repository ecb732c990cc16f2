import { type HiddenSignal, type HideReason, HOUR_MS } from '@pain-signals/domain';
import { prepare } from '@pain-signals/storage';
import type { ExpressionBuilder, Kysely } from 'kysely';
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

/** How long a check is trusted where no snapshot is known to have come since. */
const CHECKED_FOR_MS = 6 * HOUR_MS;
/** Signals are merged with a snapshot. Building one takes less, and the service's clock differs by less. */
const LONGEST_SNAPSHOT_MS = HOUR_MS;
/** Several processes each look once an hour. */
const SHORTEST_PAUSE_MS = HOUR_MS / 2;
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
    kysely
      .selectFrom('hiddenSignals')
      .select('signalId')
      .where('workspaceId', '=', value('workspaceId'))
      .where('shownAt', 'is', null),
  );

  return {
    async ids(workspaceId: string): Promise<Set<string>> {
      const rows = await findIds({ workspaceId });
      return new Set(rows.map(({ signalId }) => signalId));
    },
    /** Newest first. */
    async list(workspaceId: string): Promise<HiddenSignal[]> {
      const rows = await rowsOf(workspaceId)
        .where('shownAt', 'is', null)
        .select(['signalId as id', 'topic', 'reason', 'hiddenBy', 'hiddenAt', 'follows'])
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
          .where('shownAt', 'is', null)
          .select((select) => select.fn.countAll<number>().as('hidden'))
          .executeTakeFirstOrThrow();
        if (Number(hidden) >= MAX_SIGNALS) return false;
        const row = {
          reason: signal.reason,
          topic: signal.topic.replaceAll('\u0000', ''),
          hiddenBy: userId,
          hiddenAt: now(),
          follows: null,
          shownAt: null,
        };
        const before = await handle
          .selectFrom('hiddenSignals')
          .select('signalId')
          .where('workspaceId', '=', workspaceId)
          .where('signalId', '=', signal.id)
          .where('shownAt', 'is', null)
          .executeTakeFirst();
        await handle
          .insertInto('hiddenSignals')
          .values({ workspaceId, signalId: signal.id, ...row, checkedAt: now() })
          .onConflict((conflict) => conflict.columns(['workspaceId', 'signalId']).doUpdateSet(row))
          .execute();
        if (before === undefined) await log(handle, workspaceId, userId, { from: null, to: row.topic });
        return true;
      }),
    /** Also what is hidden because this one was merged into it. That people showed it is kept: no merge hides it again. */
    unhide: (workspaceId: string, userId: string, signalId: string): Promise<void> =>
      kysely.transaction().execute(async (handle) => {
        for (const { signalId: id, topic } of await chainOf(handle, workspaceId, signalId)) {
          const { numUpdatedRows } = await handle
            .updateTable('hiddenSignals')
            .set({ shownAt: now(), topic: '', hiddenBy: '' })
            .where('workspaceId', '=', workspaceId)
            .where('signalId', '=', id)
            .where('shownAt', 'is', null)
            .executeTakeFirst();
          // Another process was faster.
          if (numUpdatedRows === 0n) continue;
          await log(handle, workspaceId, userId, { from: topic, to: null });
          await resumeWatches(handle, workspaceId, id);
        }
      }),
    /** Workspaces with hidden signals. */
    async workspaces(): Promise<string[]> {
      const rows = await kysely
        .selectFrom('hiddenSignals')
        .select('workspaceId')
        .distinct()
        .where('shownAt', 'is', null)
        .execute();
      return rows.map(({ workspaceId }) => workspaceId);
    },
    /** Some that no other process checks now. What isn't said to be checked is claimed again an hour later. */
    async claimUnchecked(workspaceId: string, limit: number, snapshotAt: number | null): Promise<string[]> {
      const unchecked = isUnchecked(now(), snapshotAt);
      const due = await rowsOf(workspaceId)
        .select('signalId')
        .where('shownAt', 'is', null)
        .where(unchecked)
        .orderBy('checkedAt')
        .limit(limit)
        .execute();
      const rows = await kysely
        .updateTable('hiddenSignals')
        .set({ checkedAt: now() - CHECKED_FOR_MS + HOUR_MS })
        .where('workspaceId', '=', workspaceId)
        .where('signalId', 'in', ['', ...due.map(({ signalId }) => signalId)])
        .where(unchecked)
        .returning('signalId')
        .execute();
      return rows.map(({ signalId }) => signalId);
    },
    /**
     * @param answered what the service has for its id. Another signal: it was merged into that one, hidden from now on unless people
     * have shown it. What was hidden for an earlier merge is shown. Null: the service knows it no more.
     */
    checked: (
      workspaceId: string,
      signalId: string,
      answered: Pick<HiddenSignal, 'id' | 'topic'> | null,
    ): Promise<void> =>
      kysely.transaction().execute(async (handle) => {
        const row = await handle
          .updateTable('hiddenSignals')
          .set({ checkedAt: now() })
          .where('workspaceId', '=', workspaceId)
          .where('signalId', '=', signalId)
          .where('shownAt', 'is', null)
          .returning(['reason', 'hiddenBy'])
          .executeTakeFirst();
        if (row === undefined || answered === null) return;
        for (const { signalId: id } of (await chainOf(handle, workspaceId, signalId)).slice(1)) {
          if (id === answered.id) continue;
          await handle
            .deleteFrom('hiddenSignals')
            .where('workspaceId', '=', workspaceId)
            .where('signalId', '=', id)
            .execute();
          await resumeWatches(handle, workspaceId, id);
        }
        if (answered.id === signalId) return;
        const topic = answered.topic.replaceAll('\u0000', '');
        await handle
          .insertInto('hiddenSignals')
          .values({
            ...{ ...row, workspaceId, signalId: answered.id, topic, follows: signalId },
            ...{ hiddenAt: now(), checkedAt: now(), shownAt: null },
          })
          // It may follow one that is shown now; what people hid themselves follows none.
          .onConflict((conflict) =>
            conflict
              .columns(['workspaceId', 'signalId'])
              .doUpdateSet({ follows: signalId })
              .where('hiddenSignals.follows', 'is not', null)
              .where('hiddenSignals.shownAt', 'is', null),
          )
          .execute();
      }),
  };
}

/** A hidden signal, and all that are hidden because of it, one merge after another. */
async function chainOf(handle: Kysely<Tables>, workspaceId: string, signalId: string) {
  const hidden = await handle
    .selectFrom('hiddenSignals')
    .select(['signalId', 'topic', 'follows'])
    .where('workspaceId', '=', workspaceId)
    .where('shownAt', 'is', null)
    .execute();
  const chain = new Set(hidden.filter((row) => row.signalId === signalId));
  for (const before of chain) for (const row of hidden) if (row.follows === before.signalId) chain.add(row);
  return [...chain];
}

const resumeWatches = (handle: Kysely<Tables>, workspaceId: string, signalId: string) =>
  handle
    .updateTable('watches')
    .set((row) => ({ paused: null, snapshot: null, leaseUntil: 0, version: row('version', '+', 1) }))
    .where('workspaceId', '=', workspaceId)
    .where('paused', '=', 'hidden')
    .where('subjectJson', 'like', `%"${signalId}"%`)
    .execute();

const isUnchecked = (at: number, snapshotAt: number | null) => (row: ExpressionBuilder<Tables, 'hiddenSignals'>) =>
  row.or([
    row('checkedAt', '<=', at - CHECKED_FOR_MS),
    // The clock of who checked it may have run ahead.
    row('checkedAt', '>', at + HOUR_MS),
    // Earlier ones may be claimed.
    row.and([
      row('checkedAt', '>', at - CHECKED_FOR_MS + HOUR_MS),
      row('checkedAt', '<=', Math.min((snapshotAt ?? 0) + LONGEST_SNAPSHOT_MS, at - SHORTEST_PAUSE_MS)),
    ]),
  ]);
