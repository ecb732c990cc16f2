import { randomUUID } from 'node:crypto';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { ZodError } from 'zod';
import { databaseUnavailableError, ServiceError } from '../../../model/service-error.ts';
import { html } from './html.ts';
import { drawPage } from './layout.ts';

const ERROR_TITLES: Readonly<Record<number, string>> = {
  403: 'This may not be done',
  404: 'There is nothing here',
  429: 'Too many tries',
  500: 'The service failed',
  503: 'The service is not available',
};

/** Faults as people read them; what was not foreseen is logged and told to nobody. */
export function handlePageError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  const { status, headers, message } = toServiceError(error, request);
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

function toServiceError(error: FastifyError, { log, method, routeOptions }: FastifyRequest): ServiceError {
  if (error instanceof ServiceError) return error;
  const status = error instanceof ZodError ? 400 : (error.statusCode ?? 500);
  if (status < 500) return new ServiceError('INVALID_PARAMETER', 'What was sent cannot be read.', { status });
  const away = databaseUnavailableError(error);
  if (away !== null) {
    log.warn({ err: error, method, path: routeOptions.url }, 'the database does not answer');
    return away;
  }
  const reference = randomUUID();
  log.error({ err: error, reference, method, path: routeOptions.url }, 'failed');
  return new ServiceError('INTERNAL', `The service failed to answer. Its log says why, under ${reference}.`);
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
