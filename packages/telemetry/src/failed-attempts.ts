import { isIPv6 } from 'node:net';
import { LRUCache } from 'lru-cache';

/** Some proxies add the port to the address they forward, and name IPv4 addresses as IPv6. */
const bareAddress = (address: string): string =>
  address.replace(/^\[(.+)\](?::\d+)?$|^([\d.]+):\d+$/, '$1$2').replace(/^::ffff:(?=[\d.]+$)/i, '');

/** The network an address is limited as: an IPv6 address by its /64, since one subscriber owns all of that. */
export function networkOf(given: string): string {
  const address = bareAddress(given);
  if (!isIPv6(address) || address.includes('.')) return address;
  const [head = '', tail = ''] = address.split('::');
  const before = head.split(':').filter((group) => group !== '');
  const after = tail.split(':').filter((group) => group !== '');
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => '0');
  const groups = address.includes('::') ? [...before, ...zeros, ...after] : before;
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}

const MAX_FAILURES = 30;
const WINDOW_MS = 60_000;
const MAX_NETWORKS = 10_000;

/** Counts wrong keys and tokens by network, so that nobody can guess them by the thousand. */
export function createFailedAttempts(now: () => number) {
  const timesOf = new LRUCache<string, number[]>({ max: MAX_NETWORKS });
  const recentOf = (address: string) =>
    // Drops future times, left by a clock that was set back.
    (timesOf.get(networkOf(address)) ?? []).filter((time) => time > now() - WINDOW_MS && time <= now());
  const exceeded = (address: string) => recentOf(address).length >= MAX_FAILURES;
  return {
    /** Whether too many wrong ones came from the address's network within a minute. */
    exceeded,
    // What is refused is not counted, so retrying does not prolong the wait.
    add(address: string): void {
      if (!exceeded(address)) timesOf.set(networkOf(address), [...recentOf(address), now()]);
    },
  };
}

export type FailedAttempts = ReturnType<typeof createFailedAttempts>;
