import { type LookupAddress, lookup as systemLookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { Agent, buildConnector, fetch, ProxyAgent } from 'undici';
import { AddressRefusedError } from './errors.ts';
import { isPublicAddress } from './public-address.ts';

/** Every address of a name. */
export type Lookup = (
  hostname: string,
  options: { all: true },
  callback: (error: Error | null, addresses: LookupAddress[]) => void,
) => void;

export interface GuardOptions {
  /** Which IP addresses may be reached; those of the public internet by default. */
  allowAddress?: ((address: string) => boolean) | undefined;
  lookup?: Lookup | undefined;
}

const CONNECT_TIMEOUT_MS = 10_000;

/**
 * Connects to allowed addresses only. The check happens while connecting, and the checked address is the one that is
 * dialed: a name that first resolves to a public and then to a private address gets nowhere (DNS rebinding).
 */
export function createGuardedConnector({
  allowAddress = isPublicAddress,
  lookup = systemLookup,
}: GuardOptions = {}): buildConnector.connector {
  const guardedLookup: LookupFunction = (hostname, options, callback) =>
    lookup(hostname, { all: true }, (error, addresses) => {
      const [first] = addresses ?? [];
      if (error !== null || first === undefined) callback(error ?? new Error(`${hostname} has no address`), '', 0);
      else if (!addresses.every(({ address }) => allowAddress(address)))
        callback(new AddressRefusedError(hostname), '', 0);
      else if (options.all) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
  const connect = buildConnector({ timeout: CONNECT_TIMEOUT_MS, lookup: guardedLookup, allowH2: false });
  return (options, callback) => {
    // An IP address is never looked up.
    const literal = options.hostname.replace(/^\[|\]$/g, '');
    if (isIP(literal) !== 0 && !allowAddress(literal)) callback(new AddressRefusedError(literal), null);
    else connect(options, callback);
  };
}

/** Names that a proxy finds in its own network: those without a dot, and under domains that are never public. */
const LOCAL_NAME =
  /^[^.]*$|\.(?:alt|corp|home|home\.arpa|internal|intranet|invalid|lan|local|localdomain|localhost|onion|private|test)$/;

/**
 * Rejects an address that a stranger chose and a proxy might find in its own network. The proxy looks the name up again, so
 * one that this machine cannot look up, or that is local by its form, passes only where its addresses are expressly allowed.
 */
export async function refusePrivate(
  { hostname }: URL,
  { allowAddress = isPublicAddress, lookup = systemLookup }: GuardOptions = {},
): Promise<void> {
  const host = hostname.replace(/^\[|\]$/g, '').replace(/\.+$/, '');
  const isAddress = isIP(host) !== 0;
  const addresses = await new Promise<string[]>((resolve) => {
    if (isAddress) resolve([host]);
    else lookup(host, { all: true }, (_error, found = []) => resolve(found.map(({ address }) => address)));
  });
  if (addresses.length === 0)
    throw new AddressRefusedError(host, 'cannot be looked up from here, so it may not be a public address');
  const isLocal = !isAddress && LOCAL_NAME.test(host);
  if (!addresses.every((address) => allowAddress(address) && !(isLocal && isPublicAddress(address))))
    throw new AddressRefusedError(host);
}

/** Fetches an address that a stranger named: from the public internet alone, without following a redirect. */
export function createGuardedFetch(
  httpsProxy: string | null = null,
  guard: GuardOptions = {},
): typeof globalThis.fetch {
  const dispatcher = httpsProxy ? new ProxyAgent(httpsProxy) : new Agent({ connect: createGuardedConnector(guard) });
  const guarded = async (url: unknown, init?: object) => {
    if (httpsProxy) await refusePrivate(new URL(String(url)), guard);
    return fetch(String(url), { ...init, redirect: 'error', dispatcher });
  };
  return guarded as typeof globalThis.fetch;
}
