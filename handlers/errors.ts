import {
  BadRequestError,
  CircuitOpenError,
  InvalidMacroAreaError,
  ListLimitError,
  NotFoundError,
  PainClientError,
  ProRequiredError,
  RateLimitedError,
  SearchLimitError,
  ServiceUnavailableError,
  TimeoutError,
  UnauthorizedError,
  UnexpectedAnswerError,
  UnreachableError,
} from '@pain-signals/client';
import { TimedOutError } from '@pain-signals/contract';
import { isOfSignal, type Query } from '@pain-signals/domain';
import { type Failure, isRejection, type RejectionCode } from '#blocks/errors/error-messages.ts';
import { nearestWord } from './commands/command-line.ts';
import type { Deps } from './ports.ts';

/** An action that the app refuses. failureOf() maps its kind to a message. */
export class ActionRejectedError extends Error {
  override name = 'ActionRejectedError';
  readonly code: RejectionCode;

  constructor(code: RejectionCode) {
    super(`Action rejected: ${code}`);
    this.code = code;
  }
}

/** A request from a workspace where the app is not installed. */
export class NotInstalledError extends Error {
  override name = 'NotInstalledError';

  constructor() {
    super('The app is not installed in this workspace');
  }
}

/** The app's own database does not answer, is busy, or takes no writes. */
export class StoreUnavailableError extends Error {
  override name = 'StoreUnavailableError';

  constructor(options?: ErrorOptions) {
    super('The database does not answer', options);
  }
}

/** Maps an error to the message that the person sees, which never contains the error's own text. */
export function failureOf(error: unknown, query: Query | null, now: number): Failure {
  if (error instanceof ActionRejectedError) return { code: error.code };
  if (error instanceof NotInstalledError) return { code: 'not-installed' };
  if (error instanceof StoreUnavailableError) return { code: 'store-unavailable' };
  if (error instanceof TimedOutError) return { code: 'timeout' };
  if (!(error instanceof PainClientError)) return { code: 'internal' };
  if (error instanceof InvalidMacroAreaError) return badAreaFailure(error, query);
  if (error instanceof SearchLimitError) return { code: 'search-limit', tryAgainAt: now + error.retryAfterMs };
  if (error instanceof ListLimitError) return { code: 'list-limit', tryAgainAt: now + error.retryAfterMs };
  if (error instanceof RateLimitedError) return { code: 'rate-limited', tryAgainAt: now + error.retryAfterMs };
  if (error instanceof BadRequestError) return { code: 'bad-request' };
  if (error instanceof UnauthorizedError) return { code: isSuspended(error) ? 'key-suspended' : 'unauthorized' };
  if (error instanceof ProRequiredError) return { code: 'pro-required' };
  if (error instanceof NotFoundError) return { code: canBeMissing(query) ? 'not-found' : 'unexpected-answer' };
  if (error instanceof TimeoutError) return { code: 'timeout' };
  // Nothing was sent: the last failure says what is wrong with the service.
  if (error instanceof CircuitOpenError && error.cause instanceof UnreachableError) return { code: 'unreachable' };
  if (error instanceof CircuitOpenError) return { code: 'circuit-open', tryAgainAt: now + error.retryAfterMs };
  if (error instanceof UnreachableError) return { code: 'unreachable' };
  if (error instanceof ServiceUnavailableError) {
    return { code: query?.show === 'ask' && error.status === 503 ? 'search-unavailable' : 'unavailable' };
  }
  return { code: error instanceof UnexpectedAnswerError ? 'unexpected-answer' : 'internal' };
}

/** Errors that the person can fix or wait out. The operator needs to see all others. */
export const isUserError = ({ code }: Failure): boolean =>
  isRejection(code) ||
  ['bad-area', 'bad-request', 'not-found', 'not-installed', 'rate-limited', 'search-limit', 'list-limit'].includes(
    code,
  );

/** The service doesn't answer, or answers that it is starting or busy. It may in a moment. */
export const isServiceBusy = ({ code }: Failure): boolean =>
  ['timeout', 'unreachable', 'unavailable', 'search-unavailable', 'circuit-open'].includes(code);

/** A signal can be missing. A missing list means that the address is not the service. */
const canBeMissing = (query: Query | null) => query === null || isOfSignal(query);

export const isSuspended = ({ code }: UnauthorizedError) => code === 'KEY_SUSPENDED';

function badAreaFailure({ validAreas: valid }: InvalidMacroAreaError, query: Query | null): Failure {
  const given = query?.show === 'search' ? (query.area ?? null) : null;
  const near = given === null ? null : nearestWord(given, valid);
  const nearest = near !== null && query?.show === 'search' ? { ...query, area: near } : null;
  return { code: 'bad-area', given, valid, nearest };
}

interface LoggedFailure {
  failure: Failure;
  error: unknown;
  /** Shown to the person too. */
  reference?: string;
  query?: Query['show'] | undefined;
}

/** Logs user errors without a stack. */
export function logFailure(
  { logger, noteFailure }: Pick<Deps, 'logger'> & Partial<Pick<Deps, 'noteFailure'>>,
  level: 'warn' | 'error',
  { failure, error, ...known }: LoggedFailure,
  message: string,
): void {
  // A card without one of its parts is still an answer.
  if (level === 'error') noteFailure?.(failure.code);
  if (isUserError(failure)) logger.info({ ...known, failure: failure.code }, message);
  else logger[level]({ ...known, failure: failure.code, err: error }, message);
}
