import { BRIEF_FRESH_DAYS, type OpportunityBrief } from '@pain-signals/contract';
import type { Kysely } from 'kysely';
import { LISTED_STATES } from '../model/signal.ts';
import { DAY_MS } from './day.ts';
import type { Tables } from './tables.ts';

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
