import {
  BadRequestError,
  InvalidMacroAreaError,
  NotFoundError,
  PainClientError,
  ProRequiredError,
  RateLimitedError,
  ServiceUnavailableError,
  TimeoutError,
  UnauthorizedError,
  UnexpectedAnswerError,
  UnreachableError,
} from '@pain-signals/client';
import type { Failure } from '#blocks/error-card.ts';
import type { Query } from '#blocks/question.ts';
import { NotInstalledError } from './not-installed-error.ts';
import { nearestWord } from './parsing/nearest.ts';
import { ActionRejectedError } from './refused-press.ts';

/** What an error means to the person who asked. Only our own words are shown, never those of an error. */
export function failureOf(error: unknown, query: Query | null, now: number): Failure {
  if (error instanceof ActionRejectedError) return { kind: error.kind };
  if (error instanceof NotInstalledError) return { kind: 'not-installed' };
  if (!(error instanceof PainClientError)) return { kind: 'internal' };
  if (error instanceof InvalidMacroAreaError) return badAreaFailure(error, query);
  if (error instanceof RateLimitedError) return { kind: 'rate-limited', tryAgainAt: now + error.retryAfterMs };
  if (error instanceof BadRequestError) return { kind: 'bad-request' };
  if (error instanceof UnauthorizedError) return { kind: isSuspended(error) ? 'key-suspended' : 'unauthorized' };
  if (error instanceof ProRequiredError) return { kind: 'pro-required' };
  if (error instanceof NotFoundError) return { kind: isAboutSignal(query) ? 'not-found' : 'unexpected-answer' };
  if (error instanceof TimeoutError) return { kind: 'timeout' };
  if (error instanceof UnreachableError) return { kind: 'unreachable' };
  if (error instanceof ServiceUnavailableError) {
    return { kind: query?.show === 'ask' && error.status === 503 ? 'search-unavailable' : 'unavailable' };
  }
  return { kind: error instanceof UnexpectedAnswerError ? 'unexpected-answer' : 'internal' };
}

/** Faults of the question are the person's to mend; the rest is the operator's to see. */
export function isUserError({ kind }: Failure): boolean {
  return [
    'bad-area',
    'bad-request',
    'not-found',
    'not-installed',
    'not-manager',
    'outsider',
    'old-button',
    'rate-limited',
    'too-much-hidden',
  ].includes(kind);
}

/** Only a signal can be missing; where a list is, there is no service of ours at all. */
const isAboutSignal = (query: Query | null) =>
  query === null || ['signal', 'chart', 'evidence', 'brief', 'compare', 'share', 'find'].includes(query.show);

const isSuspended = ({ code }: UnauthorizedError) => code === 'KEY_SUSPENDED';

function badAreaFailure({ validAreas: valid }: InvalidMacroAreaError, query: Query | null): Failure {
  const given = query?.show === 'search' ? (query.area ?? null) : null;
  const near = given === null ? null : nearestWord(given, valid);
  const nearest = near !== null && query?.show === 'search' ? { ...query, area: near } : null;
  return { kind: 'bad-area', given, valid, nearest };
}
