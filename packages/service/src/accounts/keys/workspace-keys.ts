import { createHmac } from 'node:crypto';
import { isUniqueViolation } from '@pain-signals/storage';
import type { Account, Store } from '../../store/index.ts';
import { apiKeyFrom, type NewApiKey } from './api-keys.ts';

/** No email address, so nobody can sign up with it. */
const addressOf = (workspaceId: string): string => `slack:${workspaceId.toLowerCase()}`;

/** Keys are derived from the operator's token: processes that ask at once get the same, and no secret is stored. */
export function createWorkspaceKeys({ accounts, keys }: Pick<Store, 'accounts' | 'keys'>, operatorToken: string) {
  const derive = (workspaceId: string, count: number): NewApiKey =>
    apiKeyFrom(
      createHmac('sha512', operatorToken)
        .update(JSON.stringify(['workspace key', workspaceId, count]))
        .digest(),
    );

  const accountOf = async (workspaceId: string): Promise<Account> => {
    const address = addressOf(workspaceId);
    const account = (await accounts.create(address, 'pro')) ?? (await accounts.find(address));
    if (account === null) throw new Error(`No account for ${address}`);
    return account;
  };

  return {
    /** The workspace's key: the same one for every call until it is revoked, then the next. Other keys of the account are revoked. */
    async issue(workspaceId: string): Promise<{ key: string; prefix: string }> {
      const account = await accountOf(workspaceId);
      const records = await keys.list(account.id);
      const revoked = new Set(records.filter(({ revokedAt }) => revokedAt !== null).map(({ prefix }) => prefix));
      let count = 0;
      while (revoked.has(derive(workspaceId, count).prefix)) count += 1;
      const { key, prefix, secretHash } = derive(workspaceId, count);
      if (!records.some((record) => record.prefix === prefix))
        try {
          await keys.create({ accountId: account.id, prefix, secretHash, name: 'Slack app' });
        } catch (error) {
          // Another process has just stored the same key.
          if (!isUniqueViolation(error)) throw error;
        }
      for (const other of records)
        if (other.prefix !== prefix && other.revokedAt === null) await keys.revoke(other.prefix);
      return { key, prefix };
    },
    async revoke(workspaceId: string): Promise<void> {
      const account = await accounts.find(addressOf(workspaceId));
      if (account === null) return;
      for (const { prefix, revokedAt } of await keys.list(account.id))
        if (revokedAt === null) await keys.revoke(prefix);
    },
  };
}

/** Keys of the workspaces of the operator's own Slack app. A workspace is an account, so its budget and fair use are its own. */
export type WorkspaceKeys = ReturnType<typeof createWorkspaceKeys>;
