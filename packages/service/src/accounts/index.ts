import type { Account, Billing, Store } from '../store/index.ts';
import { type BriefOrders, createBriefOrders } from './brief-orders.ts';
import { createOwnAlerts, type OwnAlerts } from './own-alerts.ts';
import { createOwnKeys, type OwnKeys } from './own-keys.ts';
import { createOwnPrograms, type OwnPrograms } from './own-programs.ts';
import { createPasswordLinks, type PasswordLinks } from './password-links.ts';
import { createRations, type Rations } from './ration.ts';
import { createSessions, type Sessions } from './sessions.ts';
import { createSignIn, type SignIn } from './sign-in.ts';
import { createSignUp, type SignUp } from './sign-up.ts';

export type { Account, ApiKeyRecord, BriefJob } from '../store/index.ts';

/** What people do with their accounts in a browser. */
export interface Accounts {
  signIn: SignIn;
  /** Null where only the operator makes accounts. */
  signUp: SignUp | null;
  sessions: Sessions;
  passwordLinks: PasswordLinks;
  keys: OwnKeys;
  programs: OwnPrograms;
  alerts: OwnAlerts;
  rations: Rations;
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
  const rations = createRations(store.attempts);
  return {
    signIn: createSignIn(store, rations),
    signUp: openSignUp ? createSignUp(store, rations) : null,
    sessions: createSessions(store),
    passwordLinks: createPasswordLinks(store, rations),
    keys: createOwnKeys(store),
    programs: createOwnPrograms(store),
    alerts: createOwnAlerts(store),
    rations,
    briefOrders: createBriefOrders({ jobs: store.briefJobs, rations, generate: generateBrief, onError }),
    billing: ({ id }) => store.accounts.billing(id),
  };
}
