import type { Kysely, Selectable } from 'kysely';
import { hasRow } from '../database/sql.ts';
import type { AlertTable, StoreContext, Tables } from '../database/tables.ts';

export type Alert = Omit<Selectable<AlertTable>, 'accountId'>;

const COLUMNS = ['id', 'signalId', 'query', 'metric', 'above', 'createdAt'] as const;

export function alertStore(kysely: Kysely<Tables>, { now, newId }: StoreContext) {
  return {
    async create(accountId: string, alert: Omit<Alert, 'id' | 'createdAt'>): Promise<Alert> {
      const created = { ...alert, id: newId(), createdAt: now() };
      await kysely
        .insertInto('alerts')
        .values({ accountId, ...created })
        .execute();
      return created;
    },
    /** Oldest first. */
    list(accountId: string): Promise<Alert[]> {
      const alerts = kysely.selectFrom('alerts').select(COLUMNS).where('accountId', '=', accountId);
      return alerts.orderBy('createdAt').orderBy('id').execute();
    },
    /** False when the account has no such alert. */
    remove(accountId: string, id: string): Promise<boolean> {
      const removal = kysely.deleteFrom('alerts').where('accountId', '=', accountId).where('id', '=', id);
      return hasRow(removal.returning('id'));
    },
  };
}
