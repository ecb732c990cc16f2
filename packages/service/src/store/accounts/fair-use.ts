import { type Kysely, type Selectable, sql } from 'kysely';
import { LISTED_STATES } from '../../model/signal.ts';
import { countRows, firstOrNull, inBatches } from '../database/sql.ts';
import type { ConductTable, Tables } from '../database/tables.ts';

/** How an account has kept to fair use, with all its keys, tokens and pages. Times are epoch ms. */
export type FairUseRecord = Omit<Selectable<ConductTable>, 'subject'>;

const COLUMNS = ['accountId', 'pagingWarnedAt', 'searchingWarnedAt', 'suspendedAt', 'suspendedFor'] as const;

export function fairUseStore(kysely: Kysely<Tables>, newId: () => string) {
  const records = () => kysely.selectFrom('conduct').select(COLUMNS);

  return {
    find: (accountId: string): Promise<FairUseRecord | null> => firstOrNull(records().where('subject', '=', accountId)),

    /** In a transaction: locks the account's record until it ends. */
    lock(accountId: string): Promise<FairUseRecord> {
      return kysely
        .insertInto('conduct')
        .values({ subject: accountId, accountId })
        .onConflict((conflict) => conflict.column('subject').doUpdateSet({ accountId }))
        .returning(COLUMNS)
        .executeTakeFirstOrThrow();
    },

    async save(record: FairUseRecord): Promise<void> {
      await kysely.updateTable('conduct').set(record).where('subject', '=', record.accountId).execute();
    },

    /** Clears an account's record and counts. False when it was neither warned nor suspended. */
    async restore(accountId: string): Promise<boolean> {
      const row = await kysely.deleteFrom('conduct').where('subject', '=', accountId).returningAll().executeTakeFirst();
      if (row === undefined) return false;
      await kysely.deleteFrom('listedSignals').where('accountId', '=', accountId).execute();
      await kysely.deleteFrom('semanticSearches').where('accountId', '=', accountId).execute();
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

    /** Drops what is older, and what a clock that ran ahead dated later. */
    async keepOnly({ after, until }: { after: number; until: number }): Promise<void> {
      for (const table of ['listedSignals', 'semanticSearches'] as const)
        await kysely
          .deleteFrom(table)
          .where((row) => row.or([row('at', '<=', after), row('at', '>', until)]))
          .execute();
    },
  };
}
