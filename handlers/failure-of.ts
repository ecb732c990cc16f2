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
import type { Question } from '#blocks/question.ts';
import { NotInstalledError } from './not-installed-error.ts';
import { nearestWord } from './parsing/nearest.ts';
import { RefusedPress } from './refused-press.ts';

/** What an error means to the person who asked. Only our own words are shown, never those of an error. */
export function failureOf(error: unknown, question: Question | null, now: number): Failure {
  if (error instanceof RefusedPress) return { kind: error.kind };
  if (error instanceof NotInstalledError) return { kind: 'not-installed' };
  if (!(error instanceof PainClientError)) return { kind: 'internal' };
  if (error instanceof InvalidMacroAreaError) return badArea(error, question);
  if (error instanceof RateLimitedError) return { kind: 'rate-limited', tryAgainAt: now + error.retryAfterMs };
  if (error instanceof BadRequestError) return { kind: 'bad-request' };
  if (error instanceof UnauthorizedError) return { kind: isSuspended(error) ? 'key-suspended' : 'unauthorized' };
  if (error instanceof ProRequiredError) return { kind: 'pro-required' };
  if (error instanceof NotFoundError) return { kind: isOfSignal(question) ? 'not-found' : 'unexpected-answer' };
  if (error instanceof TimeoutError) return { kind: 'timeout' };
  if (error instanceof UnreachableError) return { kind: 'unreachable' };
  if (error instanceof ServiceUnavailableError) {
    return { kind: question?.show === 'ask' && error.status === 503 ? 'search-unavailable' : 'unavailable' };
  }
  return { kind: error instanceof UnexpectedAnswerError ? 'unexpected-answer' : 'internal' };
}

/** Faults of the question are the person's to mend; the rest is the operator's to see. */
export function isPersonsFault({ kind }: Failure): boolean {
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
const isOfSignal = (question: Question | null) =>
  question === null || ['signal', 'chart', 'evidence', 'brief', 'compare', 'share', 'find'].includes(question.show);

const isSuspended = ({ code }: UnauthorizedError) => code === 'KEY_SUSPENDED';

function badArea({ validAreas: valid }: InvalidMacroAreaError, question: Question | null): Failure {
  const given = question?.show === 'search' ? (question.area ?? null) : null;
  const near = given === null ? null : nearestWord(given, valid);
  const nearest = near !== null && question?.show === 'search' ? { ...question, area: near } : null;
  return { kind: 'bad-area', given, valid, nearest };
}
