import { randomUUID } from 'node:crypto';
import type { ErrorBody } from '@pain-signals/contract';
import type { FastifyError, FastifyReply, FastifyRequest, FastifySchemaValidationError } from 'fastify';
import type { z } from 'zod';
import { databaseUnavailableError } from '../model/database-away.ts';
import { ServiceError } from '../model/service-error.ts';
import { signalNotFound } from '../queries/find-signal.ts';
import { allowedValues, invalidParameter, parameterToReport } from '../queries/invalid-parameter.ts';
import { parametersSchema } from '../queries/parameter-schema.ts';
import { pathOf } from './rest-app.ts';

/** Section 7: every error has the same body, whatever went wrong. What we did not foresee is logged and told to nobody. */
export function handleError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  const path = pathOf(request.url);
  const { status, headers, code, message, reason } =
    asServiceError(error, request) ??
    databaseUnavailable(error, request, path) ??
    unexpectedError(error, request, path);
  const body: ErrorBody = { code, message, path, ...(reason === undefined ? {} : { reason }) };
  reply
    .code(status)
    .headers({ 'cache-control': 'no-store', ...headers })
    .send(body);
}

/** Nobody's fault here, and over when the database is back. */
function databaseUnavailable(error: FastifyError, { method, log }: FastifyRequest, path: string): ServiceError | null {
  const answer = databaseUnavailableError(error);
  if (answer !== null) log.warn({ err: error, method, path }, 'the database does not answer');
  return answer;
}

function unexpectedError(error: FastifyError, { method, log }: FastifyRequest, path: string): ServiceError {
  const reference = randomUUID();
  log.error({ err: error, reference, method, path }, 'failed');
  return new ServiceError('INTERNAL', `The service failed to answer. Its log says why, under ${reference}.`);
}

function asServiceError(error: FastifyError, request: FastifyRequest): ServiceError | null {
  if (error instanceof ServiceError) return error;
  if (error.validation !== undefined) return invalidRequest(error.validation, error.validationContext, request);
  if (error.code === 'FST_ERR_HANDLER_TIMEOUT') {
    return new ServiceError('INTERNAL', 'The answer took too long. Retry in a while.', { status: 503 });
  }
  const status = error.statusCode ?? 500;
  // Fastify's own refusals of a request, such as a path that cannot be decoded.
  return status < 500 ? new ServiceError('INVALID_PARAMETER', 'The request cannot be read.', { status }) : null;
}

function invalidRequest(
  faults: readonly FastifySchemaValidationError[],
  context: string | undefined,
  request: FastifyRequest,
): ServiceError {
  // The only parameters in paths are ids, and what is no id is nobody's id.
  if (context === 'params') return signalNotFound();
  const name = parameterToReport(faults.map((fault) => fault.instancePath.split('/')[1] ?? ''));
  const given = (request.query as Record<string, string | string[] | undefined>)[name];
  const schema = parametersSchema(request.routeOptions.schema?.querystring as z.ZodType);
  if (!Array.isArray(given)) return invalidParameter(name, given, schema);
  const message = `${name} is given ${given.length} times. Give it once: ${allowedValues(name, schema)}.`;
  return new ServiceError('INVALID_PARAMETER', message);
}
