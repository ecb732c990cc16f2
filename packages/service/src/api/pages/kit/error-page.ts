import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { ZodError } from 'zod';
import { ServiceError } from '../../../model/service-error.ts';
import { toServiceError } from '../../http/to-service-error.ts';
import { html } from './html.ts';
import { drawPage } from './layout.ts';

const ERROR_TITLES: Readonly<Record<number, string>> = {
  403: 'This may not be done',
  404: 'There is nothing here',
  429: 'Too many tries',
  500: 'The service failed',
  503: 'The service is not available',
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
      drawPage({
        title: ERROR_TITLES[status] ?? 'This did not work',
        email: null,
        formToken: '',
        body: html`<div class="narrow"><h1>${ERROR_TITLES[status] ?? 'This did not work'}</h1><p>${message}</p><p><a href="/settings">Go on</a></p></div>`,
      }),
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
    title: 'Pro needed',
    email,
    formToken,
    body: html`<h1>Signal pages need a Pro subscription</h1>
<p>You are signed in as ${email}, whose account is on the Free plan.</p>
<p>Whoever runs this service can change that: <code>npm run -s cli -- user plan ${email} pro</code></p>
<p><a href="/settings">Your settings</a></p>`,
  });
