import { hash } from 'node:crypto';
import { MINUTE_MS } from '../../model/day.ts';
import { ServiceError } from '../../model/service-error.ts';
import type { Stores } from '../../store/index.ts';

/** How often an action is allowed for one address or one account. */
export const ATTEMPT_LIMITS = {
  /** Password attempts on one account, from all addresses and browsers that are not known. */
  passwordOfAccount: { tries: 10, windowMs: 15 * MINUTE_MS },
  /** Password attempts in a browser in which the owner signed in before: strangers' attempts don't count. */
  passwordInKnownBrowser: { tries: 10, windowMs: 15 * MINUTE_MS },
  /** Wrong passwords from one address, on all accounts; many people may share it. */
  passwordFromAddress: { tries: 60, windowMs: 15 * MINUTE_MS },
  /** New passwords for one account: links cannot be guessed, but hashing a password is expensive. */
  link: { tries: 30, windowMs: 15 * MINUTE_MS },
  signUp: { tries: 10, windowMs: 60 * MINUTE_MS },
  /** Briefs ordered by one person. */
  brief: { tries: 10, windowMs: 24 * 60 * MINUTE_MS },
  /** Keys made by one person: revoked ones are kept. */
  key: { tries: 60, windowMs: 24 * 60 * MINUTE_MS },
  /** OAuth clients that register themselves. */
  registration: { tries: 30, windowMs: 60 * MINUTE_MS },
  /** Requests to connect from one network; many people may share it. Each is kept until somebody answers it. */
  authorization: { tries: 100, windowMs: 15 * MINUTE_MS },
  /** Tokens for programs of one person: one that is connected asks once an hour. */
  token: { tries: 100, windowMs: 60 * MINUTE_MS },
  /** Documents about OAuth clients that one network has us read. */
  clientDocument: { tries: 30, windowMs: 15 * MINUTE_MS },
} as const;
export type LimitedAction = keyof typeof ATTEMPT_LIMITS;

export function createAttemptLimits(attempts: Stores['attempts']) {
  // Hashed, since people may type anything into a form: long text, or a password in the wrong field.
  const keyOf = (name: LimitedAction, subject: string) => hash('sha256', `${name} ${subject}`, 'hex');
  const tryTake = (name: LimitedAction, subject: string): Promise<boolean> =>
    attempts.take(keyOf(name, subject), ATTEMPT_LIMITS[name]);
  return {
    /** Like `take`, but returns false instead of throwing. */
    tryTake,
    /** Counts an attempt before it runs, so that parallel attempts count too. Throws RATE_LIMITED after too many. */
    async take(name: LimitedAction, subject: string): Promise<void> {
      if (await tryTake(name, subject)) return;
      const { windowMs } = ATTEMPT_LIMITS[name];
      throw new ServiceError('RATE_LIMITED', `Too many attempts. Wait ${windowMs / MINUTE_MS} minutes and try again.`, {
        headers: { 'retry-after': String(windowMs / 1000) },
      });
    },
    /** An attempt that was taken doesn't count: it succeeded. */
    giveBack: (name: LimitedAction, subject: string): Promise<void> => attempts.giveBack(keyOf(name, subject)),
    forget: (name: LimitedAction, subject: string): Promise<void> => attempts.forget(keyOf(name, subject)),
  };
}

export type AttemptLimits = ReturnType<typeof createAttemptLimits>;
