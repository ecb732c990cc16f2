import type { Kysely } from 'kysely';
import type { Tables } from '../database/tables.ts';
import type { Account } from './accounts.ts';

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

export interface SessionRecord {
  account: Account;
  /** Milliseconds since it was last seen, as noted. */
  unseenMs: number;
}

/** Sessions of signed-in people, found by the hash of their token. */
export function sessionStore(kysely: Kysely<Tables>, now: () => number) {
  return {
    async create(tokenHash: string, accountId: string, lifetimeMs: number): Promise<void> {
      await kysely.deleteFrom('sessions').where('expires_at', '<=', now()).execute();
      await kysely
        .insertInto('sessions')
        .values({
          token_hash: tokenHash,
          account_id: accountId,
          created_at: now(),
          seen_at: now(),
          expires_at: now() + lifetimeMs,
        })
        .execute();
    },
    /** Null when it is unknown, ended, past its end, or was not seen for `idleMs`. */
    async find(tokenHash: string, idleMs: number): Promise<SessionRecord | null> {
      const row = await kysely
        .selectFrom('sessions')
        .innerJoin('accounts', 'accounts.id', 'sessions.account_id')
        .select(['accounts.id', 'email', 'plan', 'accounts.created_at as createdAt', 'seen_at as seenAt'])
        .where('token_hash', '=', tokenHash)
        .where('expires_at', '>', now())
        .where('seen_at', '>', now() - idleMs)
        .executeTakeFirst();
      if (row === undefined) return null;
      const { seenAt, ...account } = row;
      return { account, unseenMs: now() - seenAt };
    },
    async touch(tokenHash: string): Promise<void> {
      await kysely.updateTable('sessions').set({ seen_at: now() }).where('token_hash', '=', tokenHash).execute();
    },
    async end(tokenHash: string): Promise<void> {
      await kysely.deleteFrom('sessions').where('token_hash', '=', tokenHash).execute();
    },
    async endAll(accountId: string): Promise<void> {
      await kysely.deleteFrom('sessions').where('account_id', '=', accountId).execute();
    },
  };
}
export type SessionStore = ReturnType<typeof sessionStore>;
