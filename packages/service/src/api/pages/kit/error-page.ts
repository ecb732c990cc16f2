import { type Html, html } from '@pain-signals/contract';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { ZodError } from 'zod';
import { ServiceError } from '../../../model/service-error.ts';
import { toServiceError } from '../../http/to-service-error.ts';
import { drawErrorPage, drawPage, type SignedIn } from './layout.ts';

const ERROR_TITLES: Readonly<Record<number, string>> = {
  401: 'Your account is suspended',
  403: 'Not allowed',
  404: 'Signal not found',
  429: 'Too many requests',
  500: 'Something went wrong',
  503: 'Service unavailable',
};

const NEXT_STEPS: Readonly<Record<number, Html | string>> = {
  401: html`<a href="/settings">Your settings</a> say more.`,
  404: html`The link may be incomplete, or the signal may have been removed along with its posts. To find a similar one, <a href="/signals">search the signals</a>.`,
  429: 'Pages and API calls share this limit. Reload this page in a moment.',
  500: 'Try again. If this keeps happening, send the person who runs this service the reference above.',
  503: 'Reload this page in a minute.',
};

/** The page for addresses that don't exist. */
export const drawNotFound = (who?: SignedIn): string =>
  drawErrorPage(
    'Page not found',
    html`<p>There’s no page at this address. Check it for typos, or <a href="/signals">go to the signals</a>.</p>`,
    who,
  );

/** @param whoOpened who is signed in, where the page knew it before it failed */
export const createPageErrorHandler =
  (whoOpened: (request: FastifyRequest) => SignedIn | undefined) =>
  (error: FastifyError, request: FastifyRequest, reply: FastifyReply): void => {
    const { log, method, routeOptions } = request;
    const { status, headers, message } =
      requestError(error) ?? toServiceError(error, log, { method, path: routeOptions.url });
    reply
      .code(status)
      .headers({ ...headers, 'content-type': 'text/html; charset=utf-8' })
      .send(
        drawErrorPage(
          ERROR_TITLES[status] ?? 'Something went wrong',
          html`<p>${message}</p>${NEXT_STEPS[status] === undefined ? null : html`<p>${NEXT_STEPS[status]}</p>`}`,
          whoOpened(request),
        ),
      );
  };

/** Errors of the request itself, such as a field that is too long; null for all others. */
function requestError(error: FastifyError): ServiceError | null {
  const status = error instanceof ZodError ? 400 : (error.statusCode ?? 500);
  return status < 500 && !(error instanceof ServiceError)
    ? new ServiceError('INVALID_PARAMETER', 'The form couldn’t be read. Go back and try again.', { status })
    : null;
}

/** Links on cards in Slack lead to pages; who can't open one can read the signal there. Null for no signal's id. */
export const drawInSlack = (id: string): Html | null =>
  /^[\w-]{20,}$/.test(id)
    ? html`<p>In Slack, you can read the signal without signing in: <code>/pain signal ${id}</code></p>`
    : null;

/** @param id the signal that was to be opened */
export const drawProRequired = (email: string, formToken: string, id = ''): string =>
  drawPage({
    title: 'Pro required',
    email,
    formToken,
    body: html`<h1>Signals require Pro</h1>
<p>You’re signed in as ${email}, on the Free plan.</p>
<p>Ask the person who runs this service to upgrade you.</p>
${drawInSlack(id)}
<p><a href="/settings">Go to settings</a></p>`,
  });
