import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';

interface ScryptCost {
  /** Memory and time: 128 * blockSize * 2^log2Rounds bytes. */
  log2Rounds: number;
  blockSize: number;
  parallelism: number;
}
/** 32 MiB, some tenths of a second: one of the settings that OWASP holds to be equally strong. */
const COST: ScryptCost = { log2Rounds: 15, blockSize: 8, parallelism: 3 };
const KEY_LENGTH = 32;
const FORMAT = /^scrypt\$(\d+)\$(\d+)\$(\d+)\$([\w-]+)\$([\w-]+)$/;

/** The hash with its salt and cost, so that the cost can grow and old hashes still work. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const key = await derive(password, salt, COST);
  const { log2Rounds, blockSize, parallelism } = COST;
  return ['scrypt', log2Rounds, blockSize, parallelism, salt.toString('base64url'), key.toString('base64url')].join(
    '$',
  );
}

/** Takes the same time when there is no hash: whether an account has a password is nobody's business. */
export async function passwordMatches(password: string, kept: string | null): Promise<boolean> {
  const [, log2Rounds, blockSize, parallelism, salt = '', key = ''] = FORMAT.exec(kept ?? DUMMY_HASH) ?? [];
  const cost = { log2Rounds: Number(log2Rounds), blockSize: Number(blockSize), parallelism: Number(parallelism) };
  const expected = Buffer.from(key, 'base64url');
  const found = await derive(password, Buffer.from(salt, 'base64url'), cost);
  return timingSafeEqual(found, expected) && kept !== null;
}

/** It was made at another cost than is asked for today. */
export const isOutdatedHash = (kept: string): boolean =>
  !kept.startsWith(`scrypt$${COST.log2Rounds}$${COST.blockSize}$${COST.parallelism}$`);

const DUMMY_HASH = `scrypt$${COST.log2Rounds}$${COST.blockSize}$${COST.parallelism}$${'A'.repeat(22)}$${'A'.repeat(43)}`;

function derive(password: string, salt: Buffer, { log2Rounds, blockSize, parallelism }: ScryptCost): Promise<Buffer> {
  const cost = 2 ** log2Rounds;
  const options = { cost, blockSize, parallelization: parallelism, maxmem: 256 * blockSize * cost };
  return new Promise((resolve, reject) => {
    // One password may be typed in several ways that look alike.
    scrypt(password.normalize('NFKC'), salt, KEY_LENGTH, options, (error, key) =>
      error === null ? resolve(key) : reject(error),
    );
  });
}

export const PASSWORD_LENGTH = { min: 12, max: 200 };

/** What is wrong with a new password and how to better it; null when nothing is. Length is what counts, not kinds of characters. */
export function passwordProblem(password: string, email: string): string | null {
  const length = [...password].length;
  if (length < PASSWORD_LENGTH.min)
    return `The password has ${length} characters. Take at least ${PASSWORD_LENGTH.min}: a sentence is easy to remember.`;
  if (length > PASSWORD_LENGTH.max) return `The password is longer than ${PASSWORD_LENGTH.max} characters.`;
  if (password.toLowerCase().includes(email.toLowerCase())) return 'The password must not contain your e-mail address.';
  if (new Set(password.toLowerCase()).size < 5)
    return 'The password repeats itself too much. Take more different characters.';
  return null;
}
