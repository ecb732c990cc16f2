import { hash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { DAY_MS, HOUR_MS } from '../../model/day.ts';
import { ServiceError } from '../../model/service-error.ts';
import type { Account, Store } from '../../store/index.ts';
import type { Admit, AdmitAccount } from '../keys/require-key.ts';
import { createBrowserToken, createToken, hashToken } from './tokens.ts';

/** A signed-in person. */
export interface Session {
  account: Account;
  token: string;
}

/** A session that began just now. */
export interface NewSession extends Session {
  /** Marks the browser as known to the account. */
  browserToken: string;
}

/** Somebody gave the account's password, which has this hash. */
export interface VerifiedAccount {
  account: Account;
  passwordHash: string;
}

/** With the __Host- prefix, browsers reject such a cookie from another host or without TLS. */
export const sessionCookieName = (serviceUrl: string): string =>
  `${serviceUrl.startsWith('https:') ? '__Host-' : ''}pain_session`;

export const SESSION_LIFETIME_MS = 30 * DAY_MS;
const IDLE_MS = 7 * DAY_MS;
const TOUCH_EVERY_MS = HOUR_MS;

export function createSessions({ sessions, transaction }: Pick<Store, 'sessions' | 'transaction'>) {
  return {
    /** Null when the account has another password meanwhile: setting it ended the sessions of the old one. */
    async start({ account, passwordHash }: VerifiedAccount): Promise<NewSession | null> {
      const token = createToken();
      const isStarted = await transaction(async (stores) => {
        if (!(await stores.passwords.hold(account.id, passwordHash))) return false;
        await stores.sessions.create(hashToken(token), account.id, SESSION_LIFETIME_MS);
        return true;
      });
      return isStarted ? { account, token, browserToken: createBrowserToken(account.id, passwordHash) } : null;
    },
    /** Null when the token has no session. */
    async find(token: string | undefined): Promise<Session | null> {
      if (token === undefined) return null;
      const found = await sessions.find(hashToken(token), IDLE_MS);
      if (found === null) return null;
      if (found.unseenMs >= TOUCH_EVERY_MS) await sessions.touch(hashToken(token));
      return { account: found.account, token };
    },
    /** Reads the database, whose locks decide between this and a new password. */
    isOpen: ({ token }: Session): Promise<boolean> => sessions.touch(hashToken(token)),
    end: (token: string): Promise<void> => sessions.end(hashToken(token)),
  };
}

export type Sessions = ReturnType<typeof createSessions>;

/** The CSRF token of forms: other sites can make a browser send the cookie, but cannot read it. Visitors have one too. */
export const formTokenOf = (token: string): string => hash('sha256', `form ${token}`, 'base64url');

export function formTokenMatches(token: string | undefined, given: string): boolean {
  if (token === undefined) return false;
  const [expected, found] = [Buffer.from(formTokenOf(token)), Buffer.from(given)];
  return expected.length === found.length && timingSafeEqual(expected, found);
}

declare module 'fastify' {
  interface FastifyRequest {
    session: Session | null;
  }
}

export interface RequireSessionOptions {
  admit: Admit;
  sessions: Sessions;
  admitAccount: AdmitAccount;
  serviceUrl: string;
}

/** Methods that change nothing need no CSRF token. */
const SAFE_METHODS = new Set(['GET', 'HEAD']);

/**
 * Every route added to `app` afterwards requires a session; a valid key gets SESSION_REQUIRED. Other methods than GET need the
 * CSRF token of /api/me in the header X-CSRF-Token. Expects parsed cookies.
 */
export function requireSession(app: FastifyInstance, options: RequireSessionOptions): void {
  const { admit, admitAccount, sessions, serviceUrl } = options;
  const cookieName = sessionCookieName(serviceUrl);
  app.decorateRequest('session', null);
  app.addHook('onRequest', async (request, reply) => {
    const token = request.cookies[cookieName];
    const session = request.headers.authorization === undefined ? await sessions.find(token) : null;
    if (session === null) return rejectKey(request, admit);
    reply.headers(await admitAccount(session.account.id));
    if (!SAFE_METHODS.has(request.method) && !formTokenMatches(token, String(request.headers['x-csrf-token'] ?? '')))
      throw new ServiceError('INVALID_PARAMETER', 'Send the csrfToken of /api/me in the header X-CSRF-Token.', {
        status: 403,
      });
    request.session = session;
  });
}

async function rejectKey(request: FastifyRequest, admit: Admit): Promise<never> {
  await admit(request);
  throw new ServiceError('SESSION_REQUIRED', 'API keys cannot use this. Sign in with a browser.');
}

/** The session of a request to a route that requires one. */
export function sessionOf({ session }: FastifyRequest): Session {
  if (session === null) throw new ServiceError('UNAUTHORIZED', 'Sign in first.');
  return session;
}
