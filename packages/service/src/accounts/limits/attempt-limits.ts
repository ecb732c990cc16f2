import { hash } from 'node:crypto';
import { isIPv6 } from 'node:net';
import { MINUTE_MS } from '../../model/day.ts';
import { ServiceError } from '../../model/service-error.ts';
import type { Stores } from '../../store/index.ts';
import { callsInWindow, type Limit, takeCall } from './rate-limit.ts';

/** Who is rationed as one: an IPv6 address stands for the /64 it is in, since whoever has one has all of these. */
export function networkOf(address: string): string {
  if (!isIPv6(address) || address.includes('.')) return address;
  const [head = '', tail = ''] = address.split('::');
  const before = head.split(':').filter((group) => group !== '');
  const after = tail.split(':').filter((group) => group !== '');
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => '0');
  const groups = address.includes('::') ? [...before, ...zeros, ...after] : before;
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}

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

const FAILED_KEY_LIMIT: Limit = { calls: 30, windowMs: 60_000 };
const MAX_ADDRESSES = 10_000;

/** Counts the keys that an address got wrong, so that nobody tries keys by the thousand. */
export interface FailedAttempts {
  /** The address has got so many wrong that it must wait. */
  exceeded(address: string): boolean;
  add(address: string): void;
}

export function createFailedAttempts(now: () => number): FailedAttempts {
  const timesOf = new Map<string, number[]>();
  return {
    exceeded: (address) =>
      callsInWindow(timesOf.get(networkOf(address)) ?? [], now(), FAILED_KEY_LIMIT).length >= FAILED_KEY_LIMIT.calls,
    add(from) {
      const address = networkOf(from);
      const { times } = takeCall(timesOf.get(address) ?? [], now(), FAILED_KEY_LIMIT);
      timesOf.delete(address);
      timesOf.set(address, times);
      // Whoever has many addresses pushes out old ones, but cannot fill the memory.
      const [oldest] = timesOf.size > MAX_ADDRESSES ? timesOf.keys() : [];
      if (oldest !== undefined) timesOf.delete(oldest);
    },
  };
}
