import { ServiceError } from '../../model/service-error.ts';

/** Node hashes on four threads, which also pack answers and look up names: two stay free. */
const AT_ONCE = 2;
/** A few seconds' worth. */
const MOST_WAITING = 10;

/** Hashes a password when it is its turn. Throws RATE_LIMITED while too many wait; `isAhead` of them, it always gets one. */
export type HashingTurns = <Result>(hash: () => Promise<Result>, isAhead?: boolean) => Promise<Result>;

/** A flood of sign-ins from many networks must not hold up everything else. */
export function createHashingTurns(): HashingTurns {
  const waiting: (() => void)[] = [];
  let running = 0;
  const wait = (isAhead: boolean): Promise<void> => {
    if (!isAhead && waiting.length >= MOST_WAITING)
      throw new ServiceError('RATE_LIMITED', 'Too many people are signing in right now. Try again in a few seconds.', {
        headers: { 'retry-after': '5' },
      });
    return new Promise((resolve) => {
      if (isAhead) waiting.unshift(resolve);
      else waiting.push(resolve);
    });
  };
  return async (hash, isAhead = false) => {
    if (running >= AT_ONCE) await wait(isAhead);
    else running += 1;
    try {
      return await hash();
    } finally {
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };
}
