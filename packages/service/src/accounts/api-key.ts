import { hash, randomInt, timingSafeEqual } from 'node:crypto';

const KEY_LABEL = 'pain';
const PREFIX_LENGTH = 8;
/** 40 letters and digits are 238 bits: nobody guesses a secret, so a plain hash of it is enough. */
const SECRET_LENGTH = 40;
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const FORMAT = new RegExp(`^${KEY_LABEL}_([A-Za-z0-9]{${PREFIX_LENGTH}})_([A-Za-z0-9]{32,128})$`);

export interface NewApiKey {
  /** The whole key: shown once and stored nowhere. */
  key: string;
  /** Public part that finds the key's row. */
  prefix: string;
  /** Hex SHA-256 of the secret part. */
  secretHash: string;
}

export function createApiKey(): NewApiKey {
  const prefix = randomText(PREFIX_LENGTH);
  const secret = randomText(SECRET_LENGTH);
  return { key: `${KEY_LABEL}_${prefix}_${secret}`, prefix, secretHash: hashOf(secret) };
}

/** The two parts of a key that tell one from another. */
export interface ParsedApiKey {
  prefix: string;
  secret: string;
}

/** Null when the key has not the format (section 5, rule 2). */
export function parseApiKey(key: string): ParsedApiKey | null {
  const [, prefix, secret] = FORMAT.exec(key) ?? [];
  return prefix === undefined || secret === undefined ? null : { prefix, secret };
}

/** Compares in constant time. An unknown prefix passes null and takes the same time as a wrong secret. */
export function secretMatches(secret: string, secretHash: string | null): boolean {
  const expected = Buffer.from(secretHash ?? NO_HASH, 'hex');
  return timingSafeEqual(hash('sha256', secret, 'buffer'), expected) && secretHash !== null;
}

const hashOf = (secret: string): string => hash('sha256', secret, 'hex');
const NO_HASH = hashOf('');

const randomText = (length: number): string =>
  Array.from({ length }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
