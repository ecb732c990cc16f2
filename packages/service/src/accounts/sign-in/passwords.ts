import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { ServiceError } from '../../model/service-error.ts';

export interface ScryptCost {
  /** Memory and time: 128 * blockSize * 2^log2Rounds bytes. */
  log2Rounds: number;
  blockSize: number;
  parallelism: number;
}
/** 32 MiB and a few tenths of a second: one of the settings OWASP recommends. */
const COST: ScryptCost = { log2Rounds: 15, blockSize: 8, parallelism: 3 };
const KEY_LENGTH = 32;
const FORMAT = /^scrypt\$(\d+)\$(\d+)\$(\d+)\$([\w-]+)\$([\w-]+)$/;

/** Hashes passwords in turn. `isAhead`: before those of strangers. */
export function createPasswordHasher(cost: ScryptCost = COST, inTurn: HashingTurns = createHashingTurns()) {
  const prefix = `scrypt$${cost.log2Rounds}$${cost.blockSize}$${cost.parallelism}$`;
  const dummyHash = `${prefix}${'A'.repeat(22)}$${'A'.repeat(43)}`;
  return {
    /** The hash with its salt and cost, so that old hashes keep working when the cost is raised. */
    hash: (password: string, isAhead = false): Promise<string> =>
      inTurn(async () => {
        const salt = randomBytes(16);
        const key = await derive(password, salt, cost);
        return `${prefix}${salt.toString('base64url')}$${key.toString('base64url')}`;
      }, isAhead),
    /** Takes the same time without a hash, so that timing does not reveal which accounts exist. */
    matches: (password: string, kept: string | null, isAhead = false): Promise<boolean> =>
      inTurn(async () => {
        const parts = FORMAT.exec(kept ?? '');
        const [, log2Rounds, blockSize, parallelism, salt = '', key = ''] = parts ?? FORMAT.exec(dummyHash) ?? [];
        const found = await derive(password, Buffer.from(salt, 'base64url'), {
          log2Rounds: Number(log2Rounds),
          blockSize: Number(blockSize),
          parallelism: Number(parallelism),
        });
        return timingSafeEqual(found, Buffer.from(key, 'base64url')) && parts !== null;
      }, isAhead),
    /** Whether the hash was made at another cost than today's. */
    isOutdated: (kept: string): boolean => !kept.startsWith(prefix),
  };
}

export type PasswordHasher = ReturnType<typeof createPasswordHasher>;

function derive(password: string, salt: Buffer, { log2Rounds, blockSize, parallelism }: ScryptCost): Promise<Buffer> {
  const cost = 2 ** log2Rounds;
  const options = { cost, blockSize, parallelization: parallelism, maxmem: 256 * blockSize * cost };
  return new Promise((resolve, reject) => {
    // The same characters can be encoded in several ways.
    scrypt(password.normalize('NFKC'), salt, KEY_LENGTH, options, (error, key) =>
      error === null ? resolve(key) : reject(error),
    );
  });
}

export const PASSWORD_LENGTH = { min: 12, max: 200 };

/** What is wrong with a new password, for its owner; null when it is fine. Length matters, not kinds of characters. */
export function passwordProblem(password: string, email: string): string | null {
  const length = [...password].length;
  if (length < PASSWORD_LENGTH.min)
    return `Your password has ${length} characters. Use at least ${PASSWORD_LENGTH.min}: a sentence is easy to remember.`;
  if (length > PASSWORD_LENGTH.max) return `Use at most ${PASSWORD_LENGTH.max} characters.`;
  if (password.toLowerCase().includes(email.toLowerCase())) return 'Your password must not contain your email address.';
  if (new Set(password.toLowerCase()).size < 5)
    return 'Your password is too repetitive. Use more different characters.';
  return null;
}

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
