import type { Kysely } from 'kysely';
import type { CounterStore } from '../database/counters.ts';
import { firstOrNull, hasRow } from '../database/sql.ts';
import type { Plan, StoreContext, Tables } from '../database/tables.ts';

export interface Account {
  id: string;
  email: string;
  plan: Plan;
  createdAt: number;
}
export interface Billing {
  plan: Plan;
  /** When the account got its plan; epoch ms. */
  since: number;
}

const COLUMNS = ['id', 'email', 'plan', 'createdAt'] as const;

/** Accounts are looked up by their email address in lower case. */
export function accountStore(kysely: Kysely<Tables>, counters: CounterStore, { now, newId }: StoreContext) {
  const accounts = () => kysely.selectFrom('accounts').select(COLUMNS);

  return {
    /** Null when the address already has an account. */
    create(email: string, plan: Plan): Promise<Account | null> {
      const account = { id: newId(), email: email.toLowerCase(), plan, createdAt: now(), planSince: now() };
      const insert = kysely.insertInto('accounts').values(account);
      return firstOrNull(insert.onConflict((conflict) => conflict.column('email').doNothing()).returning(COLUMNS));
    },
    any: (): Promise<boolean> => hasRow(accounts().limit(1)),
    find: (email: string): Promise<Account | null> => firstOrNull(accounts().where('email', '=', email.toLowerCase())),
    findById: (id: string): Promise<Account | null> => firstOrNull(accounts().where('id', '=', id)),
    async billing(id: string): Promise<Billing> {
      const row = await accounts().select('planSince').where('id', '=', id).executeTakeFirstOrThrow();
      return { plan: row.plan, since: row.planSince ?? row.createdAt };
    },
    /** Returns the updated account, or null when there is none. */
    async setPlan(email: string, plan: Plan): Promise<Account | null> {
      const update = kysely.updateTable('accounts').set({ plan, planSince: now() });
      const account = await firstOrNull(update.where('email', '=', email.toLowerCase()).returning(COLUMNS));
      await counters.add('revision', 1);
      return account;
    },
  };
}
