import { BRIEF_FRESH_DAYS, type OpportunityBrief } from '@pain-signals/contract';
import type { Kysely } from 'kysely';
import { DAY_MS } from '../../model/day.ts';
import { LISTED_STATES } from '../../model/signal.ts';
import type { Tables } from '../database/tables.ts';

/** One brief a signal; older than its lifetime it is as good as absent. */
export function briefStore(kysely: Kysely<Tables>) {
  const fresh = (now: number) =>
    kysely
      .selectFrom('briefs')
      .innerJoin('signals', 'signals.id', 'briefs.signal_id')
      .select(['briefs.brief_json as json'])
      .where('briefs.generated_at', '>=', now - BRIEF_FRESH_DAYS * DAY_MS)
      .where('signals.state', 'in', LISTED_STATES)
      .where('signals.hidden', '=', 0);

  return {
    /** Highest score first. */
    async list(now: number): Promise<OpportunityBrief[]> {
      const rows = await fresh(now).orderBy('signals.score', 'desc').orderBy('briefs.signal_id').execute();
      return rows.map((row) => JSON.parse(row.json));
    },
    async find(signalId: string, now: number): Promise<OpportunityBrief | null> {
      const row = await fresh(now).where('briefs.signal_id', '=', signalId).executeTakeFirst();
      return row === undefined ? null : JSON.parse(row.json);
    },
    /** Whether there is one at all, however old. */
    async wasWritten(signalId: string): Promise<boolean> {
      const row = await kysely.selectFrom('briefs').select('id').where('signal_id', '=', signalId).executeTakeFirst();
      return row !== undefined;
    },
    /** Replaces the signal's brief. */
    async put(brief: OpportunityBrief): Promise<void> {
      const row = {
        id: brief.id,
        topic: brief.topic,
        generated_at: Date.parse(brief.generatedAt),
        brief_json: JSON.stringify(brief),
      };
      await kysely
        .insertInto('briefs')
        .values({ signal_id: brief.painSignalId, ...row })
        .onConflict((conflict) => conflict.column('signal_id').doUpdateSet(row))
        .execute();
    },
    /** When each signal's brief was written (epoch ms) and under which topic, by signal id. */
    async written(): Promise<Map<string, { at: number; topic: string }>> {
      const rows = await kysely.selectFrom('briefs').select(['signal_id', 'generated_at', 'topic']).execute();
      return new Map(rows.map((row) => [row.signal_id, { at: row.generated_at, topic: row.topic }]));
    },
  };
}
export type BriefStore = ReturnType<typeof briefStore>;

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
