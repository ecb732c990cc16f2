import { hash, timingSafeEqual } from 'node:crypto';
import { isIPv6 } from 'node:net';
import { LRUCache } from 'lru-cache';

export interface TokenRequest {
  address: string;
  authorization: string | undefined;
}

/** Whether a request carries the operator's token. `limited`: too many wrong ones came from its network within a minute. */
export type CheckToken = (request: TokenRequest) => 'right' | 'wrong' | 'limited';

const MAX_KNOWN_NETWORKS = 1_000;

/**
 * Limits guesses by network. Where the token was right before, it stays right beside somebody who guesses: a network may be a proxy
 * or an office.
 */
export function createTokenCheck(token: string, now: () => number): CheckToken {
  const failures = createFailedAttempts(now);
  const known = new LRUCache<string, true>({ max: MAX_KNOWN_NETWORKS });
  return ({ address, authorization }) => {
    const isRight = bearerMatches(authorization, token);
    const network = networkOf(address);
    if (isRight && known.has(network)) return 'right';
    if (failures.exceeded(address)) return 'limited';
    if (isRight) known.set(network, true);
    // A request without a token guesses nothing.
    else if (authorization !== undefined) failures.add(address);
    return isRight ? 'right' : 'wrong';
  };
}

/** Takes the same time for every token. */
function bearerMatches(authorization: string | undefined, token: string): boolean {
  const [, given = ''] = /^bearer +(\S+) *$/i.exec(authorization ?? '') ?? [];
  return timingSafeEqual(hash('sha256', given, 'buffer'), hash('sha256', token, 'buffer'));
}

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
