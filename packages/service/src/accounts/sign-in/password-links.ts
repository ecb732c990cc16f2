import type { Account, Store, Stores } from '../../store/index.ts';
import { createToken, hashToken } from '../keys/secret-token.ts';
import { type AttemptLimits, networkOf } from '../limits/attempt-limits.ts';
import { hashPassword, passwordProblem } from './passwords.ts';

const LIFETIME_MS = 24 * 3_600_000;

/** A new link for setting the account's password; those made before stop working. */
export async function createPasswordLink(stores: Pick<Stores, 'passwords'>, accountId: string): Promise<string> {
  const token = createToken();
  await stores.passwords.addLink(hashToken(token), accountId, LIFETIME_MS);
  return token;
}

export type PasswordLinkResult = { account: Account } | { fault: string };

export interface PasswordLinks {
  /** Whose password the link sets; null when it is unknown, used or older than a day. Looking does not use it. */
  find(token: string): Promise<Account | null>;
  /** Sets the password and signs the account out everywhere. Null as `find`. Throws RATE_LIMITED. */
  use(token: string, password: string, ip: string): Promise<PasswordLinkResult | null>;
}

export function createPasswordLinks(store: Store, rations: AttemptLimits): PasswordLinks {
  const find = async (token: string): Promise<Account | null> => {
    const accountId = await store.passwords.findLink(hashToken(token));
    return accountId === null ? null : store.accounts.findById(accountId);
  };
  return {
    find,
    async use(token, password, ip) {
      await rations.take('link', networkOf(ip));
      const account = await find(token);
      if (account === null) return null;
      const fault = passwordProblem(password, account.email);
      if (fault !== null) return { fault };
      const passwordHash = await hashPassword(password);
      const taken = await store.transaction((stores) => setPassword(stores, token, passwordHash));
      if (!taken) return null;
      await rations.forget('passwordOfAccount', account.email);
      return { account };
    },
  };
}

/** Whoever knew the old password or held a session or a program's token loses them. */
async function setPassword(stores: Stores, token: string, passwordHash: string): Promise<boolean> {
  const accountId = await stores.passwords.takeLink(hashToken(token));
  if (accountId === null) return false;
  await stores.passwords.put(accountId, passwordHash);
  await stores.sessions.endAll(accountId);
  await stores.oauth.removeOfAccount(accountId);
  return true;
}
