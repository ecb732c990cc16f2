import { hash, timingSafeEqual } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { createFailedAttempts, networkOf } from './failed-attempts.ts';

/** The least length of a bearer token that the operator chooses. */
export const MIN_TOKEN_LENGTH = 20;

export interface TokenRequest {
  address: string;
  authorization: string | undefined;
}

/** Whether a request carries the operator's token. `limited`: too many wrong ones came from its network within a minute. */
export type CheckToken = (request: TokenRequest) => 'right' | 'wrong' | 'limited';

const MAX_NETWORKS = 1_000;

/**
 * Limits guesses by network. Where the token was right before, it stays right beside somebody who guesses: a network may be a proxy
 * or an office.
 */
export function createTokenCheck(token: string, now: () => number): CheckToken {
  const failures = createFailedAttempts(now);
  const known = new LRUCache<string, true>({ max: MAX_NETWORKS });
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
