import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createToken } from '../../../accounts/keys/secret-token.ts';
import {
  formTokenMatches,
  formTokenOf,
  SESSION_LIFETIME_MS,
  type Session,
  type Sessions,
  sessionCookieName,
} from '../../../accounts/sign-in/sessions.ts';
import { ServiceError } from '../../../model/service-error.ts';
import { FORM_TOKEN } from './forms.ts';

const HOME_PATH = '/settings';
const PLACEHOLDER_ORIGIN = 'http://here.invalid';

/** Where to go after signing in: only paths of this service, against open redirects. */
export function returnPath(wanted: unknown): string {
  if (typeof wanted !== 'string' || !/^\/[\x21-\x7e]*$/.test(wanted) || wanted.includes('\\')) return HOME_PATH;
  const url = URL.parse(wanted, PLACEHOLDER_ORIGIN);
  // `//elsewhere` is another host's address.
  return url?.origin === PLACEHOLDER_ORIGIN ? url.pathname.replace(/^\/+/, '/') + url.search : HOME_PATH;
}

export const signInPath = (to: string): string => `/sign-in?to=${encodeURIComponent(to)}`;

/** A request for a page, by a visitor or a signed-in person. */
export interface Visit {
  /** Null for visitors who are not signed in. */
  session: Session | null;
  /** The CSRF token that forms must send. */
  formToken: string;
}

export interface Visits {
  open(request: FastifyRequest, reply: FastifyReply): Promise<Visit>;
  /** Signs in with a new token: the old one may have been planted (session fixation). */
  begin(reply: FastifyReply, session: Session): void;
  end(request: FastifyRequest, reply: FastifyReply): Promise<void>;
}

/** Every POST added to `app` afterwards requires the CSRF token. */
export function createVisits(app: FastifyInstance, sessions: Sessions, serviceUrl: string): Visits {
  const isSecure = serviceUrl.startsWith('https:');
  const name = sessionCookieName(serviceUrl);
  const tokenOf = (request: FastifyRequest): string | undefined => request.cookies[name];
  const setCookie = (reply: FastifyReply, token: string, maxAgeMs?: number) =>
    reply.setCookie(name, token, {
      path: '/',
      httpOnly: true,
      sameSite: 'lax',
      secure: isSecure,
      ...(maxAgeMs === undefined ? {} : { maxAge: maxAgeMs / 1000 }),
    });

  app.addHook('preHandler', async (request) => {
    if (request.method !== 'POST') return;
    const given = (request.body as Record<string, unknown> | null)?.[FORM_TOKEN];
    if (typeof given === 'string' && formTokenMatches(tokenOf(request), given)) return;
    throw new ServiceError('INVALID_PARAMETER', 'This form has expired. Go back, reload the page and try again.', {
      status: 403,
    });
  });
  return {
    async open(request, reply) {
      const given = tokenOf(request);
      const session = await sessions.find(given);
      const token = session?.token ?? given ?? createToken();
      if (given === undefined) setCookie(reply, token);
      return { session, formToken: formTokenOf(token) };
    },
    begin: (reply, session) => void setCookie(reply, session.token, SESSION_LIFETIME_MS),
    async end(request, reply) {
      const token = tokenOf(request);
      if (token !== undefined) await sessions.end(token);
      reply.clearCookie(name, { path: '/', httpOnly: true, sameSite: 'lax', secure: isSecure });
    },
  };
}
