import type { Kysely } from 'kysely';
import type { Tables } from './tables.ts';

/** Passwords, as hashes, and the one-time links by which people set them. */
export function passwordStore(kysely: Kysely<Tables>, now: () => number) {
  return {
    async find(accountId: string): Promise<string | null> {
      const row = await kysely
        .selectFrom('passwords')
        .select('password_hash')
        .where('account_id', '=', accountId)
        .executeTakeFirst();
      return row?.password_hash ?? null;
    },
    async put(accountId: string, passwordHash: string): Promise<void> {
      const row = { password_hash: passwordHash, set_at: now() };
      await kysely
        .insertInto('passwords')
        .values({ account_id: accountId, ...row })
        .onConflict((conflict) => conflict.column('account_id').doUpdateSet(row))
        .execute();
    },
    /** The link becomes the only one of its account. */
    async addLink(tokenHash: string, accountId: string, lifetimeMs: number): Promise<void> {
      await kysely.deleteFrom('password_links').where('account_id', '=', accountId).execute();
      await kysely
        .insertInto('password_links')
        .values({ token_hash: tokenHash, account_id: accountId, expires_at: now() + lifetimeMs })
        .execute();
    },
    /** Whose link this is; null when it is unknown, used or expired. */
    async findLink(tokenHash: string): Promise<string | null> {
      const row = await kysely
        .selectFrom('password_links')
        .select('account_id')
        .where('token_hash', '=', tokenHash)
        .where('expires_at', '>', now())
        .executeTakeFirst();
      return row?.account_id ?? null;
    },
    /** As `findLink`, once: of two that use a link at the same time one gets null. */
    async takeLink(tokenHash: string): Promise<string | null> {
      const row = await kysely
        .deleteFrom('password_links')
        .where('token_hash', '=', tokenHash)
        .where('expires_at', '>', now())
        .returning('account_id')
        .executeTakeFirst();
      return row?.account_id ?? null;
    },
  };
}
export type PasswordStore = ReturnType<typeof passwordStore>;
