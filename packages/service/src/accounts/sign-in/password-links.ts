import { DAY_MS } from '../../model/day.ts';
import type { Account, Store, Stores } from '../../store/index.ts';
import type { AttemptLimits } from '../limits/attempt-limits.ts';
import { type PasswordHasher, passwordProblem } from './passwords.ts';
import type { VerifiedAccount } from './sessions.ts';
import { createToken, hashToken } from './tokens.ts';

const LIFETIME_MS = DAY_MS;

/** The token of a new link for setting the account's password. Older links stop working. */
export async function createPasswordLink(stores: Pick<Stores, 'passwords'>, accountId: string): Promise<string> {
  const token = createToken();
  await stores.passwords.addLink(hashToken(token), accountId, LIFETIME_MS);
  return token;
}

export interface LinkedAccount extends Account {
  /** False until its first password. */
  hasPassword: boolean;
}

export type PasswordLinkResult = VerifiedAccount | { account: LinkedAccount; error: string };

export function createPasswordLinks(store: Store, limits: AttemptLimits, hasher: PasswordHasher) {
  const find = async (token: string): Promise<LinkedAccount | null> => {
    const accountId = await store.passwords.findLink(hashToken(token));
    const account = accountId === null ? null : await store.accounts.findById(accountId);
    return account && { ...account, hasPassword: (await store.passwords.find(account.id)) !== null };
  };
  return {
    /** The link's account; null when the link is unknown, used or older than a day. Does not use the link. */
    find,
    /** Sets the password and signs the account out everywhere. Null like `find`. Throws RATE_LIMITED. */
    async use(token: string, password: string): Promise<PasswordLinkResult | null> {
      const account = await find(token);
      if (account === null) return null;
      await limits.take('link', account.id);
      const error = passwordProblem(password, account.email);
      if (error !== null) return { account, error };
      const passwordHash = await hasher.hash(password, true);
      const taken = await store.transaction((stores) => setPassword(stores, token, passwordHash));
      if (!taken) return null;
      await limits.forget('passwordOfAccount', account.email);
      return { account, passwordHash };
    },
  };
}

/** Also ends all sessions and revokes all tokens of connected programs. */
async function setPassword(stores: Stores, token: string, passwordHash: string): Promise<boolean> {
  const accountId = await stores.passwords.takeLink(hashToken(token));
  if (accountId === null) return false;
  await stores.passwords.put(accountId, passwordHash);
  await stores.sessions.endAll(accountId);
  await stores.oauth.removeOfAccount(accountId);
  return true;
}
