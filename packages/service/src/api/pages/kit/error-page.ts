import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { ZodError } from 'zod';
import { ServiceError } from '../../../model/service-error.ts';
import { toServiceError } from '../../http/to-service-error.ts';
import { html } from './html.ts';
import { drawNarrowPage, drawPage } from './layout.ts';

const ERROR_TITLES: Readonly<Record<number, string>> = {
  401: 'Your account is suspended',
  403: 'Not allowed',
  404: 'Page not found',
  429: 'Too many requests',
  500: 'Something went wrong',
  503: 'Service unavailable',
};

/** Errors as a page. */
export function handlePageError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  const { log, method, routeOptions } = request;
  const { status, headers, message } =
    requestError(error) ?? toServiceError(error, log, { method, path: routeOptions.url });
  reply
    .code(status)
    .headers({ ...headers, 'content-type': 'text/html; charset=utf-8' })
    .send(
      drawNarrowPage(
        ERROR_TITLES[status] ?? 'Something went wrong',
        html`<p>${message}</p><p><a href="/settings">Go to settings</a></p>`,
      ),
    );
}

/** Errors of the request itself, such as a field that is too long; null for all others. */
function requestError(error: FastifyError): ServiceError | null {
  const status = error instanceof ZodError ? 400 : (error.statusCode ?? 500);
  return status < 500 && !(error instanceof ServiceError)
    ? new ServiceError('INVALID_PARAMETER', 'We could not read the form. Go back and try again.', { status })
    : null;
}

export const drawProRequired = (email: string, formToken: string): string =>
  drawPage({
    title: 'Pro required',
    email,
    formToken,
    body: html`<h1>Signal pages require Pro</h1>
<p>You're signed in as ${email}, on the Free plan.</p>
<p>The operator of this service can upgrade you: <code>npm run -s cli -- user plan ${email} pro</code></p>
<p><a href="/settings">Go to settings</a></p>`,
  });
