import type { Connection } from '#handlers/deps.ts';
import type { ApiKeyCache } from './keys-in-use.ts';
import type { Store } from './stores/open-store.ts';

interface ConnectionSources {
  store: Store;
  keys: Pick<ApiKeyCache, 'forget'>;
  workspaceId: () => Promise<string>;
  /** Whether the operator gave a key for all workspaces. */
  hasSharedKey: boolean;
  /** Asks the service something by this key; throws what the client throws. */
  tryKey: (key: string) => Promise<void>;
}

/** The connection of one workspace to the service. */
export function workspaceConnection({ store, keys, workspaceId, hasSharedKey, tryKey }: ConnectionSources): Connection {
  const describe = async (id: string) => (await store.apiKeys.describe(id))?.prefix ?? null;
  return {
    async state() {
      const own = await store.apiKeys.describe(await workspaceId());
      if (own !== null) return { kind: 'own', ...own };
      return { kind: hasSharedKey ? 'shared' : 'none' };
    },
    async connect(userId, key) {
      const id = await workspaceId();
      await tryKey(key);
      await store.transaction(async ({ apiKeys, settings }) => {
        const from = (await apiKeys.describe(id))?.prefix ?? null;
        await apiKeys.set(id, key, userId);
        const to = (await apiKeys.describe(id))?.prefix ?? null;
        await settings.logChanges(id, userId, [{ setting: 'key', from, to }]);
      });
      keys.forget(id);
    },
    async disconnect(userId) {
      const id = await workspaceId();
      const from = await describe(id);
      if (from === null) return;
      await store.transaction(async ({ apiKeys, settings }) => {
        await apiKeys.remove(id);
        await settings.logChanges(id, userId, [{ setting: 'key', from, to: null }]);
      });
      keys.forget(id);
    },
  };
}
