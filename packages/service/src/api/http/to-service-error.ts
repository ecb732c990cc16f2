import { randomUUID } from 'node:crypto';
import { TimedOutError } from '@pain-signals/contract';
import type { FastifyBaseLogger } from 'fastify';
import { ServiceError } from '../../model/service-error.ts';
import { databaseUnavailableError } from '../../model/system-errors.ts';

/** Fastify's own code for a handler that exceeded its `handlerTimeout`. */
const HANDLER_TIMEOUT = 'FST_ERR_HANDLER_TIMEOUT';

/**
 * The error as callers may see it. Unexpected errors are logged with `fields` under a reference, and only the reference is shown.
 */
export function toServiceError(error: unknown, log: FastifyBaseLogger, fields: object): ServiceError {
  if (error instanceof ServiceError) return error;
  if (error instanceof TimedOutError || (error instanceof Error && 'code' in error && error.code === HANDLER_TIMEOUT)) {
    log.warn(fields, 'request timed out');
    return new ServiceError('INTERNAL', 'The request timed out. Try again later.', { status: 503 });
  }
  const unavailable = databaseUnavailableError(error);
  if (unavailable !== null) {
    log.warn({ err: error, ...fields }, 'database unavailable');
    return unavailable;
  }
  const reference = randomUUID();
  log.error({ err: error, reference, ...fields }, 'request failed');
  return new ServiceError('INTERNAL', `Unexpected error. The service's log has the details under ${reference}.`);
}
