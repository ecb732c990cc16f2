import {
  PainClientError,
  readBounded,
  TimeoutError,
  UnexpectedAnswerError,
  UnreachableError,
} from '@pain-signals/client';
import { withTimeout } from '@pain-signals/contract';
import { HOUR_MS } from '@pain-signals/domain';
import type { Logger } from 'pino';
import { z } from 'zod';
import type { Connection } from '#handlers/ports.ts';
import { createCache, loadOnce } from '../store/cache.ts';
import type { Store } from '../store/open-store.ts';
import type { WorkspaceStore } from '../store/workspace-store.ts';

const TIMEOUT_MS = 5_000;
const Issued = z.object({ key: z.string().min(1).max(200) });

export function createOperatorRoutes(apiUrl: string, token: string) {
  const call = async (method: 'PUT' | 'DELETE', workspaceId: string): Promise<unknown> => {
    const what = `${method} /operator/workspaces/${workspaceId}/key`;
    const url = `${apiUrl.replace(/\/+$/, '')}/operator/workspaces/${encodeURIComponent(workspaceId)}/key`;
    try {
      const headers = { authorization: `Bearer ${token}` };
      const response = await fetch(url, {
        method,
        headers,
        redirect: 'error',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      const { status, ok, body } = response;
      if (ok) return body === null ? null : JSON.parse(await readBounded(what, body));
      // Not UnauthorizedError, which would ask people to connect another key: it is the operator who must act.
      throw new UnexpectedAnswerError(`Unexpected status ${status}: ${what}`, { status });
    } catch (cause) {
      if (cause instanceof PainClientError) throw cause;
      if (cause instanceof Error && cause.name === 'TimeoutError')
        throw new TimeoutError(`Too slow: ${what}`, { cause });
      if (cause instanceof SyntaxError) throw new UnexpectedAnswerError(`Not JSON: ${what}`, { cause });
      throw new UnreachableError(`Unreachable: ${what}`, { cause });
    }
  };
  return {
    /** The same key for every call, until it is revoked. Throws a PainClientError. */
    async issueKey(workspaceId: string): Promise<string> {
      const issued = Issued.safeParse(await call('PUT', workspaceId));
      if (issued.success) return issued.data.key;
      throw new UnexpectedAnswerError(`No key in the answer: PUT /operator/workspaces/${workspaceId}/key`);
    },
    async revokeKey(workspaceId: string): Promise<void> {
      await call('DELETE', workspaceId);
    },
  };
}

/** The operator's routes of our own service, which give each workspace an account and a key. */
export type OperatorRoutes = ReturnType<typeof createOperatorRoutes>;

/** How often the app asks again, in case an unused key was revoked. */
const RENEWAL_MS = HOUR_MS;
const RETRY_MS = 60_000;
const MAX_REMEMBERED = 10_000;

interface Options {
  store: Pick<Store, 'apiKeys'>;
  /** Null: workspaces connect keys themselves. */
  routes: OperatorRoutes | null;
  /** Serves a workspace whose key can't be had. */
  hasSharedKey: boolean;
  now: () => number;
  logger: Logger;
}

/** The key of each workspace: the one it connected, or one that our own service gives it when it is first needed. */
export function createKeySource({ store, routes, hasSharedKey, now, logger }: Options) {
  const askedLately = createCache<true>({ max: MAX_REMEMBERED, ttlMs: RETRY_MS, now });

  const issue = async (workspaceId: string, from: OperatorRoutes): Promise<string | null> => {
    await store.apiKeys.provide(workspaceId, await from.issueKey(workspaceId));
    // Somebody may have connected another one meanwhile, or uninstalled the app.
    return store.apiKeys.find(workspaceId);
  };
  const failed = (workspaceId: string) => (err: unknown) => {
    logger.warn({ err, workspace: workspaceId }, 'the service gave no key for this workspace');
    return null;
  };

  /** Nobody waits for it. */
  const renew = (workspaceId: string, from: OperatorRoutes): void => {
    if (askedLately.has(workspaceId)) return;
    askedLately.set(workspaceId, true);
    void issue(workspaceId, from).catch(failed(workspaceId));
  };

  return {
    async find(workspaceId: string): Promise<string | null> {
      const key = await store.apiKeys.find(workspaceId);
      if (routes === null) return key;
      const record = key === null ? null : await store.apiKeys.describe(workspaceId);
      if (record === null) {
        const issued = issue(workspaceId, routes);
        return hasSharedKey ? issued.catch(failed(workspaceId)) : issued;
      }
      const isDue = record.connectedBy === null && record.connectedAt <= now() - RENEWAL_MS;
      if (isDue) renew(workspaceId, routes);
      return key;
    },
    /** After the service refused the workspace's key: the next request has the next one, unless somebody connected a key. */
    async replaceRefused(workspaceId: string): Promise<void> {
      if (routes === null) return;
      const record = await store.apiKeys.describe(workspaceId);
      if (record?.connectedBy === null) renew(workspaceId, routes);
    },
    /** After an uninstall. The operator has to revoke by hand what fails here. */
    async revoke(workspaceId: string): Promise<void> {
      await routes?.revokeKey(workspaceId).catch((err: unknown) => {
        const command = `npm run -s cli -- key list slack:${workspaceId.toLowerCase()}`;
        logger.warn({ err, workspace: workspaceId, command }, "the workspace's key could not be revoked");
      });
    },
  };
}

/** One request needs the key several times. A change by another process counts after this time at most. */
const CACHE_MS = 1_000;
const MAX_CACHED = 1_000;

interface ApiKeyCacheOptions {
  /** Asks the database. */
  load: (workspaceId: string) => Promise<string | null>;
  now: () => number;
}

export function createApiKeyCache({ load, now }: ApiKeyCacheOptions) {
  const keys = createCache<Promise<string | null>>({ max: MAX_CACHED, ttlMs: CACHE_MS, now });
  return {
    /** Null when the workspace has none. */
    find: (workspaceId: string): Promise<string | null> => loadOnce(keys, workspaceId, () => load(workspaceId)),
    /** After this process has changed it. */
    forget: (workspaceId: string): void => void keys.delete(workspaceId),
  };
}

/** The workspaces' own keys. */
export type ApiKeyCache = ReturnType<typeof createApiKeyCache>;

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
      const fallback = givesKeys ? 'given' : hasSharedKey ? 'shared' : 'none';
      if (own === null || own.connectedBy === null) return { kind: fallback };
      return { kind: 'own', ...own, connectedBy: own.connectedBy, fallback };
    },
    async connect(userId, key, checkMs) {
      await withTimeout(checkMs, tryKey(key));
      await apiKeys.connect(userId, key);
      await forget();
    },
    async disconnect(userId) {
      await apiKeys.disconnect(userId);
      await forget();
    },
  };
}
