import type { Account, ApiKeyRecord } from '../store/index.ts';
import { type ParsedApiKey, secretMatches } from './api-key.ts';

/** A key as it stands in the store. */
export interface StoredKey {
  key: ApiKeyRecord;
  account: Account;
}
/** A key that was found to be right, and when. */
export interface VerifiedKey extends StoredKey {
  readAt: number;
  /** The store's, before it was read. */
  revision: number;
}

/** Keys that were found to be right, so that not every call has to read one: that costs more than most answers. */
export interface VerifiedKeyCache {
  /** The key if its secret is the one that was right, however long ago. */
  find(given: ParsedApiKey): VerifiedKey | null;
  remember(given: ParsedApiKey, known: StoredKey, revision: number): VerifiedKey;
  forget(prefix: string): void;
}

const MAX_CACHED_KEYS = 10_000;

export function createVerifiedKeyCache(now: () => number): VerifiedKeyCache {
  const trusted = new Map<string, VerifiedKey>();
  return {
    find({ prefix, secret }) {
      const known = trusted.get(prefix) ?? null;
      return secretMatches(secret, known?.key.secretHash ?? null) ? known : null;
    },
    remember({ prefix }, known, revision) {
      if (trusted.size >= MAX_CACHED_KEYS) trusted.clear();
      const remembered = { ...known, readAt: now(), revision };
      trusted.set(prefix, remembered);
      return remembered;
    },
    forget: (prefix) => void trusted.delete(prefix),
  };
}
