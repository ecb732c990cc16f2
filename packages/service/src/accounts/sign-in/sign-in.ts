import { z } from 'zod';
import type { Account, Store } from '../../store/index.ts';
import { type AttemptLimits, networkOf } from '../limits/attempt-limits.ts';
import { hashPassword, isOutdatedHash, passwordMatches, passwordProblem } from './passwords.ts';

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

const MAX_EMAIL_LENGTH = 254;

/** Makes a free account with a password, where people may. Throws RATE_LIMITED. */
export type SignUp = (attempt: SignInAttempt) => Promise<{ account: Account } | { fault: string }>;

export const createSignUp =
  (store: Store, rations: AttemptLimits): SignUp =>
  async ({ email, password, ip }) => {
    const address = email.trim().toLowerCase();
    if (address.length > MAX_EMAIL_LENGTH || !z.email().safeParse(address).success)
      return { fault: 'This is no e-mail address such as ada@example.com.' };
    const fault = passwordProblem(password, address);
    if (fault !== null) return { fault };
    await rations.take('signUp', networkOf(ip));
    const passwordHash = await hashPassword(password);
    const account = await store.transaction(async (stores) => {
      const made = await stores.accounts.create(address, 'free');
      if (made !== null) await stores.passwords.put(made.id, passwordHash);
      return made;
    });
    return account === null ? { fault: 'This address has an account already: sign in.' } : { account };
  };
