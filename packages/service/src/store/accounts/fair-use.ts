import { type Kysely, type Selectable, sql } from 'kysely';
import { LISTED_STATES } from '../../model/signal.ts';
import { countRows, firstOrNull, inBatches } from '../database/sql.ts';
import type { ConductTable, Tables } from '../database/tables.ts';

/** How a subject (a key's prefix, or an account id for its access tokens) has kept to fair use. Times are epoch ms. */
export type FairUseRecord = Omit<Selectable<ConductTable>, 'accountId'>;

const COLUMNS = ['subject', 'pagingWarnedAt', 'searchingWarnedAt', 'suspendedAt', 'suspendedFor'] as const;

export function fairUseStore(kysely: Kysely<Tables>, newId: () => string) {
  const records = () => kysely.selectFrom('conduct').select(COLUMNS);

  return {
    find: (subject: string): Promise<FairUseRecord | null> => firstOrNull(records().where('subject', '=', subject)),

    list: (accountId: string): Promise<FairUseRecord[]> =>
      records().where('accountId', '=', accountId).orderBy('subject').execute(),

    /** In a transaction: locks the subject's record until it ends. */
    lock(subject: string, accountId: string): Promise<FairUseRecord> {
      return kysely
        .insertInto('conduct')
        .values({ subject, accountId })
        .onConflict((conflict) => conflict.column('subject').doUpdateSet({ accountId }))
        .returning(COLUMNS)
        .executeTakeFirstOrThrow();
    },

    async save({ subject, ...record }: FairUseRecord): Promise<void> {
      await kysely.updateTable('conduct').set(record).where('subject', '=', subject).execute();
    },

    /** Clears a subject's record and its account's counts. False when it was neither warned nor suspended. */
    async restore(subject: string): Promise<boolean> {
      const row = await kysely.deleteFrom('conduct').where('subject', '=', subject).returningAll().executeTakeFirst();
      if (row === undefined) return false;
      await kysely.deleteFrom('listedSignals').where('accountId', '=', row.accountId).execute();
      await kysely.deleteFrom('semanticSearches').where('accountId', '=', row.accountId).execute();
      return row.pagingWarnedAt !== null || row.searchingWarnedAt !== null || row.suspendedAt !== null;
    },

    async noteListed(accountId: string, listed: ReadonlyMap<string, number>): Promise<void> {
      for (const batch of inBatches([...listed].map(([signalId, at]) => ({ accountId, signalId, at }))))
        await kysely
          .insertInto('listedSignals')
          .values(batch)
          .onConflict((conflict) =>
            conflict.columns(['accountId', 'signalId']).doUpdateSet((row) => ({ at: row.ref('excluded.at') })),
          )
          .execute();
    },

    async noteSearches(accountId: string, searches: number, at: number): Promise<void> {
      await kysely.insertInto('semanticSearches').values({ id: newId(), accountId, at, searches }).execute();
    },

    /** Distinct signals that lists have shown the account after `since`. */
    listed: (accountId: string, since: number): Promise<number> =>
      countRows(kysely.selectFrom('listedSignals').where('accountId', '=', accountId).where('at', '>', since)),

    async searches(accountId: string, since: number): Promise<number> {
      const { sum } = await kysely
        .selectFrom('semanticSearches')
        .select((select) => select.fn.coalesce(select.fn.sum<number>('searches'), sql<number>`0`).as('sum'))
        .where('accountId', '=', accountId)
        .where('at', '>', since)
        .executeTakeFirstOrThrow();
      return sum;
    },

    publicSignals: (): Promise<number> =>
      countRows(kysely.selectFrom('signals').where('state', 'in', LISTED_STATES).where('hidden', '=', 0)),

    async dropBefore(at: number): Promise<void> {
      await kysely.deleteFrom('listedSignals').where('at', '<=', at).execute();
      await kysely.deleteFrom('semanticSearches').where('at', '<=', at).execute();
    },
  };
}
