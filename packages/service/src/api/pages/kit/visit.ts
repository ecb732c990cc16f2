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

/** Where to go after signing in: a path of this service and nothing else, since anybody can write such a link. */
export function returnPath(wanted: unknown): string {
  if (typeof wanted !== 'string' || !/^\/[\x21-\x7e]*$/.test(wanted) || wanted.includes('\\')) return HOME_PATH;
  const url = URL.parse(wanted, PLACEHOLDER_ORIGIN);
  // `//elsewhere` is another host's address.
  return url?.origin === PLACEHOLDER_ORIGIN ? url.pathname.replace(/^\/+/, '/') + url.search : HOME_PATH;
}

export const signInPath = (to: string): string => `/sign-in?to=${encodeURIComponent(to)}`;

/** Who looks at a page. */
export interface Visit {
  /** Null for visitors who are not signed in. */
  session: Session | null;
  /** What forms of this visit must bring along. */
  formToken: string;
}

export interface Visits {
  open(request: FastifyRequest, reply: FastifyReply): Promise<Visit>;
  /** Signs in. The browser's old token, which somebody else may have put there, never becomes the new one. */
  begin(reply: FastifyReply, session: Session): void;
  end(request: FastifyRequest, reply: FastifyReply): Promise<void>;
}

/** Every POST added to `app` afterwards must come from one of our forms. */
export function createVisits(app: FastifyInstance, sessions: Sessions, serviceUrl: string): Visits {
  const isSecure = serviceUrl.startsWith('https:');
  const name = sessionCookieName(serviceUrl);
  const tokenOf = (request: FastifyRequest): string | undefined => request.cookies[name];
  const give = (reply: FastifyReply, token: string, maxAgeMs?: number) =>
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
    throw new ServiceError(
      'INVALID_PARAMETER',
      'This form is out of date. Go back, reload the page and send it again.',
      {
        status: 403,
      },
    );
  });
  return {
    async open(request, reply) {
      const given = tokenOf(request);
      const session = await sessions.find(given);
      const token = session?.token ?? given ?? createToken();
      if (given === undefined) give(reply, token);
      return { session, formToken: formTokenOf(token) };
    },
    begin: (reply, session) => void give(reply, session.token, SESSION_LIFETIME_MS),
    async end(request, reply) {
      const token = tokenOf(request);
      if (token !== undefined) await sessions.end(token);
      reply.clearCookie(name, { path: '/', httpOnly: true, sameSite: 'lax', secure: isSecure });
    },
  };
}
