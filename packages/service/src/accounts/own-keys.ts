import { ServiceError } from '../model/service-error.ts';
import type { Account, ApiKeyRecord, Store } from '../store/index.ts';
import { createApiKey } from './api-key.ts';

const MAX_KEYS = 20;
export const MAX_KEY_NAME_LENGTH = 100;

/** The keys that a signed-in person sees and manages: their own. */
export interface AccountKeys {
  /** Those that work, newest first. */
  list(account: Account): Promise<ApiKeyRecord[]>;
  /** The whole key, this once. Throws PRO_REQUIRED, QUOTA_EXCEEDED. */
  create(account: Account, name: string): Promise<{ key: string; prefix: string }>;
  /** False when the account has no such key. */
  revoke(account: Account, prefix: string): Promise<boolean>;
}

export function createAccountKeys({ keys }: Pick<Store, 'keys'>): AccountKeys {
  const list = async (account: Account): Promise<ApiKeyRecord[]> =>
    (await keys.list(account.id)).filter(({ revokedAt }) => revokedAt === null).reverse();
  return {
    list,
    async create(account, name) {
      if (account.plan !== 'pro') throw new ServiceError('PRO_REQUIRED', 'API keys need a Pro subscription.');
      if ((await list(account)).length >= MAX_KEYS)
        throw new ServiceError('QUOTA_EXCEEDED', `You have ${MAX_KEYS} keys. Revoke one that is not used any more.`);
      const { key, prefix, secretHash } = createApiKey();
      const kept = name.trim().slice(0, MAX_KEY_NAME_LENGTH);
      await keys.create({ accountId: account.id, prefix, secretHash, name: kept === '' ? null : kept });
      return { key, prefix };
    },
    revoke: (account, prefix) => keys.revokeOwn(account.id, prefix),
  };
}
