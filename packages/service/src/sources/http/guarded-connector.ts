import { type LookupAddress, lookup as systemLookup } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { Agent, buildConnector, fetch, ProxyAgent } from 'undici';
import { AddressRefusedError } from './errors.ts';

/** IPv4 ranges that are not the public internet (IANA's special-purpose registry); 169.254.169.254 serves cloud credentials. */
const SPECIAL_V4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
  // Azure's internal service.
  '168.63.129.16/32',
];

/** Of IPv6 only 2000::/3 is public; these parts of it are not: tunnels carry an unchecked IPv4 address. */
const GIVEN_OUT_V6 = '2000::/3';
const SPECIAL_V6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'];

const listOf = (family: 'ipv4' | 'ipv6', subnets: readonly string[]): BlockList => {
  const list = new BlockList();
  for (const subnet of subnets) {
    const [address = '', prefix = family === 'ipv4' ? '32' : '128'] = subnet.split('/');
    list.addSubnet(address, Number(prefix), family);
  }
  return list;
};

const specialV4 = listOf('ipv4', SPECIAL_V4);
const specialV6 = listOf('ipv6', SPECIAL_V6);
const givenOutV6 = listOf('ipv6', [GIVEN_OUT_V6]);

/** Whether an IP address in text is one of the public internet; false for anything that is no IP address. */
export function isPublicAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !specialV4.check(address, 'ipv4');
    case 6:
      return givenOutV6.check(address, 'ipv6') && !specialV6.check(address, 'ipv6');
    default:
      return false;
  }
}

/** Public addresses, and those in the given networks, such as 192.168.7.5 or 10.1.0.0/16 for a server inside a company. */
export function allowAlso(subnets: readonly string[]): (address: string) => boolean {
  const [v4, v6] = [
    subnets.filter((subnet) => !subnet.includes(':')),
    subnets.filter((subnet) => subnet.includes(':')),
  ];
  const lists = { 4: listOf('ipv4', v4), 6: listOf('ipv6', v6) };
  return (address) => {
    if (isPublicAddress(address)) return true;
    const version = isIP(address);
    return (version === 4 && lists[4].check(address, 'ipv4')) || (version === 6 && lists[6].check(address, 'ipv6'));
  };
}

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

/** A proxy may reach what is not public. A name that only the proxy can look up is left to it. */
export async function refusePrivate(
  { hostname }: URL,
  { allowAddress = isPublicAddress, lookup = systemLookup }: GuardOptions = {},
): Promise<void> {
  const host = hostname.replace(/^\[|\]$/g, '');
  const addresses = await new Promise<string[]>((resolve) => {
    if (isIP(host) !== 0) resolve([host]);
    else lookup(host, { all: true }, (_error, found = []) => resolve(found.map(({ address }) => address)));
  });
  if (!addresses.every(allowAddress)) throw new AddressRefusedError(host);
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
