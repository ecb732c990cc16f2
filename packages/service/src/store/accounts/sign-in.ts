import type { Kysely } from 'kysely';
import { hasRow } from '../database/sql.ts';
import type { Tables } from '../database/tables.ts';
import type { Account } from './accounts.ts';

/** Password hashes, and the one-time links for setting a password. */
export function passwordStore(kysely: Kysely<Tables>, now: () => number) {
  return {
    async find(accountId: string): Promise<string | null> {
      const passwords = kysely.selectFrom('passwords').select('passwordHash');
      return (await passwords.where('accountId', '=', accountId).executeTakeFirst())?.passwordHash ?? null;
    },
    async put(accountId: string, passwordHash: string): Promise<void> {
      const row = { passwordHash, setAt: now() };
      await kysely
        .insertInto('passwords')
        .values({ accountId, ...row })
        .onConflict((conflict) => conflict.column('accountId').doUpdateSet(row))
        .execute();
    },
    /** Replaces this hash of the same password. False when the account has another one meanwhile. */
    renew(accountId: string, from: string, to: string): Promise<boolean> {
      const update = kysely.updateTable('passwords').set({ passwordHash: to }).where('accountId', '=', accountId);
      return hasRow(update.where('passwordHash', '=', from).returning('accountId'));
    },
    /** Whether the account still has this password. Until the transaction ends it keeps it: others wait. */
    hold(accountId: string, passwordHash: string): Promise<boolean> {
      const update = kysely.updateTable('passwords').set({ passwordHash }).where('accountId', '=', accountId);
      return hasRow(update.where('passwordHash', '=', passwordHash).returning('accountId'));
    },
    /** Replaces any earlier link of the account. */
    async addLink(tokenHash: string, accountId: string, lifetimeMs: number): Promise<void> {
      await kysely.deleteFrom('passwordLinks').where('accountId', '=', accountId).execute();
      const link = { tokenHash, accountId, expiresAt: now() + lifetimeMs };
      await kysely.insertInto('passwordLinks').values(link).execute();
    },
    /** The link's account id; null when the link is unknown, used or expired. */
    async findLink(tokenHash: string): Promise<string | null> {
      const links = kysely.selectFrom('passwordLinks').select('accountId').where('tokenHash', '=', tokenHash);
      return (await links.where('expiresAt', '>', now()).executeTakeFirst())?.accountId ?? null;
    },
    /** Like `findLink`, once: of two concurrent uses one gets null. */
    async takeLink(tokenHash: string): Promise<string | null> {
      const removal = kysely.deleteFrom('passwordLinks').where('tokenHash', '=', tokenHash);
      return (
        (await removal.where('expiresAt', '>', now()).returning('accountId').executeTakeFirst())?.accountId ?? null
      );
    },
  };
}

export interface SessionRecord {
  account: Account;
  /** Milliseconds since the session was last marked as seen. */
  unseenMs: number;
}

/** Of one account. A right password is never refused, so a program could sign in without end. */
const MAX_SESSIONS = 100;

/** Sessions of signed-in people, looked up by token hash. */
export function sessionStore(kysely: Kysely<Tables>, now: () => number) {
  return {
    async create(tokenHash: string, accountId: string, lifetimeMs: number): Promise<void> {
      const at = now();
      await kysely.deleteFrom('sessions').where('expiresAt', '<=', at).execute();
      const own = kysely.selectFrom('sessions').select('tokenHash').where('accountId', '=', accountId);
      const newest = own.orderBy('createdAt', 'desc').limit(MAX_SESSIONS - 1);
      await kysely
        .deleteFrom('sessions')
        .where('accountId', '=', accountId)
        .where('tokenHash', 'not in', newest)
        .execute();
      const session = { tokenHash, accountId, createdAt: at, seenAt: at, expiresAt: at + lifetimeMs };
      await kysely.insertInto('sessions').values(session).execute();
    },
    /** Null when it is unknown, ended, expired, or was not seen for `idleMs`. */
    async find(tokenHash: string, idleMs: number): Promise<SessionRecord | null> {
      const row = await kysely
        .selectFrom('sessions')
        .innerJoin('accounts', 'accounts.id', 'sessions.accountId')
        .select(['accounts.id', 'email', 'plan', 'accounts.createdAt', 'seenAt'])
        .where('tokenHash', '=', tokenHash)
        .where('expiresAt', '>', now())
        .where('seenAt', '>', now() - idleMs)
        .executeTakeFirst();
      if (row === undefined) return null;
      const { seenAt, ...account } = row;
      return { account, unseenMs: now() - seenAt };
    },
    /** False when it has ended. Waits for a transaction that is ending it. */
    touch(tokenHash: string): Promise<boolean> {
      const update = kysely.updateTable('sessions').set({ seenAt: now() }).where('tokenHash', '=', tokenHash);
      return hasRow(update.returning('tokenHash'));
    },
    async end(tokenHash: string): Promise<void> {
      await kysely.deleteFrom('sessions').where('tokenHash', '=', tokenHash).execute();
    },
    async endAll(accountId: string): Promise<void> {
      await kysely.deleteFrom('sessions').where('accountId', '=', accountId).execute();
    },
  };
}
