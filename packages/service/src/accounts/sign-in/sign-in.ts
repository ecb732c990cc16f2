import { networkOf } from '@pain-signals/telemetry';
import { z } from 'zod';
import type { Store } from '../../store/index.ts';
import type { AttemptLimits } from '../limits/attempt-limits.ts';
import { type PasswordHasher, passwordProblem } from './passwords.ts';
import type { VerifiedAccount } from './sessions.ts';
import { knownBrowserId } from './tokens.ts';

export interface SignInAttempt {
  email: string;
  password: string;
  /** The caller's address. */
  ip: string;
}

export interface SignInByPassword extends SignInAttempt {
  /** The token of a known browser, if it sent one. */
  browserToken: string | undefined;
}

/** Null when the email or password is wrong. Throws RATE_LIMITED after many attempts. */
export type SignIn = (attempt: SignInByPassword) => Promise<VerifiedAccount | null>;

export const createSignIn = (
  { accounts, passwords }: Pick<Store, 'accounts' | 'passwords'>,
  limits: AttemptLimits,
  hasher: PasswordHasher,
): SignIn => {
  /** The hash that is stored then; null when the account has another password meanwhile. */
  const renew = async (accountId: string, stored: string, password: string): Promise<string | null> => {
    const renewed = await hasher.hash(password, true);
    if (await passwords.renew(accountId, stored, renewed)) return renewed;
    // Somebody who signed in at the same time has renewed it, perhaps.
    const current = await passwords.find(accountId);
    return (await hasher.matches(password, current, true)) ? current : null;
  };
  return async ({ email, password, ip, browserToken = '' }) => {
    const address = email.trim().toLowerCase();
    const account = await accounts.find(address);
    const stored = account === null ? null : await passwords.find(account.id);
    const browserId = account === null || stored === null ? null : knownBrowserId(browserToken, account.id, stored);
    if (browserId === null) {
      await limits.take('passwordFromAddress', networkOf(ip));
      await limits.take('passwordOfAccount', address);
    } else await limits.take('passwordInKnownBrowser', browserId);
    const matches = await hasher.matches(password, stored, browserId !== null);
    if (account === null || stored === null || !matches) return null;
    const passwordHash = hasher.isOutdated(stored) ? await renew(account.id, stored, password) : stored;
    if (passwordHash === null) return null;
    // The owner's success in a known browser gives strangers no new attempts.
    if (browserId === null) {
      await limits.giveBack('passwordFromAddress', networkOf(ip));
      await limits.forget('passwordOfAccount', address);
    } else await limits.forget('passwordInKnownBrowser', browserId);
    return { account, passwordHash };
  };
};

const MAX_EMAIL_LENGTH = 254;

/** Creates a free account with a password. Throws RATE_LIMITED. */
export type SignUp = (attempt: SignInAttempt) => Promise<VerifiedAccount | { error: string }>;

export const createSignUp =
  (store: Store, limits: AttemptLimits, hasher: PasswordHasher): SignUp =>
  async ({ email, password, ip }) => {
    const address = email.trim().toLowerCase();
    if (address.length > MAX_EMAIL_LENGTH || !z.email().safeParse(address).success)
      return { error: 'Enter a valid email address.' };
    const error = passwordProblem(password, address);
    if (error !== null) return { error };
    await limits.take('signUp', networkOf(ip));
    const passwordHash = await hasher.hash(password);
    const account = await store.transaction(async (stores) => {
      const created = await stores.accounts.create(address, 'free');
      if (created !== null) await stores.passwords.put(created.id, passwordHash);
      return created;
    });
    return account === null
      ? { error: 'This email already has an account. Sign in instead.' }
      : { account, passwordHash };
  };
