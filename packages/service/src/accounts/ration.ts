import { hash } from 'node:crypto';
import { ServiceError } from '../model/service-error.ts';
import type { Stores } from '../store/index.ts';

const MINUTE_MS = 60_000;

/** How often something may be tried by one address, or for one account. */
export const ATTEMPT_LIMITS = {
  /** Guesses of one account's password, wherever they come from. */
  passwordOfAccount: { tries: 10, windowMs: 15 * MINUTE_MS },
  /** Guesses from one address, whosever password it is; many people may share one. */
  passwordFromAddress: { tries: 60, windowMs: 15 * MINUTE_MS },
  /** One-time links are beyond guessing, but hashing a password costs. */
  link: { tries: 30, windowMs: 15 * MINUTE_MS },
  signUp: { tries: 10, windowMs: 60 * MINUTE_MS },
  /** Briefs that a person orders. */
  brief: { tries: 10, windowMs: 24 * 60 * MINUTE_MS },
  /** Programs that register themselves for signing in. */
  registration: { tries: 30, windowMs: 60 * MINUTE_MS },
} as const;
export type LimitedAction = keyof typeof ATTEMPT_LIMITS;

export interface AttemptLimits {
  /** Counts a try before it is made, so that many at once gain nothing. Throws RATE_LIMITED when there were too many. */
  take(name: LimitedAction, subject: string): Promise<void>;
  /** As `take`; false instead of an error. */
  tryTake(name: LimitedAction, subject: string): Promise<boolean>;
  forget(name: LimitedAction, subject: string): Promise<void>;
}

export function createAttemptLimits(attempts: Stores['attempts']): AttemptLimits {
  // A hash, since the subject may be whatever somebody typed into a form: long, or a password in the wrong field.
  const keyOf = (name: LimitedAction, subject: string) => hash('sha256', `${name} ${subject}`, 'hex');
  const tryTake: AttemptLimits['tryTake'] = (name, subject) =>
    attempts.take(keyOf(name, subject), ATTEMPT_LIMITS[name]);
  return {
    tryTake,
    async take(name, subject) {
      if (await tryTake(name, subject)) return;
      const { windowMs } = ATTEMPT_LIMITS[name];
      throw new ServiceError(
        'RATE_LIMITED',
        `This was tried too often of late. Wait ${windowMs / MINUTE_MS} minutes and try again.`,
        { headers: { 'retry-after': String(windowMs / 1000) } },
      );
    },
    forget: (name, subject) => attempts.forget(keyOf(name, subject)),
  };
}
