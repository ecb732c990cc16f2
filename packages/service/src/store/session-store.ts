import type { Kysely } from 'kysely';
import type { Account } from './account-store.ts';
import type { Tables } from './tables.ts';

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
