import type { Account, Billing, Store } from '../store/index.ts';
import { createAccountAlerts } from './alerts.ts';
import { createBriefJobs } from './brief-jobs.ts';
import { createAccountKeys } from './keys/api-keys.ts';
import { createAttemptLimits } from './limits/attempt-limits.ts';
import { type FairUseStatus, fairUseStatus } from './limits/fair-use.ts';
import { createConnectedPrograms } from './oauth/index.ts';
import { createPasswordLinks } from './sign-in/password-links.ts';
import { createPasswordHasher, type ScryptCost } from './sign-in/passwords.ts';
import { createSessions } from './sign-in/sessions.ts';
import { createSignIn, createSignUp } from './sign-in/sign-in.ts';

export type { Account, ApiKeyRecord, BriefJob } from '../store/index.ts';

export interface AccountsOptions {
  openSignUp: boolean;
  passwordCost?: ScryptCost | undefined;
  /** Rewrites a signal's brief. Returns whether it has one now. */
  generateBrief: (signalId: string) => Promise<boolean>;
  /** Epoch ms. */
  now: () => number;
  onError: (error: unknown) => void;
}

export function createAccounts(store: Store, options: AccountsOptions) {
  const { openSignUp, passwordCost, generateBrief, now, onError } = options;
  const limits = createAttemptLimits(store.attempts);
  const hasher = createPasswordHasher(passwordCost);
  return {
    signIn: createSignIn(store, limits, hasher),
    /** Null when only the operator creates accounts. */
    signUp: openSignUp ? createSignUp(store, limits, hasher) : null,
    sessions: createSessions(store),
    passwordLinks: createPasswordLinks(store, limits, hasher),
    keys: createAccountKeys(store, limits),
    programs: createConnectedPrograms(store),
    alerts: createAccountAlerts(store),
    attemptLimits: limits,
    briefJobs: createBriefJobs({ jobs: store.briefJobs, limits, generate: generateBrief, onError }),
    billing: ({ id }: Account): Promise<Billing> => store.accounts.billing(id),
    fairUse: ({ id }: Account): Promise<FairUseStatus> => fairUseStatus(store, id, now()),
  };
}

/** What people can do with their accounts in a browser. */
export type Accounts = ReturnType<typeof createAccounts>;
