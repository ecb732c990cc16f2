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
