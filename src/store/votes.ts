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
        .selectFrom('digest_votes')
        .selectAll()
        .where('workspace_id', '=', workspaceId)
        .where('subscription_id', '=', subscriptionId)
        .orderBy('voted_at')
        .orderBy('signal_id')
        .orderBy('user_id')
        .execute();
      return rows.map((row) => ({
        signalId: row.signal_id,
        userId: row.user_id,
        macroArea: row.macro_area,
        painType: row.pain_type as Vote['painType'],
        isUseful: row.is_useful === 1,
        at: row.voted_at,
      }));
    },
    /** Replaces an earlier vote of the same person. */
    async set(workspaceId: string, subscriptionId: string, vote: Omit<Vote, 'at'>): Promise<void> {
      const row = {
        macro_area: vote.macroArea === null ? null : withoutNul(vote.macroArea),
        pain_type: vote.painType,
        is_useful: vote.isUseful ? 1 : 0,
        voted_at: now(),
      } as const;
      await kysely
        .insertInto('digest_votes')
        .values({
          workspace_id: workspaceId,
          subscription_id: subscriptionId,
          user_id: vote.userId,
          signal_id: withoutNul(vote.signalId),
          ...row,
        })
        .onConflict((conflict) => conflict.columns(['subscription_id', 'user_id', 'signal_id']).doUpdateSet(row))
        .execute();
    },
    /** Votes of all workspaces that no longer count. */
    async forgetFaded(): Promise<void> {
      await kysely
        .deleteFrom('digest_votes')
        .where('voted_at', '<=', now() - VOTE_TRACE_MS)
        .execute();
    },
    async remove(workspaceId: string, subscriptionId: string): Promise<void> {
      await kysely
        .deleteFrom('digest_votes')
        .where('workspace_id', '=', workspaceId)
        .where('subscription_id', '=', subscriptionId)
        .execute();
    },
  };
}

export type VoteStore = ReturnType<typeof voteStore>;

const FEEDBACK_KEPT_MS = 365 * DAY_MS;

/** What people thought of answers and briefs. A question is kept as a hash, since it is somebody's own words. */
export function feedbackStore(kysely: Kysely<Tables>, now: () => number) {
  return {
    /** Replaces an earlier vote of the same person. */
    async give(workspaceId: string, { userId, about, subject, isUseful }: GivenFeedback): Promise<void> {
      const vote = { is_useful: isUseful ? 1 : 0, given_at: now() };
      const row = { workspace_id: workspaceId, user_id: userId, about, subject: hash(subject) };
      await kysely
        .insertInto('feedback')
        .values({ ...row, ...vote })
        .onConflict((conflict) => conflict.columns(['workspace_id', 'about', 'subject', 'user_id']).doUpdateSet(vote))
        .execute();
      await kysely
        .deleteFrom('feedback')
        .where('given_at', '<=', now() - FEEDBACK_KEPT_MS)
        .execute();
    },
    async counts(workspaceId: string): Promise<{ useful: number; notUseful: number }> {
      const rows = await kysely
        .selectFrom('feedback')
        .select(['is_useful', (select) => select.fn.countAll().as('votes')])
        .where('workspace_id', '=', workspaceId)
        .groupBy('is_useful')
        .execute();
      const of = (value: number) => Number(rows.find(({ is_useful }) => Number(is_useful) === value)?.votes ?? 0);
      return { useful: of(1), notUseful: of(0) };
    },
  };
}

const hash = (subject: string): string => createHash('sha256').update(subject).digest('hex');

export type FeedbackStore = ReturnType<typeof feedbackStore>;
