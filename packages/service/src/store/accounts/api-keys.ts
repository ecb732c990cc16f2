import type { Kysely } from 'kysely';
import type { CounterStore } from '../database/counters.ts';
import type { Tables } from '../database/tables.ts';
import type { Account } from './accounts.ts';

/** What is kept of a key: never its secret, only a hash of it. */
export interface ApiKeyRecord {
  prefix: string;
  accountId: string;
  secretHash: string;
  name: string | null;
  createdAt: number;
  lastUsedAt: number | null;
  revokedAt: number | null;
}
export interface NewApiKey {
  accountId: string;
  prefix: string;
  secretHash: string;
  name: string | null;
}

const COLUMNS = [
  'api_keys.prefix',
  'api_keys.account_id as accountId',
  'api_keys.secret_hash as secretHash',
  'api_keys.name',
  'api_keys.created_at as createdAt',
  'api_keys.last_used_at as lastUsedAt',
  'api_keys.revoked_at as revokedAt',
] as const;
const ACCOUNT_COLUMNS = ['accounts.email', 'accounts.plan', 'accounts.created_at as accountCreatedAt'] as const;

/** Readers learn of a new or revoked key by the revision. */
export function keyStore(kysely: Kysely<Tables>, counters: CounterStore, now: () => number) {
  return {
    async create(key: NewApiKey): Promise<void> {
      await kysely
        .insertInto('api_keys')
        .values({
          prefix: key.prefix,
          account_id: key.accountId,
          secret_hash: key.secretHash,
          name: key.name,
          created_at: now(),
          last_used_at: null,
          revoked_at: null,
        })
        .execute();
      await counters.add('revision', 1);
    },
    /** Revoked keys are found too: `key.revokedAt` tells. */
    async findByPrefix(prefix: string): Promise<{ key: ApiKeyRecord; account: Account } | null> {
      const row = await kysely
        .selectFrom('api_keys')
        .innerJoin('accounts', 'accounts.id', 'api_keys.account_id')
        .select([...COLUMNS, ...ACCOUNT_COLUMNS])
        .where('api_keys.prefix', '=', prefix)
        .executeTakeFirst();
      if (row === undefined) return null;
      const { email, plan, accountCreatedAt, ...key } = row;
      return { key, account: { id: key.accountId, email, plan, createdAt: accountCreatedAt } };
    },
    list(accountId: string): Promise<ApiKeyRecord[]> {
      return kysely
        .selectFrom('api_keys')
        .select(COLUMNS)
        .where('account_id', '=', accountId)
        .orderBy('created_at')
        .orderBy('prefix')
        .execute();
    },
    /** False when no key has this prefix; a key revoked before stays as it is. */
    async revoke(prefix: string): Promise<boolean> {
      await kysely
        .updateTable('api_keys')
        .set({ revoked_at: now() })
        .where('prefix', '=', prefix)
        .where('revoked_at', 'is', null)
        .execute();
      await counters.add('revision', 1);
      const row = await kysely.selectFrom('api_keys').select('prefix').where('prefix', '=', prefix).executeTakeFirst();
      return row !== undefined;
    },
    /** As `revoke`, for the owner: somebody else's key is as good as none. */
    async revokeOwn(accountId: string, prefix: string): Promise<boolean> {
      const row = await kysely
        .selectFrom('api_keys')
        .select('prefix')
        .where('prefix', '=', prefix)
        .where('account_id', '=', accountId)
        .executeTakeFirst();
      return row !== undefined && this.revoke(prefix);
    },
    async touch(prefix: string): Promise<void> {
      await kysely.updateTable('api_keys').set({ last_used_at: now() }).where('prefix', '=', prefix).execute();
    },
  };
}
export type KeyStore = ReturnType<typeof keyStore>;
