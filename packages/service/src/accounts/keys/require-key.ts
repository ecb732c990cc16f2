import type { FastifyInstance } from 'fastify';
import { ServiceError } from '../../model/service-error.ts';
import { type Caller, currentCaller } from '../limits/caller.ts';
import type { FairUse } from '../limits/fair-use.ts';
import { type RateLimiter, rateLimitedError, rateLimitHeaders } from '../limits/rate-limit.ts';
import type { Authenticate, AuthenticationRequest } from './authenticate.ts';

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

declare module 'fastify' {
  interface FastifyRequest {
    /** Null on public addresses and until the caller is let in. */
    caller: Caller | null;
  }
}

/**
 * Every address added to `app` afterwards needs a key or, where there is an audience, an access token for it. Checked before anything
 * else of the request is looked at.
 */
export function requireKey(app: FastifyInstance, admit: Admit, audience?: string): void {
  app.addHook('onRequest', async (request, reply) => {
    const { caller, headers } = await admit({ headers: request.headers, ip: request.ip, audience });
    request.caller = caller;
    reply.headers(headers);
  });
  app.addHook('preHandler', ({ caller }, _reply, done) => {
    if (caller === null) return done();
    currentCaller.run(caller, done);
  });
}
