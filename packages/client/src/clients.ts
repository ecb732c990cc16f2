import { createKeyClient, type PainClient } from './pain-client.ts';
import type { Budget } from './rate-limit/pacer.ts';
import { createService, endpointHealth, fingerprintKey, type Health, type ServiceOptions } from './service.ts';

export interface ClientsOptions extends ServiceOptions {
  /** The key of every workspace that has none of its own; null: there is no such key. */
  apiKey: string | null;
  /**
   * A workspace's own key, or null. Asked at each use, so that a key which was changed, here or by another process, counts as
   * soon as this says so. Where one installation serves several workspaces, it answers with that installation's key for each.
   */
  keyOf(workspaceId: string): Promise<string | null>;
}

/** Clients of one service for many workspaces. Workspaces with the same key share its budget and its answers. */
export interface Clients {
  /** The workspace's client for what is asked now: do not keep it. */
  for(workspaceId: string): Promise<PainClient>;
  /** After an uninstall: drops the answers that nobody else's key stands for. */
  forget(workspaceId: string): void;
  /** As {@link PainClient.health}, over all keys. */
  health(): Omit<Health, 'mcp'> & { mcp: Omit<Health['mcp'], 'lastError'> };
  /** What is left to every key that was used here in the last half hour: of the others nothing is spent. */
  budgets(): Promise<Budget[]>;
  close(): Promise<void>;
}

/** Longer than a call waits in line. */
const KEY_IN_USE_MS = 30 * 60_000;

export function createClients({ apiKey, keyOf, ...options }: ClientsOptions): Clients {
  const service = createService(options);
  const clients = new Map<string, PainClient>();
  const used = new Map<string, { key: string | null; fingerprint: string }>();
  const usedAt = new Map<string, number>();

  const clientOf = (fingerprint: string, key: string | null) => {
    const client = clients.get(fingerprint) ?? createKeyClient(service, key);
    clients.set(fingerprint, client);
    return client;
  };

  /** Calls under way with the old key end as they will; nobody finds its client any more. */
  const release = (workspaceId: string) => {
    const fingerprint = used.get(workspaceId)?.fingerprint;
    used.delete(workspaceId);
    if (fingerprint !== undefined && !used.values().some((other) => other.fingerprint === fingerprint)) {
      clients.delete(fingerprint);
      usedAt.delete(fingerprint);
    }
  };

  const use = (workspaceId: string, key: string | null) => {
    release(workspaceId);
    const now = { key, fingerprint: key === null ? 'none' : fingerprintKey(key) };
    used.set(workspaceId, now);
    return now;
  };

  return {
    async for(workspaceId) {
      const key = (await keyOf(workspaceId)) ?? apiKey;
      const known = used.get(workspaceId);
      const { fingerprint } = known?.key === key ? known : use(workspaceId, key);
      usedAt.set(fingerprint, service.clock.now());
      return clientOf(fingerprint, key);
    },
    forget: release,
    health: () => ({
      rest: endpointHealth(service.rest),
      mcp: endpointHealth(service.mcp),
      budget: service.ledgers.location(),
    }),
    budgets() {
      const since = service.clock.now() - KEY_IN_USE_MS;
      const inUse = [...clients].filter(([fingerprint]) => (usedAt.get(fingerprint) ?? 0) > since);
      return Promise.all(inUse.map(([, client]) => client.budget()));
    },
    async close() {
      await Promise.all([...clients.values()].map((client) => client.close()));
      clients.clear();
      used.clear();
      await service.ledgers.close();
    },
  };
}
