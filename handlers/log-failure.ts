import type { Failure } from '#blocks/error-card.ts';
import type { Query } from '#blocks/question.ts';
import type { Deps } from './deps.ts';
import { isUserError } from './failure-of.ts';

interface LoggedFailure {
  failure: Failure;
  error: unknown;
  /** By which the person can ask about it. */
  reference?: string;
  asked?: Query['show'] | undefined;
}

/** Where in the code a person was told something helps nobody; what the operator should see has its stack. */
export function logFailure(
  { logger }: Pick<Deps, 'logger'>,
  level: 'warn' | 'error',
  { failure, error, ...known }: LoggedFailure,
  message: string,
): void {
  if (isUserError(failure)) logger.info({ ...known, failure: failure.kind }, message);
  else logger[level]({ ...known, failure: failure.kind, err: error }, message);
}
