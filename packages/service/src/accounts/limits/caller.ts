import { AsyncLocalStorage } from 'node:async_hooks';
import type { Plan } from '../../store/index.ts';

/** Who sent the request that is being handled, over REST or MCP. */
export const currentCaller = new AsyncLocalStorage<Caller>();

export interface Caller {
  accountId: string;
  plan: Plan;
  /** Null for callers with an access token. */
  keyPrefix: string | null;
}
