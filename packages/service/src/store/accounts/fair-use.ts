import { type Kysely, sql } from 'kysely';
import { LISTED_STATES } from '../../model/signal.ts';
import { inBatches } from '../database/sql.ts';
import type { FairUseBreach, Tables } from '../database/tables.ts';

/** How a key, or an account that comes with access tokens, has kept to fair use. Times are epoch ms. */
export interface FairUseRecord {
  /** The prefix of the key, or the account's id for its tokens. */
  subject: string;
  pagingWarnedAt: number | null;
  searchingWarnedAt: number | null;
  suspendedAt: number | null;
  suspendedFor: FairUseBreach | null;
}

const COLUMNS = [
  'subject',
  'paging_warned_at as pagingWarnedAt',
  'searching_warned_at as searchingWarnedAt',
  'suspended_at as suspendedAt',
  'suspended_for as suspendedFor',
] as const;

export function fairUseStore(kysely: Kysely<Tables>, newId: () => string) {
  return {
    async find(subject: string): Promise<FairUseRecord | null> {
      const row = await kysely.selectFrom('conduct').select(COLUMNS).where('subject', '=', subject).executeTakeFirst();
      return row ?? null;
    },

    list(accountId: string): Promise<FairUseRecord[]> {
      return kysely
        .selectFrom('conduct')
        .select(COLUMNS)
        .where('account_id', '=', accountId)
        .orderBy('subject')
        .execute();
    },

    /** In a transaction: nobody else judges the subject until it ends. */
    async lock(subject: string, accountId: string): Promise<FairUseRecord> {
      return kysely
        .insertInto('conduct')
        .values({ subject, account_id: accountId })
        .onConflict((conflict) => conflict.column('subject').doUpdateSet({ account_id: accountId }))
        .returning(COLUMNS)
        .executeTakeFirstOrThrow();
    },

    async save({
      subject,
      pagingWarnedAt,
      searchingWarnedAt,
      suspendedAt,
      suspendedFor,
    }: FairUseRecord): Promise<void> {
      await kysely
        .updateTable('conduct')
        .set({
          paging_warned_at: pagingWarnedAt,
          searching_warned_at: searchingWarnedAt,
          suspended_at: suspendedAt,
          suspended_for: suspendedFor,
        })
        .where('subject', '=', subject)
        .execute();
    },

    /** Begins anew with a subject, and with what its account was counted for. False when it was neither warned nor suspended. */
    async restore(subject: string): Promise<boolean> {
      const row = await kysely
        .deleteFrom('conduct')
        .where('subject', '=', subject)
        .returning(['account_id', 'paging_warned_at', 'searching_warned_at', 'suspended_at'])
        .executeTakeFirst();
      if (row === undefined) return false;
      await kysely.deleteFrom('listed_signals').where('account_id', '=', row.account_id).execute();
      await kysely.deleteFrom('semantic_searches').where('account_id', '=', row.account_id).execute();
      return row.paging_warned_at !== null || row.searching_warned_at !== null || row.suspended_at !== null;
    },

    async noteListed(accountId: string, listed: ReadonlyMap<string, number>): Promise<void> {
      const rows = [...listed].map(([signal_id, at]) => ({ account_id: accountId, signal_id, at }));
      for (const some of inBatches(rows))
        await kysely
          .insertInto('listed_signals')
          .values(some)
          .onConflict((conflict) =>
            conflict.columns(['account_id', 'signal_id']).doUpdateSet((row) => ({ at: row.ref('excluded.at') })),
          )
          .execute();
    },

    async noteSearches(accountId: string, searches: number, at: number): Promise<void> {
      await kysely
        .insertInto('semantic_searches')
        .values({ id: newId(), account_id: accountId, at, searches })
        .execute();
    },

    /** Distinct signals that lists have given the account after `since`. */
    async listed(accountId: string, since: number): Promise<number> {
      const { count } = await kysely
        .selectFrom('listed_signals')
        .select((select) => select.fn.countAll<number>().as('count'))
        .where('account_id', '=', accountId)
        .where('at', '>', since)
        .executeTakeFirstOrThrow();
      return count;
    },

    async searches(accountId: string, since: number): Promise<number> {
      const { sum } = await kysely
        .selectFrom('semantic_searches')
        .select((select) => select.fn.coalesce(select.fn.sum<number>('searches'), sql<number>`0`).as('sum'))
        .where('account_id', '=', accountId)
        .where('at', '>', since)
        .executeTakeFirstOrThrow();
      return sum;
    },

    async publicSignals(): Promise<number> {
      const { count } = await kysely
        .selectFrom('signals')
        .select((select) => select.fn.countAll<number>().as('count'))
        .where('state', 'in', LISTED_STATES)
        .where('hidden', '=', 0)
        .executeTakeFirstOrThrow();
      return count;
    },

    async dropBefore(at: number): Promise<void> {
      await kysely.deleteFrom('listed_signals').where('at', '<=', at).execute();
      await kysely.deleteFrom('semantic_searches').where('at', '<=', at).execute();
    },
  };
}
export type FairUseStore = ReturnType<typeof fairUseStore>;
