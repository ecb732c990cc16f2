import type { Account, Billing, Store } from '../store/index.ts';
import { type AccountAlerts, createAccountAlerts } from './alerts.ts';
import { type BriefOrders, createBriefOrders } from './brief-orders.ts';
import { type AccountKeys, createAccountKeys } from './keys/api-keys.ts';
import { type AttemptLimits, createAttemptLimits } from './limits/attempt-limits.ts';
import { type ConnectedPrograms, createConnectedPrograms } from './oauth/connected-programs.ts';
import { createPasswordLinks, type PasswordLinks } from './sign-in/password-links.ts';
import { createSessions, type Sessions } from './sign-in/sessions.ts';
import { createSignIn, createSignUp, type SignIn, type SignUp } from './sign-in/sign-in.ts';

export type { Account, ApiKeyRecord, BriefJob } from '../store/index.ts';

/** What people do with their accounts in a browser. */
export interface Accounts {
  signIn: SignIn;
  /** Null where only the operator makes accounts. */
  signUp: SignUp | null;
  sessions: Sessions;
  passwordLinks: PasswordLinks;
  keys: AccountKeys;
  programs: ConnectedPrograms;
  alerts: AccountAlerts;
  attemptLimits: AttemptLimits;
  briefOrders: BriefOrders;
  billing(account: Account): Promise<Billing>;
}

export interface AccountsOptions {
  openSignUp: boolean;
  /** Writes a signal's brief anew; whether there is one now. */
  generateBrief: (signalId: string) => Promise<boolean>;
  onError: (error: unknown) => void;
}

export function createAccounts(store: Store, { openSignUp, generateBrief, onError }: AccountsOptions): Accounts {
  const rations = createAttemptLimits(store.attempts);
  return {
    signIn: createSignIn(store, rations),
    signUp: openSignUp ? createSignUp(store, rations) : null,
    sessions: createSessions(store),
    passwordLinks: createPasswordLinks(store, rations),
    keys: createAccountKeys(store),
    programs: createConnectedPrograms(store),
    alerts: createAccountAlerts(store),
    attemptLimits: rations,
    briefOrders: createBriefOrders({ jobs: store.briefJobs, rations, generate: generateBrief, onError }),
    billing: ({ id }) => store.accounts.billing(id),
  };
}
