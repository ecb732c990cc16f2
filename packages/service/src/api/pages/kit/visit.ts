import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Account, Accounts } from '../../../accounts/index.ts';
import type { AdmitAccount } from '../../../accounts/keys/require-key.ts';
import type { FairUse } from '../../../accounts/limits/fair-use.ts';
import type { OAuth } from '../../../accounts/oauth/index.ts';
import {
  formTokenMatches,
  formTokenOf,
  type NewSession,
  SESSION_LIFETIME_MS,
  type Session,
  type Sessions,
  sessionCookieName,
} from '../../../accounts/sign-in/sessions.ts';
import { createToken, KNOWN_BROWSER_LIFETIME_MS, knownBrowserCookieName } from '../../../accounts/sign-in/tokens.ts';
import { ServiceError } from '../../../model/service-error.ts';
import type { Queries } from '../../../queries/index.ts';
import { FORM_TOKEN } from './forms.ts';

const HOME_PATH = '/signals';
const PLACEHOLDER_ORIGIN = 'http://here.invalid';

/** Where to go after signing in: only paths of this service, against open redirects. */
export function returnPath(wanted: unknown): string {
  if (typeof wanted !== 'string' || !/^\/[\x21-\x7e]{0,1999}$/.test(wanted) || wanted.includes('\\')) return HOME_PATH;
  const url = URL.parse(wanted, PLACEHOLDER_ORIGIN);
  // `//elsewhere` is another host's address.
  return url?.origin === PLACEHOLDER_ORIGIN ? url.pathname.replace(/^\/+/, '/') + url.search : HOME_PATH;
}

/** Signals need Pro, so people without it start at their settings. */
export const landingPath = (to: string, plan: Account['plan']): string =>
  plan !== 'pro' && to === HOME_PATH ? '/settings' : to;

/** A page that a visitor asked for, kept while they set a password: the link to do that comes by another way. */
const WANTED_COOKIE = 'wanted-page';
const WANTED_LIFETIME_S = 86_400;

export const signInPath = (to: string): string => `/sign-in?to=${encodeURIComponent(to)}`;

/** A request for a page, by a visitor or a signed-in person. */
export interface Visit {
  /** Null for visitors who are not signed in. */
  session: Session | null;
  /** The CSRF token that forms must send. */
  formToken: string;
}

/** Every POST added to `app` afterwards requires the CSRF token. */
export function createVisits(app: FastifyInstance, sessions: Sessions, serviceUrl: string) {
  const isSecure = serviceUrl.startsWith('https:');
  const name = sessionCookieName(serviceUrl);
  const browserName = knownBrowserCookieName(serviceUrl);
  const tokenOf = (request: FastifyRequest): string | undefined => request.cookies[name];
  const attributes = { path: '/', httpOnly: true, sameSite: 'lax', secure: isSecure } as const;

  app.addHook('preHandler', async (request) => {
    if (request.method !== 'POST') return;
    const given = (request.body as Record<string, unknown> | null)?.[FORM_TOKEN];
    if (typeof given === 'string' && formTokenMatches(tokenOf(request), given)) return;
    throw new ServiceError('INVALID_PARAMETER', 'This form has expired. Go back, reload the page and try again.', {
      status: 403,
    });
  });
  const opened = new WeakMap<FastifyRequest, { email: string; formToken: string }>();
  return {
    /** Who is signed in, once the page was opened. */
    whoOpened: (request: FastifyRequest) => opened.get(request),
    async open(request: FastifyRequest, reply: FastifyReply): Promise<Visit> {
      const given = tokenOf(request);
      const session = await sessions.find(given);
      const token = session?.token ?? given ?? createToken();
      if (given === undefined) reply.setCookie(name, token, attributes);
      const visit = { session, formToken: formTokenOf(token) };
      if (session !== null) opened.set(request, { email: session.account.email, formToken: visit.formToken });
      return visit;
    },
    /** Signs in with a new token: the old one may have been planted (session fixation). Marks the browser as known. */
    begin(reply: FastifyReply, { token, browserToken }: NewSession): void {
      reply.setCookie(name, token, { ...attributes, maxAge: SESSION_LIFETIME_MS / 1000 });
      reply.setCookie(browserName, browserToken, { ...attributes, maxAge: KNOWN_BROWSER_LIFETIME_MS / 1000 });
    },
    /** Signs out. The browser stays known. */
    async end(request: FastifyRequest, reply: FastifyReply): Promise<void> {
      const token = tokenOf(request);
      if (token !== undefined) await sessions.end(token);
      reply.clearCookie(name, attributes);
    },
    /** Remembers the page that a visitor asked for, unless it is the start page. */
    noteWanted(reply: FastifyReply, to: string): void {
      if (to !== HOME_PATH) reply.setCookie(WANTED_COOKIE, to, { ...attributes, maxAge: WANTED_LIFETIME_S });
    },
    /** The page that was asked for last in this browser, once; else the start page. */
    takeWanted(request: FastifyRequest, reply: FastifyReply): string {
      reply.clearCookie(WANTED_COOKIE, attributes);
      return returnPath(request.cookies[WANTED_COOKIE]);
    },
    /** What `begin` left in this browser to know it by. */
    browserToken: (request: FastifyRequest): string | undefined => request.cookies[browserName],
  };
}

export type Visits = ReturnType<typeof createVisits>;

export interface PageDeps {
  accounts: Accounts;
  oauth: OAuth;
  queries: Queries;
  visits: Visits;
  admitAccount: AdmitAccount;
  /** Counts a visit to the settings, which have sixty a minute of their own. Throws RATE_LIMITED. */
  countVisit: AdmitAccount;
  noteListed: FairUse['noteListed'];
  noteSearch: FairUse['noteSearch'];
  /** The public address, an origin. */
  serviceUrl: string;
}
