import { AsyncLocalStorage } from 'node:async_hooks';
import { setImmediate } from 'node:timers/promises';
import { steadyTime, withTimeout } from '@pain-signals/contract';
import type { FailedAttempts } from '@pain-signals/telemetry';
import { LRUCache } from 'lru-cache';
import { HOUR_MS } from '../../model/day.ts';
import { ServiceError } from '../../model/service-error.ts';
import type { Account, ApiKeyRecord, Plan } from '../../store/index.ts';
import { rateLimitedError } from '../limits/rate-limit.ts';
import { type ParsedApiKey, parseApiKey, secretMatches } from './api-keys.ts';

/** Who sent the request that is being handled, over REST or MCP. */
export const currentCaller = new AsyncLocalStorage<Caller>();

export interface Caller {
  accountId: string;
  plan: Plan;
  /** Null for callers with an access token. */
  keyPrefix: string | null;
}

/** A key and its account, as stored at a revision of the store. */
export interface StoredKey {
  key: ApiKeyRecord;
  account: Account;
  revision: number;
}
/** A key whose secret was right, and when it was read. */
interface VerifiedKey extends StoredKey {
  readAt: number;
}

/** The only scope of OAuth tokens: reading signals over MCP. */
export const MCP_SCOPE = 'signals:read';

/** The audience of access tokens: the MCP server's public address. */
export const mcpResource = (serviceUrl: string): string => `${serviceUrl}/mcp`;

const MAX_CACHED_KEYS = 10_000;

/** The parts of a request that authentication looks at. */
export interface AuthenticationRequest {
  headers: { authorization?: string | undefined };
  /** The caller's address. */
  ip: string;
  /** The resource, where access tokens for it are accepted besides API keys. */
  audience?: string | undefined;
}

/** Who sends the request. Throws UNAUTHORIZED, or RATE_LIMITED after many wrong keys or tokens from one address. */
export type Authenticate = (request: AuthenticationRequest) => Promise<Caller>;

export interface AuthenticateOptions {
  keys: {
    findByPrefix(prefix: string): Promise<StoredKey | null>;
    touch(prefix: string): Promise<void>;
  };
  /** The account of an access token; null when it is unknown, expired, revoked or for another audience. */
  findTokenHolder(token: string, audience: string): Promise<Account | null>;
  /** Grows with every change of a key or a plan, in any process. */
  revision(): Promise<number>;
  failures: FailedAttempts;
  now: () => number;
  /** Writing down a key's last use failed, which does not fail the call. */
  onTouchFailed: (error: unknown) => void;
}

/** How long a verified key is trusted while the store does not change. */
const KEY_CACHE_MS = 1_000;
const TOUCH_EVERY_MS = HOUR_MS;
const BEARER = /^bearer +(\S+) *$/i;

export function createAuthenticate({
  keys,
  findTokenHolder,
  revision,
  failures,
  now,
  onTouchFailed,
}: AuthenticateOptions): Authenticate {
  // Reading a key costs more than most answers, so keys that were right are cached.
  const steadyNow = steadyTime(now);
  const verified = new LRUCache<string, VerifiedKey>({ max: MAX_CACHED_KEYS });
  const readRevision = shareBetweenCallers(revision);

  // A key that works keeps working when somebody else guesses keys from the same address.
  const reject = (request: AuthenticationRequest, message: string): never => {
    if (failures.exceeded(request.ip))
      throw rateLimitedError('Too many calls with a wrong API key from this address. Wait a minute.');
    failures.add(request.ip);
    throw unauthorized(request, message);
  };
  /** The cached key if its secret matches, however old it is. */
  const findCached = ({ prefix, secret }: ParsedApiKey): VerifiedKey | null => {
    const cached = verified.get(prefix) ?? null;
    return secretMatches(secret, cached?.key.secretHash ?? null) ? cached : null;
  };
  const verify = async (request: AuthenticationRequest, given: ParsedApiKey): Promise<VerifiedKey> => {
    const stored = await keys.findByPrefix(given.prefix);
    const matches = secretMatches(given.secret, stored?.key.secretHash ?? null);
    if (stored === null || !matches) return reject(request, 'Unknown API key. Check it, or create a new one.');
    if (stored.key.revokedAt !== null) {
      verified.delete(given.prefix);
      return reject(request, 'This API key was revoked. Create a new one.');
    }
    const key = { ...stored, readAt: steadyNow() };
    verified.set(given.prefix, key);
    return key;
  };
  const noteUse = (key: StoredKey['key']): void => {
    if (key.lastUsedAt !== null && Math.abs(now() - key.lastUsedAt) < TOUCH_EVERY_MS) return;
    key.lastUsedAt = now();
    keys.touch(key.prefix).catch(onTouchFailed);
  };

  return async (request) => {
    const { authorization } = request.headers;
    if (authorization === undefined) {
      throw unauthorized(request, 'Missing API key. Send it as "Authorization: Bearer <API_KEY>".');
    }
    const bearer = BEARER.exec(authorization)?.[1] ?? '';
    const given = parseApiKey(bearer);
    if (given === null && bearer !== '' && request.audience !== undefined) {
      const account = await findTokenHolder(bearer, request.audience);
      if (account !== null) return { accountId: account.id, plan: account.plan, keyPrefix: null };
    }
    if (given === null)
      return reject(request, 'Malformed API key. The header must be "Bearer pain_<prefix>_<secret>".');
    const cached = findCached(given);
    const isRecent = cached !== null && steadyNow() - cached.readAt < KEY_CACHE_MS;
    const isFresh = isRecent && cached.revision === (await readRevision());
    const { key, account } = isFresh ? cached : await verify(request, given);
    noteUse(key);
    return { accountId: account.id, plan: account.plan, keyPrefix: key.prefix };
  };
}

/** A read that takes longer may hang, and doesn't hold up the next one. */
const PATIENCE_MS = 50;

/** Callers that ask before a read starts share it, so each sees every change made before it asked. Mostly one read runs at a time. */
function shareBetweenCallers<Result>(read: () => Promise<Result>): () => Promise<Result> {
  let running: Promise<unknown> = Promise.resolve();
  let next: Promise<Result> | null = null;
  const readNext = async (): Promise<Result> => {
    await withTimeout(PATIENCE_MS, running).catch(() => {});
    await setImmediate();
    next = null;
    const reading = read();
    running = reading;
    return reading;
  };
  return () => {
    next ??= readNext();
    return next;
  };
}

/** RFC 6750: the challenge says `invalid_token` only when a token was sent. RFC 9728: it links to the resource's metadata. */
function unauthorized({ headers, audience }: AuthenticationRequest, message: string): ServiceError {
  const challenge = [
    'Bearer realm="pain-signals"',
    ...(headers.authorization === undefined ? [] : ['error="invalid_token"']),
    ...(audience === undefined ? [] : [`resource_metadata="${metadataUrlOf(audience)}"`, `scope="${MCP_SCOPE}"`]),
  ].join(', ');
  return new ServiceError('UNAUTHORIZED', message, { headers: { 'www-authenticate': challenge } });
}

/** RFC 9728: the address of a resource's metadata. */
function metadataUrlOf(resource: string): string {
  const { origin, pathname } = new URL(resource);
  return `${origin}/.well-known/oauth-protected-resource${pathname}`;
}
