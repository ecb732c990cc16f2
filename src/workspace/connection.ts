import type { Connection } from '#handlers/ports.ts';
import type { Store } from '../store/open-store.ts';

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

/** An answer asks for the key several times; one that another process changed counts after as long at most. */
const CACHE_MS = 1_000;
const MAX_CACHED = 1_000;

/** The workspaces' own keys, as the database had them a moment ago. */
export interface ApiKeyCache {
  /** Null where the workspace has none of its own. */
  find(workspaceId: string): Promise<string | null>;
  /** After this process has changed it. */
  forget(workspaceId: string): void;
}

interface ApiKeyCacheOptions {
  /** Asks the database. */
  load: (workspaceId: string) => Promise<string | null>;
  now: () => number;
}

export function createApiKeyCache({ load, now }: ApiKeyCacheOptions): ApiKeyCache {
  const kept = new Map<string, { key: Promise<string | null>; until: number }>();

  const forget = (workspaceId: string) => void kept.delete(workspaceId);

  return {
    async find(workspaceId) {
      const known = kept.get(workspaceId);
      if (known !== undefined && now() < known.until) return known.key;
      const key = load(workspaceId);
      key.catch(() => forget(workspaceId));
      forget(workspaceId);
      kept.set(workspaceId, { key, until: now() + CACHE_MS });
      const [oldest] = kept.keys();
      if (kept.size > MAX_CACHED && oldest !== undefined) forget(oldest);
      return key;
    },
    forget,
  };
}
