import type { Kysely } from 'kysely';
import type { AlertMetric, Tables } from '../database/tables.ts';

export interface Alert {
  id: string;
  /** Either one signal or the words that it is looked for by. */
  signalId: string | null;
  query: string | null;
  metric: AlertMetric;
  above: number;
  createdAt: number;
}

const COLUMNS = ['id', 'signal_id as signalId', 'query', 'metric', 'above', 'created_at as createdAt'] as const;

export function alertStore(kysely: Kysely<Tables>, { now, newId }: { now: () => number; newId: () => string }) {
  return {
    async create(accountId: string, alert: Omit<Alert, 'id' | 'createdAt'>): Promise<Alert> {
      const made = { ...alert, id: newId(), createdAt: now() };
      await kysely
        .insertInto('alerts')
        .values({
          id: made.id,
          account_id: accountId,
          signal_id: made.signalId,
          query: made.query,
          metric: made.metric,
          above: made.above,
          created_at: made.createdAt,
        })
        .execute();
      return made;
    },
    /** Oldest first. */
    list(accountId: string): Promise<Alert[]> {
      return kysely
        .selectFrom('alerts')
        .select(COLUMNS)
        .where('account_id', '=', accountId)
        .orderBy('created_at')
        .orderBy('id')
        .execute();
    },
    /** False when the account has no such alert. */
    async remove(accountId: string, id: string): Promise<boolean> {
      const row = await kysely
        .deleteFrom('alerts')
        .where('account_id', '=', accountId)
        .where('id', '=', id)
        .returning('id')
        .executeTakeFirst();
      return row !== undefined;
    },
  };
}
export type AlertStore = ReturnType<typeof alertStore>;
