import { ServiceError } from '../model/service-error.ts';
import type { Authenticate, AuthenticationRequest, Caller } from './authenticate.ts';
import type { FairUse } from './fair-use.ts';
import { type RateLimiter, rateLimitedError, rateLimitHeaders } from './rate-limit.ts';

export interface Admission {
  caller: Caller;
  /** What the answer says about the caller's budget, whatever becomes of the call. */
  headers: Record<string, string>;
}

/** Lets a call in or throws UNAUTHORIZED, KEY_SUSPENDED, RATE_LIMITED or PRO_REQUIRED. Calls without Pro count too. */
export type Admit = (visit: AuthenticationRequest) => Promise<Admission>;

export const createAdmit =
  (authenticate: Authenticate, countCall: RateLimiter, fairUse: Pick<FairUse, 'headersFor'>): Admit =>
  async (visit) => {
    const caller = await authenticate(visit);
    const warning = await fairUse.headersFor(caller);
    const window = await countCall(caller.accountId);
    const headers = { ...rateLimitHeaders(window), ...warning };
    if (!window.taken) {
      throw rateLimitedError(
        `More than ${headers['ratelimit-limit']} calls in a minute. Wait one second and retry.`,
        headers,
      );
    }
    if (caller.plan !== 'pro') {
      throw new ServiceError('PRO_REQUIRED', 'You are known, but your account needs a Pro subscription.', {
        headers,
      });
    }
    return { caller, headers };
  };
