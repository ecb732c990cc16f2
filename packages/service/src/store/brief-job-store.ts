import type { Kysely } from 'kysely';
import { DAY_MS } from './day.ts';
import type { Tables } from './tables.ts';

/** working: being written; done: the signal has its brief; empty: too few people wrote about it; failed: try again. */
export type BriefJobState = 'working' | 'done' | 'empty' | 'failed';

export interface BriefJob {
  id: string;
  signalId: string;
  state: BriefJobState;
  createdAt: number;
}

const KEPT_MS = 7 * DAY_MS;
/** One that takes longer ended with its process. */
const LONGEST_MS = 5 * 60_000;

/** Briefs that people ordered. */
export function briefJobStore(kysely: Kysely<Tables>, { now, newId }: { now: () => number; newId: () => string }) {
  return {
    async create(accountId: string, signalId: string): Promise<BriefJob> {
      await kysely
        .deleteFrom('brief_jobs')
        .where('created_at', '<', now() - KEPT_MS)
        .execute();
      const job = { id: newId(), signalId, state: 'working' as const, createdAt: now() };
      await kysely
        .insertInto('brief_jobs')
        .values({
          id: job.id,
          account_id: accountId,
          signal_id: signalId,
          state: job.state,
          created_at: job.createdAt,
        })
        .execute();
      return job;
    },
    async end(id: string, state: BriefJobState): Promise<void> {
      await kysely.updateTable('brief_jobs').set({ state }).where('id', '=', id).execute();
    },
    /** Null unless the account ordered it. */
    async find(accountId: string, id: string): Promise<BriefJob | null> {
      const row = await kysely
        .selectFrom('brief_jobs')
        .select(['id', 'signal_id as signalId', 'state', 'created_at as createdAt'])
        .where('id', '=', id)
        .where('account_id', '=', accountId)
        .executeTakeFirst();
      if (row === undefined) return null;
      const isLost = row.state === 'working' && now() - row.createdAt > LONGEST_MS;
      return { ...row, state: isLost ? 'failed' : row.state };
    },
  };
}
export type BriefJobStore = ReturnType<typeof briefJobStore>;
