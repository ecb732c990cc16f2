import { ServiceError } from '../../model/service-error.ts';
import type { Account, ApiKeyRecord } from '../../store/index.ts';
import type { FailedAttempts } from '../limits/attempt-limits.ts';
import type { Caller } from '../limits/caller.ts';
import { rateLimitedError } from '../limits/rate-limit.ts';
import { type ParsedApiKey, parseApiKey, secretMatches } from './api-keys.ts';

/** A key as it stands in the store. */
export interface StoredKey {
  key: ApiKeyRecord;
  account: Account;
}
/** A key that was found to be right, and when. */
export interface VerifiedKey extends StoredKey {
  readAt: number;
  /** The store's, before it was read. */
  revision: number;
}

/** Keys that were found to be right, so that not every call has to read one: that costs more than most answers. */
export interface VerifiedKeyCache {
  /** The key if its secret is the one that was right, however long ago. */
  find(given: ParsedApiKey): VerifiedKey | null;
  remember(given: ParsedApiKey, known: StoredKey, revision: number): VerifiedKey;
  forget(prefix: string): void;
}

const MAX_CACHED_KEYS = 10_000;

function createVerifiedKeyCache(now: () => number): VerifiedKeyCache {
  const trusted = new Map<string, VerifiedKey>();
  return {
    find({ prefix, secret }) {
      const known = trusted.get(prefix) ?? null;
      return secretMatches(secret, known?.key.secretHash ?? null) ? known : null;
    },
    remember({ prefix }, known, revision) {
      if (trusted.size >= MAX_CACHED_KEYS) trusted.clear();
      const remembered = { ...known, readAt: now(), revision };
      trusted.set(prefix, remembered);
      return remembered;
    },
    forget: (prefix) => void trusted.delete(prefix),
  };
}

/** What is looked at of a request. */
export interface AuthenticationRequest {
  headers: { authorization?: string | undefined };
  /** The caller's address. */
  ip: string;
  /** What is visited, where access tokens for it are taken beside API keys. */
  audience?: string | undefined;
}

/** Who sends this request; throws UNAUTHORIZED, and RATE_LIMITED after many wrong keys or tokens from one address. */
export type Authenticate = (visit: AuthenticationRequest) => Promise<Caller>;

export interface AuthenticateOptions {
  keys: {
    findByPrefix(prefix: string): Promise<StoredKey | null>;
    touch(prefix: string): Promise<void>;
  };
  /** Whose access token for this audience it is; null when it is not known, expired, revoked or for another audience. */
  findTokenHolder(token: string, audience: string): Promise<Account | null>;
  /** Grows with every change of a key or a plan, whichever process makes it. */
  revision(): Promise<number>;
  failures: FailedAttempts;
  now: () => number;
  /** The last use of a key could not be noted down: no reason to refuse the call. */
  onTouchFailed: (error: unknown) => void;
}

/** A key is taken for what it was while nothing was changed, and read anew after this time all the same. */
const KEY_CACHE_MS = 1_000;
const TOUCH_EVERY_MS = 3_600_000;
const BEARER = /^bearer +(\S+) *$/i;

export function createAuthenticate({
  keys,
  findTokenHolder,
  revision,
  failures,
  now,
  onTouchFailed,
}: AuthenticateOptions): Authenticate {
  const trusted = createVerifiedKeyCache(now);
  const readRevision = shareBetweenCallers(revision);

  const refuse = (visit: AuthenticationRequest, message: string): never => {
    failures.add(visit.ip);
    throw unauthorized(visit, message);
  };
  const verify = async (visit: AuthenticationRequest, given: ParsedApiKey, at: number): Promise<VerifiedKey> => {
    const known = await keys.findByPrefix(given.prefix);
    const matches = secretMatches(given.secret, known?.key.secretHash ?? null);
    if (known === null || !matches) return refuse(visit, 'The API key is not known. Check it, or have a new one made.');
    if (known.key.revokedAt === null) return trusted.remember(given, known, at);
    trusted.forget(given.prefix);
    return refuse(visit, 'The API key was revoked. Have a new one made.');
  };
  const noteUse = (key: StoredKey['key']): void => {
    if (key.lastUsedAt !== null && now() - key.lastUsedAt < TOUCH_EVERY_MS) return;
    key.lastUsedAt = now();
    keys.touch(key.prefix).catch(onTouchFailed);
  };

  return async (visit) => {
    const { authorization } = visit.headers;
    if (authorization === undefined) {
      throw unauthorized(visit, 'This address needs an API key. Send it as "Authorization: Bearer <API_KEY>".');
    }
    const bearer = BEARER.exec(authorization)?.[1] ?? '';
    const given = parseApiKey(bearer);
    if (given === null && bearer !== '' && visit.audience !== undefined) {
      const account = await findTokenHolder(bearer, visit.audience);
      if (account !== null) return { accountId: account.id, plan: account.plan, keyPrefix: null };
    }
    const recognised = given && trusted.find(given);
    // Who shares an address with somebody who guesses may go on with a key that works.
    if (recognised === null && failures.exceeded(visit.ip)) {
      throw rateLimitedError('Too many calls with a wrong API key came from this address. Wait a minute.');
    }
    if (given === null) return refuse(visit, 'The API key has not the form "Bearer pain_<prefix>_<secret>".');
    const at = await readRevision();
    const isFresh = recognised?.revision === at && now() - recognised.readAt < KEY_CACHE_MS;
    const { key, account } = isFresh ? recognised : await verify(visit, given, at);
    noteUse(key);
    return { accountId: account.id, plan: account.plan, keyPrefix: key.prefix };
  };
}

/** One reading for all who ask before it begins: each must see what was changed before it asked, and not more often than needed. */
function shareBetweenCallers<Result>(read: () => Promise<Result>): () => Promise<Result> {
  let next: Promise<Result> | null = null;
  return () => {
    next ??= new Promise((resolve, reject) => {
      setImmediate(() => {
        next = null;
        read().then(resolve, reject);
      });
    });
    return next;
  };
}

/** RFC 6750: a challenge says `invalid_token` only to those who sent one. RFC 9728: it says where to learn how to get one. */
function unauthorized({ headers, audience }: AuthenticationRequest, message: string): ServiceError {
  const challenge = [
    'Bearer realm="pain-signals"',
    ...(headers.authorization === undefined ? [] : ['error="invalid_token"']),
    ...(audience === undefined ? [] : [`resource_metadata="${metadataUrlOf(audience)}"`]),
  ].join(', ');
  return new ServiceError('UNAUTHORIZED', message, { headers: { 'www-authenticate': challenge } });
}

/** What access tokens are for: the MCP server, by its public address. */

/** RFC 9728: where a resource says how to get a token for it. */
function metadataUrlOf(resource: string): string {
  const { origin, pathname } = new URL(resource);
  return `${origin}/.well-known/oauth-protected-resource${pathname}`;
}
