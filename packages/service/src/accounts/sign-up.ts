import { z } from 'zod';
import type { Account, Store } from '../store/index.ts';
import { networkOf } from './network.ts';
import { hashPassword } from './password-hash.ts';
import { passwordProblem } from './password-rules.ts';
import type { AttemptLimits } from './ration.ts';
import type { SignInAttempt } from './sign-in.ts';

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
