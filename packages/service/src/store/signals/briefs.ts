import { BRIEF_FRESH_DAYS, MacroArea, OpportunityBrief, parseJson } from '@pain-signals/contract';
import type { Kysely } from 'kysely';
import { DAY_MS, WEEK_MS } from '../../model/day.ts';
import { LISTED_STATES } from '../../model/signal.ts';
import { createRowCheck, type OnDamaged } from '../database/damaged-rows.ts';
import { hasRow } from '../database/sql.ts';
import type { BriefJobState, StoreContext, Tables } from '../database/tables.ts';

interface DemandFigures {
  authorCount: number;
  growth: number;
  mentionsLastWindow: number;
  mentionsPrevWindow: number;
}

const GROWTH_COUNTED = { least: -0.5, most: 3 } as const;

/** (ln(1 + people) + ln(1 + mentions of two weeks)) * (1 + growth / 3), with growth from -0.5 to 3. */
function demandOf({ authorCount, growth, mentionsLastWindow, mentionsPrevWindow }: DemandFigures): number {
  const counted = Math.min(GROWTH_COUNTED.most, Math.max(GROWTH_COUNTED.least, growth));
  const demand = Math.log1p(authorCount) + Math.log1p(mentionsLastWindow + mentionsPrevWindow);
  return demand * (1 + counted / GROWTH_COUNTED.most);
}

const StoredBrief = OpportunityBrief.extend({ macroArea: MacroArea.nullable() });

/** One brief per signal; an expired or damaged one is treated as absent. */
export function briefStore(kysely: Kysely<Tables>, onDamaged: OnDamaged) {
  const isWhole = createRowCheck('briefs', StoredBrief, onDamaged);
  const readBrief = ({ signalId, json }: { signalId: string; json: string }): OpportunityBrief | null => {
    const brief = parseJson(json);
    return isWhole(signalId, brief) ? (brief as OpportunityBrief) : null;
  };
  const fresh = (now: number) =>
    kysely
      .selectFrom('briefs')
      .innerJoin('signals', 'signals.id', 'briefs.signalId')
      .select(['briefs.signalId', 'briefs.briefJson as json'])
      .where('briefs.generatedAt', '>=', now - BRIEF_FRESH_DAYS * DAY_MS)
      .where('signals.state', 'in', LISTED_STATES)
      .where('signals.hidden', '=', 0);

  return {
    /** By growth most of all, then by people and recent mentions. */
    async list(now: number): Promise<OpportunityBrief[]> {
      const rows = await fresh(now)
        .select(['signals.authorCount', 'signals.growth', 'signals.mentionsLastWindow', 'signals.mentionsPrevWindow'])
        .orderBy('briefs.signalId')
        .execute();
      return rows.toSorted((one, other) => demandOf(other) - demandOf(one)).flatMap((row) => readBrief(row) ?? []);
    },
    async find(signalId: string, now: number): Promise<OpportunityBrief | null> {
      const row = await fresh(now).where('briefs.signalId', '=', signalId).executeTakeFirst();
      return row === undefined ? null : readBrief(row);
    },
    /** Whether the signal has a brief, fresh or expired. */
    wasWritten: (signalId: string): Promise<boolean> =>
      hasRow(kysely.selectFrom('briefs').select('id').where('signalId', '=', signalId)),
    /** Replaces the signal's brief. */
    async put(brief: OpportunityBrief): Promise<void> {
      const { id, topic, painSignalId: signalId } = brief;
      const row = { id, topic, generatedAt: Date.parse(brief.generatedAt), briefJson: JSON.stringify(brief) };
      await kysely
        .insertInto('briefs')
        .values({ signalId, ...row })
        .onConflict((conflict) => conflict.column('signalId').doUpdateSet(row))
        .execute();
    },
    /** When each signal's brief was written (epoch ms) and under which topic, by signal id. */
    async written(): Promise<Map<string, { at: number; topic: string }>> {
      const rows = await kysely.selectFrom('briefs').select(['signalId', 'generatedAt as at', 'topic']).execute();
      return new Map(rows.map(({ signalId, ...row }) => [signalId, row]));
    },
  };
}

export interface BriefJob {
  id: string;
  signalId: string;
  state: BriefJobState;
  createdAt: number;
}

/** A job that takes longer has died with its process. */
const LONGEST_MS = 5 * 60_000;

/** Requests for a brief. */
export function briefJobStore(kysely: Kysely<Tables>, { now, newId }: StoreContext) {
  return {
    async create(accountId: string, signalId: string): Promise<BriefJob> {
      const createdAt = now();
      await kysely
        .deleteFrom('briefJobs')
        .where('createdAt', '<', createdAt - WEEK_MS)
        .execute();
      const job = { id: newId(), signalId, state: 'working' as const, createdAt };
      await kysely
        .insertInto('briefJobs')
        .values({ accountId, ...job })
        .execute();
      return job;
    },
    async end(id: string, state: BriefJobState): Promise<void> {
      await kysely.updateTable('briefJobs').set({ state }).where('id', '=', id).execute();
    },
    /** Null unless the account requested it. */
    async find(accountId: string, id: string): Promise<BriefJob | null> {
      const jobs = kysely.selectFrom('briefJobs').select(['id', 'signalId', 'state', 'createdAt']);
      const row = await jobs.where('id', '=', id).where('accountId', '=', accountId).executeTakeFirst();
      if (row === undefined) return null;
      const isLost = row.state === 'working' && Math.abs(now() - row.createdAt) > LONGEST_MS;
      return { ...row, state: isLost ? 'failed' : row.state };
    },
  };
}
