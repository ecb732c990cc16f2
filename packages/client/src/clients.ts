import { createKeyClient, type PainClient } from './pain-client.ts';
import {
  createServiceConnection,
  endpointHealth,
  fingerprintKey,
  type Health,
  type ServiceOptions,
} from './service-connection.ts';

export interface ClientsOptions extends Omit<ServiceOptions, 'onKeyRefused' | 'onFairUseWarning'> {
  /** The key of workspaces without their own; null when there is none. */
  apiKey: string | null;
  /**
   * A workspace's own key, or null. Called for every use, so a key changed by any process takes effect at once. Workspaces of one
   * installation get that installation's key.
   */
  keyOf(workspaceId: string): Promise<string | null>;
  /** Called when the service refuses the key that a workspace used last. */
  onKeyRefused?: (workspaceId: string) => void;
  /** Called when the service begins to warn the key that a workspace used last. */
  onFairUseWarning?: (workspaceId: string, until: number) => void;
}

/** Longer than any call waits in the queue. */
const KEY_IN_USE_MS = 30 * 60_000;

/** Clients of one service for many workspaces. Workspaces with the same key share its budget and its answers. */
export function createClients({
  apiKey,
  keyOf,
  onKeyRefused = () => {},
  onFairUseWarning = () => {},
  ...options
}: ClientsOptions) {
  const usersOf = (key: string) => [...used].flatMap(([workspaceId, each]) => (each.key === key ? [workspaceId] : []));
  const service = createServiceConnection({
    ...options,
    onKeyRefused(refused) {
      for (const workspaceId of usersOf(refused)) onKeyRefused(workspaceId);
    },
    onFairUseWarning(warned, until) {
      for (const workspaceId of usersOf(warned)) onFairUseWarning(workspaceId, until);
    },
  });
  const clients = new Map<string, PainClient>();
  const used = new Map<string, { key: string | null; fingerprint: string }>();
  const usedAt = new Map<string, number>();

  const clientOf = (fingerprint: string, key: string | null) => {
    const client = clients.get(fingerprint) ?? createKeyClient(service, key);
    clients.set(fingerprint, client);
    return client;
  };

  /** Calls under way with the old key may finish, but no new call gets its client. */
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
    /** The workspace's client for this request. Do not keep it: the key may change. */
    async for(workspaceId: string): Promise<PainClient> {
      const key = (await keyOf(workspaceId)) ?? apiKey;
      const known = used.get(workspaceId);
      const { fingerprint } = known?.key === key ? known : use(workspaceId, key);
      usedAt.set(fingerprint, service.clock.now());
      return clientOf(fingerprint, key);
    },
    /** After an uninstall: drops the client and its answers, unless another workspace has the same key. */
    forget: release,
    /** As {@link PainClient.health}, over all keys. */
    health: (): Omit<Health, 'mcp'> & { mcp: Omit<Health['mcp'], 'lastError'> } => ({
      rest: endpointHealth(service.rest),
      mcp: endpointHealth(service.mcp),
      budget: service.ledgers.location(),
    }),
    /** What is left of every key used in the last half hour; all other keys have spent nothing. */
    budgets(): Promise<Awaited<ReturnType<PainClient['budget']>>[]> {
      const since = service.clock.now() - KEY_IN_USE_MS;
      const inUse = [...clients].filter(([fingerprint]) => (usedAt.get(fingerprint) ?? 0) > since);
      return Promise.all(inUse.map(([, client]) => client.budget()));
    },
    async close(): Promise<void> {
      await Promise.all([...clients.values()].map((client) => client.close()));
      clients.clear();
      used.clear();
      await service.ledgers.close();
    },
  };
}

export type Clients = ReturnType<typeof createClients>;
