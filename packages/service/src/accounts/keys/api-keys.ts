import { hash, randomBytes, timingSafeEqual } from 'node:crypto';
import { ServiceError } from '../../model/service-error.ts';
import type { Account, ApiKeyRecord, Store, Stores } from '../../store/index.ts';
import { plainName } from '../../text/plain-name.ts';
import { ATTEMPT_LIMITS, type AttemptLimits } from '../limits/attempt-limits.ts';
import { rejectSuspended } from '../limits/fair-use.ts';

const KEY_LABEL = 'pain';
const PREFIX_LENGTH = 8;
/** 40 letters and digits are more than 230 bits, which cannot be guessed: a plain hash is enough. */
const SECRET_LENGTH = 40;
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const FORMAT = new RegExp(`^${KEY_LABEL}_([A-Za-z0-9]{${PREFIX_LENGTH}})_([A-Za-z0-9]{32,128})$`);

export interface NewApiKey {
  /** The whole key: shown once and stored nowhere. */
  key: string;
  /** The public part, which identifies the key. */
  prefix: string;
  /** Hex SHA-256 of the secret part. */
  secretHash: string;
}

export const createApiKey = (): NewApiKey => apiKeyFrom(randomBytes(PREFIX_LENGTH + SECRET_LENGTH));

/** A key made of 48 unpredictable bytes, the same for the same bytes. */
export function apiKeyFrom(bytes: Uint8Array): NewApiKey {
  const text = Array.from(bytes, (byte) => ALPHABET[byte % ALPHABET.length]).join('');
  const [prefix, secret] = [text.slice(0, PREFIX_LENGTH), text.slice(PREFIX_LENGTH, PREFIX_LENGTH + SECRET_LENGTH)];
  return { key: `${KEY_LABEL}_${prefix}_${secret}`, prefix, secretHash: hashOf(secret) };
}

export interface ParsedApiKey {
  prefix: string;
  secret: string;
}

/** Null when the key is malformed (section 5, rule 2). */
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

const MAX_KEYS = 20;
export const MAX_KEY_NAME_LENGTH = 100;

/** A signed-in person's own keys. */
export function createAccountKeys(
  { keys, transaction }: Pick<Store, 'keys' | 'transaction'>,
  limits: Pick<AttemptLimits, 'tryTake'>,
) {
  const activeOf = async (stores: Pick<Stores, 'keys'>, account: Account): Promise<ApiKeyRecord[]> =>
    (await stores.keys.list(account.id)).filter(({ revokedAt }) => revokedAt === null).reverse();
  return {
    /** Active keys, newest first. */
    list: (account: Account): Promise<ApiKeyRecord[]> => activeOf({ keys }, account),
    /** Returns the whole key, which is not stored. Throws PRO_REQUIRED, KEY_SUSPENDED, QUOTA_EXCEEDED. */
    async create(account: Account, name: string): Promise<{ key: string; prefix: string }> {
      if (account.plan !== 'pro') throw new ServiceError('PRO_REQUIRED', 'API keys require a Pro subscription.');
      if (!(await limits.tryTake('key', account.id)))
        throw new ServiceError(
          'QUOTA_EXCEEDED',
          `You have created ${ATTEMPT_LIMITS.key.tries} keys in 24 hours, the maximum. Try again tomorrow.`,
        );
      const { key, prefix, secretHash } = createApiKey();
      const shortName = plainName(name).slice(0, MAX_KEY_NAME_LENGTH);
      await transaction(async (stores) => {
        await stores.accounts.lock(account.id);
        await rejectSuspended(stores, account.id);
        if ((await activeOf(stores, account)).length >= MAX_KEYS)
          throw new ServiceError(
            'QUOTA_EXCEEDED',
            `You have ${MAX_KEYS} keys, the maximum. Revoke one you no longer use.`,
          );
        await stores.keys.create({ accountId: account.id, prefix, secretHash, name: shortName || null });
      });
      return { key, prefix };
    },
    /** False when the account has no such key. */
    revoke: (account: Account, prefix: string): Promise<boolean> => keys.revokeOwn(account.id, prefix),
  };
}
