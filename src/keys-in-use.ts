/** An answer asks for the key several times; one that another process changed counts after as long at most. */
const KEPT_MS = 1_000;
const MOST = 1_000;

/** The workspaces' own keys, as the database had them a moment ago. */
export interface KeysInUse {
  /** Null where the workspace has none of its own. */
  find(workspaceId: string): Promise<string | null>;
  /** After this process has changed it. */
  forget(workspaceId: string): void;
}

interface Options {
  /** Asks the database. */
  load: (workspaceId: string) => Promise<string | null>;
  now: () => number;
}

export function createKeysInUse({ load, now }: Options): KeysInUse {
  const kept = new Map<string, { key: Promise<string | null>; until: number }>();

  const forget = (workspaceId: string) => void kept.delete(workspaceId);

  return {
    async find(workspaceId) {
      const known = kept.get(workspaceId);
      if (known !== undefined && now() < known.until) return known.key;
      const key = load(workspaceId);
      key.catch(() => forget(workspaceId));
      forget(workspaceId);
      kept.set(workspaceId, { key, until: now() + KEPT_MS });
      const [oldest] = kept.keys();
      if (kept.size > MOST && oldest !== undefined) forget(oldest);
      return key;
    },
    forget,
  };
}
