import { createHash } from 'node:crypto';
import { DAY_MS, VOTE_TRACE_MS, type Vote } from '@pain-signals/domain';
import type { Kysely } from 'kysely';
import type { GivenFeedback } from '#handlers/ports.ts';
import type { Tables } from './tables.ts';

/** PostgreSQL can't store NUL, and another service may send it. */
const withoutNul = (text: string) => text.replaceAll('\u0000', '');

/** Votes on the signals of a channel's digests. */
export function voteStore(kysely: Kysely<Tables>, now: () => number) {
  return {
    /** Oldest first. */
    async list(workspaceId: string, subscriptionId: string): Promise<Vote[]> {
      const rows = await kysely
        .selectFrom('digestVotes')
        .select(['signalId', 'userId', 'macroArea', 'painType', 'isUseful', 'votedAt as at'])
        .where('workspaceId', '=', workspaceId)
        .where('subscriptionId', '=', subscriptionId)
        .orderBy('votedAt')
        .orderBy('signalId')
        .orderBy('userId')
        .execute();
      return rows.map((row) => ({ ...row, painType: row.painType as Vote['painType'], isUseful: row.isUseful === 1 }));
    },
    /** Replaces an earlier vote of the same person. */
    async set(workspaceId: string, subscriptionId: string, vote: Omit<Vote, 'at'>): Promise<void> {
      const row = {
        macroArea: vote.macroArea === null ? null : withoutNul(vote.macroArea),
        painType: vote.painType,
        isUseful: vote.isUseful ? 1 : 0,
        votedAt: now(),
      } as const;
      await kysely
        .insertInto('digestVotes')
        .values({
          workspaceId,
          subscriptionId,
          userId: vote.userId,
          signalId: withoutNul(vote.signalId),
          ...row,
        })
        .onConflict((conflict) => conflict.columns(['subscriptionId', 'userId', 'signalId']).doUpdateSet(row))
        .execute();
    },
    /** Votes of all workspaces that no longer count. */
    async forgetFaded(): Promise<void> {
      await kysely
        .deleteFrom('digestVotes')
        .where('votedAt', '<=', now() - VOTE_TRACE_MS)
        .execute();
    },
    /** Votes of a clock that ran ahead fade from `at` on. */
    async pullBack(at: number): Promise<void> {
      await kysely
        .updateTable('digestVotes')
        .set({ votedAt: at })
        .where('votedAt', '>', at + DAY_MS)
        .execute();
    },
    async remove(workspaceId: string, subscriptionId: string): Promise<void> {
      await kysely
        .deleteFrom('digestVotes')
        .where('workspaceId', '=', workspaceId)
        .where('subscriptionId', '=', subscriptionId)
        .execute();
    },
  };
}

const FEEDBACK_KEPT_MS = 365 * DAY_MS;

/** What people thought of answers and briefs. A question is kept as a hash, since it is somebody's own words. */
export function feedbackStore(kysely: Kysely<Tables>, now: () => number) {
  return {
    /** Replaces an earlier vote of the same person. */
    async give(workspaceId: string, { userId, about, subject, isUseful }: GivenFeedback): Promise<void> {
      const vote = { isUseful: isUseful ? 1 : 0, givenAt: now() };
      const row = { workspaceId, userId, about, subject: hash(subject) };
      await kysely
        .insertInto('feedback')
        .values({ ...row, ...vote })
        .onConflict((conflict) => conflict.columns(['workspaceId', 'about', 'subject', 'userId']).doUpdateSet(vote))
        .execute();
    },
    /** Of all workspaces. */
    async forgetOld(): Promise<void> {
      await kysely
        .deleteFrom('feedback')
        .where('givenAt', '<=', now() - FEEDBACK_KEPT_MS)
        .execute();
    },
    async counts(workspaceId: string): Promise<{ useful: number; notUseful: number }> {
      const rows = await kysely
        .selectFrom('feedback')
        .select(['isUseful', (select) => select.fn.countAll().as('votes')])
        .where('workspaceId', '=', workspaceId)
        .groupBy('isUseful')
        .execute();
      const of = (value: number) => Number(rows.find(({ isUseful }) => Number(isUseful) === value)?.votes ?? 0);
      return { useful: of(1), notUseful: of(0) };
    },
  };
}

const hash = (subject: string): string => createHash('sha256').update(subject).digest('hex');
