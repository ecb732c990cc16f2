import type { Kysely } from 'kysely';
import type { CounterStore } from '../database/counters.ts';
import type { Tables } from '../database/tables.ts';

export const PLANS = ['free', 'pro'] as const;
export type Plan = (typeof PLANS)[number];

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

const COLUMNS = ['id', 'email', 'plan', 'created_at as createdAt'] as const;

/** Accounts are found by their e-mail address in lower case. */
export function accountStore(
  kysely: Kysely<Tables>,
  counters: CounterStore,
  { now, newId }: { now: () => number; newId: () => string },
) {
  return {
    /** Null when the address has an account already. */
    async create(email: string, plan: Plan): Promise<Account | null> {
      const row = await kysely
        .insertInto('accounts')
        .values({ id: newId(), email: email.toLowerCase(), plan, created_at: now(), plan_since: now() })
        .onConflict((conflict) => conflict.column('email').doNothing())
        .returning(COLUMNS)
        .executeTakeFirst();
      return row ?? null;
    },
    async any(): Promise<boolean> {
      return (await kysely.selectFrom('accounts').select('id').limit(1).executeTakeFirst()) !== undefined;
    },
    async find(email: string): Promise<Account | null> {
      const row = await kysely
        .selectFrom('accounts')
        .select(COLUMNS)
        .where('email', '=', email.toLowerCase())
        .executeTakeFirst();
      return row ?? null;
    },
    async findById(id: string): Promise<Account | null> {
      const row = await kysely.selectFrom('accounts').select(COLUMNS).where('id', '=', id).executeTakeFirst();
      return row ?? null;
    },
    async billing(id: string): Promise<Billing> {
      const row = await kysely
        .selectFrom('accounts')
        .select(['plan', 'created_at as createdAt', 'plan_since as planSince'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      return { plan: row.plan, since: row.planSince ?? row.createdAt };
    },
    /** The account as it is now, or null when there is none. */
    async setPlan(email: string, plan: Plan): Promise<Account | null> {
      const row = await kysely
        .updateTable('accounts')
        .set({ plan, plan_since: now() })
        .where('email', '=', email.toLowerCase())
        .returning(COLUMNS)
        .executeTakeFirst();
      await counters.add('revision', 1);
      return row ?? null;
    },
  };
}
export type AccountStore = ReturnType<typeof accountStore>;
