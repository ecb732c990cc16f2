import type { Kysely, Selectable } from 'kysely';
import type { CounterStore } from '../database/counters.ts';
import { firstOrNull, hasRow } from '../database/sql.ts';
import type { AlertTable, ApiKeyTable, Plan, StoreContext, Tables } from '../database/tables.ts';

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

const ACCOUNT_COLUMNS = ['id', 'email', 'plan', 'createdAt'] as const;

/** Accounts are looked up by their email address in lower case. */
export function accountStore(kysely: Kysely<Tables>, counters: CounterStore, { now, newId }: StoreContext) {
  const accounts = () => kysely.selectFrom('accounts').select(ACCOUNT_COLUMNS);

  return {
    /** Null when the address already has an account. */
    create(email: string, plan: Plan): Promise<Account | null> {
      const account = { id: newId(), email: email.toLowerCase(), plan, createdAt: now(), planSince: now() };
      const insert = kysely.insertInto('accounts').values(account);
      return firstOrNull(
        insert.onConflict((conflict) => conflict.column('email').doNothing()).returning(ACCOUNT_COLUMNS),
      );
    },
    any: (): Promise<boolean> => hasRow(accounts().limit(1)),
    find: (email: string): Promise<Account | null> => firstOrNull(accounts().where('email', '=', email.toLowerCase())),
    findById: (id: string): Promise<Account | null> => firstOrNull(accounts().where('id', '=', id)),
    /** In a transaction: others that lock the account wait until it ends. */
    async lock(id: string): Promise<void> {
      await kysely.updateTable('accounts').set({ id }).where('id', '=', id).execute();
    },
    async billing(id: string): Promise<Billing> {
      const row = await accounts().select('planSince').where('id', '=', id).executeTakeFirstOrThrow();
      return { plan: row.plan, since: row.planSince ?? row.createdAt };
    },
    /** Returns the updated account, or null when there is none. */
    async setPlan(email: string, plan: Plan): Promise<Account | null> {
      const update = kysely.updateTable('accounts').set({ plan, planSince: now() });
      const account = await firstOrNull(update.where('email', '=', email.toLowerCase()).returning(ACCOUNT_COLUMNS));
      await counters.add('revision', 1);
      return account;
    },
  };
}

export type Alert = Omit<Selectable<AlertTable>, 'accountId'>;

const ALERT_COLUMNS = ['id', 'signalId', 'query', 'metric', 'above', 'createdAt'] as const;

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
      const alerts = kysely.selectFrom('alerts').select(ALERT_COLUMNS).where('accountId', '=', accountId);
      return alerts.orderBy('createdAt').orderBy('id').execute();
    },
    /** False when the account has no such alert. */
    remove(accountId: string, id: string): Promise<boolean> {
      const removal = kysely.deleteFrom('alerts').where('accountId', '=', accountId).where('id', '=', id);
      return hasRow(removal.returning('id'));
    },
  };
}

/** A stored key: never its secret, only the secret's hash. */
export type ApiKeyRecord = Selectable<ApiKeyTable>;

/** Other processes learn about a new or revoked key through the revision. */
export function keyStore(kysely: Kysely<Tables>, counters: CounterStore, now: () => number) {
  const keysWith = (prefix: string) => kysely.selectFrom('apiKeys').select('prefix').where('prefix', '=', prefix);

  return {
    async create(key: Omit<ApiKeyRecord, 'createdAt' | 'lastUsedAt' | 'revokedAt'>): Promise<void> {
      await kysely
        .insertInto('apiKeys')
        .values({ ...key, createdAt: now(), lastUsedAt: null, revokedAt: null })
        .execute();
      await counters.add('revision', 1);
    },
    /** Finds revoked keys too; see `key.revokedAt`. Reads the store's revision with the key, so neither is newer than the other. */
    async findByPrefix(prefix: string): Promise<{ key: ApiKeyRecord; account: Account; revision: number } | null> {
      const row = await kysely
        .selectFrom('apiKeys')
        .innerJoin('accounts', 'accounts.id', 'apiKeys.accountId')
        .selectAll('apiKeys')
        .select(['accounts.email', 'accounts.plan', 'accounts.createdAt as accountCreatedAt'])
        .select((row) => row.selectFrom('counters').select('value').where('name', '=', 'revision').as('revision'))
        .where('apiKeys.prefix', '=', prefix)
        .executeTakeFirst();
      if (row === undefined) return null;
      const { email, plan, accountCreatedAt, revision, ...key } = row;
      const account = { id: key.accountId, email, plan, createdAt: accountCreatedAt };
      return { key, account, revision: revision ?? 0 };
    },
    list(accountId: string): Promise<ApiKeyRecord[]> {
      const keys = kysely.selectFrom('apiKeys').selectAll().where('accountId', '=', accountId);
      return keys.orderBy('createdAt').orderBy('prefix').execute();
    },
    /** False when no key has this prefix. A key revoked earlier keeps its time. */
    async revoke(prefix: string): Promise<boolean> {
      const revocation = kysely.updateTable('apiKeys').set({ revokedAt: now() });
      await revocation.where('prefix', '=', prefix).where('revokedAt', 'is', null).execute();
      await counters.add('revision', 1);
      return hasRow(keysWith(prefix));
    },
    /** Like `revoke`, for the owner: false for another account's key. */
    async revokeOwn(accountId: string, prefix: string): Promise<boolean> {
      return (await hasRow(keysWith(prefix).where('accountId', '=', accountId))) && this.revoke(prefix);
    },
    async touch(prefix: string): Promise<void> {
      await kysely.updateTable('apiKeys').set({ lastUsedAt: now() }).where('prefix', '=', prefix).execute();
    },
  };
}
