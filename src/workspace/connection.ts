import type { Connection } from '#handlers/ports.ts';
import type { WorkspaceStore } from '../store/workspace-store.ts';

interface ConnectionSources {
  apiKeys: WorkspaceStore['apiKeys'];
  /** Drops the key that this process has cached. */
  forget: () => Promise<void>;
  /** Whether the operator gave a key for all workspaces. */
  hasSharedKey: boolean;
  /** Sends a request with this key; throws what the client throws. */
  tryKey: (key: string) => Promise<void>;
}

/** The connection of one workspace to the service. */
export function workspaceConnection({ apiKeys, forget, hasSharedKey, tryKey }: ConnectionSources): Connection {
  return {
    async state() {
      const own = await apiKeys.describe();
      if (own !== null) return { kind: 'own', ...own };
      return { kind: hasSharedKey ? 'shared' : 'none' };
    },
    async connect(userId, key) {
      await tryKey(key);
      await apiKeys.connect(userId, key);
      await forget();
    },
    async disconnect(userId) {
      await apiKeys.disconnect(userId);
      await forget();
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
