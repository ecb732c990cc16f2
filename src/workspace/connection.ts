import type { Connection } from '#handlers/ports.ts';
import type { WorkspaceStore } from '../store/workspace-store.ts';

interface ConnectionSources {
  apiKeys: WorkspaceStore['apiKeys'];
  /** Drops the key that this process has cached. */
  forget: () => Promise<void>;
  /** Whether the operator gave a key for all workspaces. */
  hasSharedKey: boolean;
  /** Whether the service gives each workspace a key. */
  givesKeys: boolean;
  /** Sends a request with this key; throws what the client throws. */
  tryKey: (key: string) => Promise<void>;
}

/** The connection of one workspace to the service. */
export function workspaceConnection({
  apiKeys,
  forget,
  hasSharedKey,
  givesKeys,
  tryKey,
}: ConnectionSources): Connection {
  return {
    async state() {
      const own = await apiKeys.describe();
      if (own !== null && own.connectedBy !== null) return { kind: 'own', ...own, connectedBy: own.connectedBy };
      if (givesKeys) return { kind: 'given' };
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
