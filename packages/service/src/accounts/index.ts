import type { Account, Billing, Store } from '../store/index.ts';
import { type AccountAlerts, createAccountAlerts } from './alerts.ts';
import { type BriefOrders, createBriefOrders } from './brief-orders.ts';
import { type AccountKeys, createAccountKeys } from './keys/api-keys.ts';
import { type AttemptLimits, createAttemptLimits } from './limits/attempt-limits.ts';
import { type FairUseStatus, fairUseStatus } from './limits/fair-use.ts';
import { type ConnectedPrograms, createConnectedPrograms } from './oauth/index.ts';
import { createHashingTurns } from './sign-in/hashing-turns.ts';
import { createPasswordLinks, type PasswordLinks } from './sign-in/password-links.ts';
import { createSessions, type Sessions } from './sign-in/sessions.ts';
import { createSignIn, createSignUp, type SignIn, type SignUp } from './sign-in/sign-in.ts';

export type { Account, ApiKeyRecord, BriefJob } from '../store/index.ts';

/** What people can do with their accounts in a browser. */
export interface Accounts {
  signIn: SignIn;
  /** Null when only the operator creates accounts. */
  signUp: SignUp | null;
  sessions: Sessions;
  passwordLinks: PasswordLinks;
  keys: AccountKeys;
  programs: ConnectedPrograms;
  alerts: AccountAlerts;
  attemptLimits: AttemptLimits;
  briefOrders: BriefOrders;
  billing(account: Account): Promise<Billing>;
  fairUse(account: Account): Promise<FairUseStatus>;
}

export interface AccountsOptions {
  openSignUp: boolean;
  /** Rewrites a signal's brief. Returns whether it has one now. */
  generateBrief: (signalId: string) => Promise<boolean>;
  /** Epoch ms. */
  now: () => number;
  onError: (error: unknown) => void;
}

export function createAccounts(store: Store, { openSignUp, generateBrief, now, onError }: AccountsOptions): Accounts {
  const limits = createAttemptLimits(store.attempts);
  const inTurn = createHashingTurns();
  return {
    signIn: createSignIn(store, limits, inTurn),
    signUp: openSignUp ? createSignUp(store, limits, inTurn) : null,
    sessions: createSessions(store),
    passwordLinks: createPasswordLinks(store, limits, inTurn),
    keys: createAccountKeys(store),
    programs: createConnectedPrograms(store),
    alerts: createAccountAlerts(store),
    attemptLimits: limits,
    briefOrders: createBriefOrders({ jobs: store.briefJobs, limits, generate: generateBrief, onError }),
    billing: ({ id }) => store.accounts.billing(id),
    fairUse: ({ id }) => fairUseStatus(store, id, now()),
  };
}
