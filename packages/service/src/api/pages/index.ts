import cookie from '@fastify/cookie';
import formbody from '@fastify/formbody';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { formTokenOf, sessionCookieName } from '../../accounts/sign-in/sessions.ts';
import { ServiceError } from '../../model/service-error.ts';
import { createPageErrorHandler, drawNotFound } from './kit/error-page.ts';
import { addAssets, PAGE_HEADERS } from './kit/layout.ts';
import { createVisits, type PageDeps } from './kit/visit.ts';
import { addOAuth } from './oauth/authorization-server.ts';
import { addConsent } from './oauth/consent.ts';
import { addReference } from './reference.ts';
import { addSettings } from './settings/settings.ts';
import { addSetPassword } from './sign-in/set-password.ts';
import { addSignIn, addSignUp } from './sign-in/sign-in.ts';
import { addSignal, addSignalList } from './signals/signals.ts';

const MAX_FORM_BYTES = 16_384;

/** Answers where there is no page, outside the pages' own scope: it reads the cookie itself. */
export const createNotFoundPage =
  ({ sessions }: Pick<PageDeps['accounts'], 'sessions'>, serviceUrl: string) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const token = cookie.fastifyCookie.parse(request.headers.cookie ?? '')[sessionCookieName(serviceUrl)];
    const session = await sessions.find(token).catch(() => null);
    const who = session && { email: session.account.email, formToken: formTokenOf(session.token) };
    return reply
      .code(404)
      .headers(PAGE_HEADERS)
      .type('text/html; charset=utf-8')
      .send(drawNotFound(who ?? undefined));
  };

/** The pages people see in a browser, and the authorization server. */
export async function addPages(server: FastifyInstance, others: Omit<PageDeps, 'visits'>): Promise<void> {
  await addOAuth(server, others);
  await server.register(async (app) => {
    await app.register(cookie);
    await app.register(formbody, { bodyLimit: MAX_FORM_BYTES });
    const visits = createVisits(app, others.accounts.sessions, others.serviceUrl);
    app.setErrorHandler(createPageErrorHandler(visits.whoOpened));
    app.addHook('onRoute', (route) => {
      route.schema = { ...route.schema, hide: true };
    });
    app.addHook('onRequest', async (request, reply) => {
      reply.headers(PAGE_HEADERS).type('text/html; charset=utf-8');
      // PostgreSQL fails on NUL.
      if (request.url.includes('%00')) throw new ServiceError('NOT_FOUND', 'This page does not exist.');
    });
    addAssets(app);
    const deps = { ...others, visits };
    addSignIn(app, deps);
    addSignUp(app, deps);
    addSetPassword(app, deps);
    addSettings(app, deps);
    addSignalList(app, deps);
    addSignal(app, deps);
    addConsent(app, deps);
    addReference(app, deps);
  });
}
