import type { Kysely, Selectable } from 'kysely';
import type { CounterStore } from '../database/counters.ts';
import { hasRow } from '../database/sql.ts';
import type { ApiKeyTable, Tables } from '../database/tables.ts';
import type { Account } from './accounts.ts';

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
    /** Finds revoked keys too; see `key.revokedAt`. */
    async findByPrefix(prefix: string): Promise<{ key: ApiKeyRecord; account: Account } | null> {
      const row = await kysely
        .selectFrom('apiKeys')
        .innerJoin('accounts', 'accounts.id', 'apiKeys.accountId')
        .selectAll('apiKeys')
        .select(['accounts.email', 'accounts.plan', 'accounts.createdAt as accountCreatedAt'])
        .where('apiKeys.prefix', '=', prefix)
        .executeTakeFirst();
      if (row === undefined) return null;
      const { email, plan, accountCreatedAt, ...key } = row;
      return { key, account: { id: key.accountId, email, plan, createdAt: accountCreatedAt } };
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
