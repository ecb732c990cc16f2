import { AsyncLocalStorage } from 'node:async_hooks';
import type { Plan } from '../../store/index.ts';

/** Whose call is being answered, through whichever door it came; nothing while none is. */
export const currentCaller = new AsyncLocalStorage<Caller>();

export interface Caller {
  accountId: string;
  plan: Plan;
  /** Null for whoever comes with an access token. */
  keyPrefix: string | null;
}
