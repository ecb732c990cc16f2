import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ServiceError } from '../model/service-error.ts';
import type { Admit } from './admit.ts';
import { type RateLimiter, rateLimitedError, rateLimitHeaders } from './rate-limit.ts';
import { formTokenMatches, type Session, type Sessions, sessionCookieName } from './sessions.ts';

declare module 'fastify' {
  interface FastifyRequest {
    session: Session | null;
  }
}

export interface RequireSessionOptions {
  admit: Admit;
  sessions: Sessions;
  countCall: RateLimiter;
  serviceUrl: string;
}

/** Changes nothing, so another site gains nothing by having a browser send it. */
const SAFE_METHODS = new Set(['GET', 'HEAD']);

/**
 * Every address added to `app` afterwards is for people who are signed in: a key that works is told so. What changes something must
 * bring the token that /api/me gives, in the header X-CSRF-Token. The app needs its cookies parsed.
 */
export function requireSession(app: FastifyInstance, options: RequireSessionOptions): void {
  const { admit, sessions, countCall, serviceUrl } = options;
  const cookieName = sessionCookieName(serviceUrl);
  app.decorateRequest('session', null);
  app.addHook('onRequest', async (request, reply) => {
    const token = request.cookies[cookieName];
    const session = request.headers.authorization === undefined ? await sessions.find(token) : null;
    if (session === null) return rejectKey(request, admit);
    const window = await countCall(session.account.id);
    reply.headers(rateLimitHeaders(window));
    if (!window.taken)
      throw rateLimitedError('More than 60 calls in a minute. Wait one second and retry.', rateLimitHeaders(window));
    if (!SAFE_METHODS.has(request.method) && !formTokenMatches(token, String(request.headers['x-csrf-token'] ?? '')))
      throw new ServiceError(
        'INVALID_PARAMETER',
        'The header X-CSRF-Token must hold the csrfToken that /api/me gives.',
        {
          status: 403,
        },
      );
    request.session = session;
  });
}

async function rejectKey(request: FastifyRequest, admit: Admit): Promise<never> {
  await admit(request);
  throw new ServiceError('SESSION_REQUIRED', 'An API key cannot reach this: it needs a signed-in user in a browser.');
}

/** Who is signed in, at an address that requires it. */
export function sessionOf({ session }: FastifyRequest): Session {
  if (session === null) throw new ServiceError('UNAUTHORIZED', 'Sign in first.');
  return session;
}
