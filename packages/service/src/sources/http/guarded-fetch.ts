import { Agent, fetch, ProxyAgent } from 'undici';
import { createGuardedConnector, type GuardOptions } from './guarded-connector.ts';

/** Fetches an address that a stranger named: from the public internet alone, without following a redirect. */
export function createGuardedFetch(
  httpsProxy: string | null = null,
  guard: GuardOptions = {},
): typeof globalThis.fetch {
  const dispatcher = httpsProxy ? new ProxyAgent(httpsProxy) : new Agent({ connect: createGuardedConnector(guard) });
  const guarded = (url: unknown, init?: object) => fetch(String(url), { ...init, redirect: 'error', dispatcher });
  return guarded as typeof globalThis.fetch;
}
