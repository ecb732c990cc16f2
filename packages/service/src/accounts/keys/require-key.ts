import type { FastifyInstance } from 'fastify';
import { ServiceError } from '../../model/service-error.ts';
import type { FairUse } from '../limits/fair-use.ts';
import { type RateLimiter, rateLimitedError, rateLimitHeaders } from '../limits/rate-limit.ts';
import { type Authenticate, type AuthenticationRequest, type Caller, currentCaller } from './authenticate.ts';

export interface Admission {
  caller: Caller;
  /** Rate-limit and fair-use headers, sent with every response. */
  headers: Record<string, string>;
}

/** Admits a call, or throws UNAUTHORIZED, KEY_SUSPENDED, RATE_LIMITED or PRO_REQUIRED. Calls without Pro count too. */
export type Admit = (request: AuthenticationRequest) => Promise<Admission>;

/** Counts a call of an account, over REST, MCP or a page. Returns rate-limit and fair-use headers. Throws KEY_SUSPENDED, RATE_LIMITED. */
export type AdmitAccount = (accountId: string) => Promise<Record<string, string>>;

export const createAdmitAccount =
  (countCall: RateLimiter, fairUse: Pick<FairUse, 'headersFor'>): AdmitAccount =>
  async (accountId) => {
    const warning = await fairUse.headersFor(accountId);
    const window = await countCall(accountId);
    const headers = { ...rateLimitHeaders(window), ...warning };
    if (window.taken) return headers;
    throw rateLimitedError(
      `Rate limit of ${headers['ratelimit-limit']} calls per minute exceeded. Wait one second and retry.`,
      headers,
    );
  };

export const createAdmit =
  (authenticate: Authenticate, admitAccount: AdmitAccount): Admit =>
  async (request) => {
    const caller = await authenticate(request);
    const headers = await admitAccount(caller.accountId);
    if (caller.plan !== 'pro') {
      throw new ServiceError('PRO_REQUIRED', 'Your API key works, but your account needs a Pro subscription.', {
        headers,
      });
    }
    return { caller, headers };
  };

declare module 'fastify' {
  interface FastifyRequest {
    /** Null on public routes and until the caller is admitted. */
    caller: Caller | null;
  }
}

/** Every route added to `app` afterwards requires a key or, with an audience, an access token for it. Checked first. */
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
