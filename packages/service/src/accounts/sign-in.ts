import type { Account, Store } from '../store/index.ts';
import { networkOf } from './network.ts';
import { hashPassword, isOutdatedHash, passwordMatches } from './password-hash.ts';
import type { AttemptLimits } from './ration.ts';

export interface SignInAttempt {
  email: string;
  password: string;
  /** The caller's address. */
  ip: string;
}

/** The account, or null when address and password do not belong together. Throws RATE_LIMITED after many tries. */
export type SignIn = (attempt: SignInAttempt) => Promise<Account | null>;

export const createSignIn =
  ({ accounts, passwords }: Pick<Store, 'accounts' | 'passwords'>, rations: AttemptLimits): SignIn =>
  async ({ email, password, ip }) => {
    const address = email.trim().toLowerCase();
    await rations.take('passwordFromAddress', networkOf(ip));
    await rations.take('passwordOfAccount', address);
    const account = await accounts.find(address);
    const kept = account === null ? null : await passwords.find(account.id);
    const matches = await passwordMatches(password, kept);
    if (account === null || kept === null || !matches) return null;
    if (isOutdatedHash(kept)) await passwords.put(account.id, await hashPassword(password));
    await rations.forget('passwordOfAccount', address);
    return account;
  };
