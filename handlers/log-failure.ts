import type { Failure } from '#blocks/error-card.ts';
import type { Question } from '#blocks/question.ts';
import type { Deps } from './deps.ts';
import { isPersonsFault } from './failure-of.ts';

interface Logged {
  failure: Failure;
  error: unknown;
  /** By which the person can ask about it. */
  reference?: string;
  asked?: Question['show'] | undefined;
}

/** Where in the code a person was told something helps nobody; what the operator should see has its stack. */
export function logFailure(
  { logger }: Pick<Deps, 'logger'>,
  level: 'warn' | 'error',
  { failure, error, ...known }: Logged,
  message: string,
): void {
  if (isPersonsFault(failure)) logger.info({ ...known, failure: failure.kind }, message);
  else logger[level]({ ...known, failure: failure.kind, err: error }, message);
}
