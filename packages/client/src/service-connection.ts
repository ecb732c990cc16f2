import { createHash } from 'node:crypto';
import { steadyTime } from '@pain-signals/contract';
import type { Dispatcher } from 'undici';
import { type AnswerPool, createAnswerPool } from './cache.ts';
import { createHttpClient, createRestClient, type RestRequest, type RestResponse } from './http/http-client.ts';
import { createEvidenceTool, type EvidenceTool } from './mcp/evidence-tool.ts';
import { createMcpSession } from './mcp/session.ts';
import {
  createListLimit,
  createMemoryListedSignals,
  type ListedSignals,
  type ListLimit,
} from './rate-limit/list-limit.ts';
import { createPacer, type Pacer, resolvePacing } from './rate-limit/pacer.ts';
import { createSearchLimit, SEARCH_LEDGER, type SearchLimit } from './rate-limit/search-limit.ts';
import { createLedgers, type LedgerLocation, type Ledgers } from './rate-limit/shared-ledgers.ts';
import type { PacingOptions } from './rate-limit/slots.ts';
import { type Clock, systemClock } from './rate-limit/turn-queue.ts';
import { type CallContext, type CallPolicy, createCallPolicy } from './resilience/call-policy.ts';
import { type CircuitBreaker, type CircuitState, createCircuitBreaker } from './resilience/circuit-breaker.ts';

/** The address of a service and how to call it, for any key. */
export interface ServiceOptions {
  /** {base_url} of the specification, e.g. `http://127.0.0.1:4000`. */
  apiUrl: string;
  /** {mcp_url}; its MCP server is at `/mcp` below it. Default: `apiUrl`. */
  mcpUrl?: string | undefined;
  pacing?: PacingOptions | undefined;
  /** Where several processes count the calls of one budget, e.g. `redis://127.0.0.1:6379`. */
  redisUrl?: string | undefined;
  /** Where the signals that lists showed are kept, by key, for all processes. Default: in memory. */
  listed?: ListedSignals | undefined;
  clock?: Clock | undefined;
  /** In [0, 1); spreads retries. */
  random?: (() => number) | undefined;
  dispatcher?: Dispatcher | undefined;
  /** The id of the request that the caller is answering; sent as `X-Request-Id`. */
  requestId?: (() => string | undefined) | undefined;
  /** Called when the service refuses a key with 401. */
  onKeyRefused?: ((apiKey: string) => void) | undefined;
  /** Called when the service begins to warn a key of fair use: until when that counts, ms since the epoch. */
  onFairUseWarning?: ((apiKey: string, until: number) => void) | undefined;
  /** Called with messages for the operator. Default: `process.emitWarning`. */
  warn?: ((message: string) => void) | undefined;
}

export interface ServiceConnection {
  rest: Endpoint;
  mcp: Endpoint;
  pacing: Required<PacingOptions>;
  ledgers: Ledgers;
  listed: ListedSignals;
  warn: (message: string) => void;
  /** Warns of each reason once, whichever key it was. */
  warnOfMcp: (reason: string) => void;
  answers: AnswerPool;
  clock: Clock;
  random: () => number;
  dispatcher: Dispatcher | undefined;
  requestId: (() => string | undefined) | undefined;
  onKeyRefused: ((apiKey: string) => void) | undefined;
  onFairUseWarning: ((apiKey: string, until: number) => void) | undefined;
}

/** REST or MCP; either may be down while the other is up. */
export interface Endpoint {
  url: string;
  breaker: CircuitBreaker;
}

export interface Health {
  rest: EndpointHealth;
  /** `lastError`: why the last evidence came without excerpts; never the service's text. */
  mcp: EndpointHealth & { lastError: string | null };
  /** Where the calls are counted. */
  budget: LedgerLocation;
}

export interface EndpointHealth extends CircuitState {
  url: string;
}

export function createServiceConnection(options: ServiceOptions): ServiceConnection {
  const { apiUrl, mcpUrl = apiUrl, redisUrl, random = Math.random, dispatcher } = options;
  const { now, sleep } = options.clock ?? systemClock;
  const clock: Clock = { now: steadyTime(now), sleep };
  const { warn = (message) => process.emitWarning(message, 'PainClientWarning') } = options;
  const pacing = resolvePacing(options.pacing ?? {});
  const endpoint = (url: string): Endpoint => ({ url, breaker: createCircuitBreaker(clock.now) });
  const warnedOf = new Set<string>();
  return {
    rest: endpoint(withoutSlash(apiUrl)),
    mcp: endpoint(`${withoutSlash(mcpUrl)}/mcp`),
    pacing,
    answers: createAnswerPool(),
    ledgers: createLedgers({ redisUrl, clock, warn }),
    listed: options.listed ?? createMemoryListedSignals(),
    warn,
    warnOfMcp(reason) {
      if (warnedOf.has(reason)) return;
      warnedOf.add(reason);
      warn(`The MCP server rejects us, so evidence comes without excerpts. ${reason}`);
    },
    clock,
    random,
    dispatcher,
    requestId: options.requestId,
    onKeyRefused: options.onKeyRefused,
    onFairUseWarning: options.onFairUseWarning,
  };
}

const withoutSlash = (url: string) => url.replace(/\/+$/, '');

/** The address is without credentials and query. */
export const endpointHealth = ({ url, breaker }: Endpoint): EndpointHealth => {
  const { origin, pathname } = new URL(url);
  return { url: origin + pathname, ...breaker.state() };
};

/** Section 4.3. */
export const SEARCH_PATH = '/api/signals/semantic-search';

/** Both endpoints of a service for one key, within its budget. */
export interface KeyConnection {
  pacer: Pacer;
  searches: SearchLimit;
  lists: ListLimit;
  begin: CallPolicy['begin'];
  get(context: CallContext, request: RestRequest): Promise<RestResponse>;
  evidenceTool: EvidenceTool;
}

export function connectWithKey(service: ServiceConnection, apiKey: string | null): KeyConnection {
  const { rest, mcp, clock } = service;
  const name = fingerprintKey(apiKey ?? '');
  const ledger = service.ledgers.open(name, service.pacing);
  const pacer = createPacer(service.pacing, ledger, clock);
  const searches = createSearchLimit(service.ledgers.open(`${name} searches`, SEARCH_LEDGER), clock, (until) =>
    service.onFairUseWarning?.(apiKey ?? '', until),
  );
  const { listed, warn } = service;
  const lists = createListLimit({ ...{ name, listed, clock, warn }, isWarned: searches.isWarned });
  const policy = createCallPolicy(pacer, clock, service.random);
  const http = createHttpClient({
    apiKey,
    dispatcher: service.dispatcher,
    requestId: service.requestId,
    onKeyRefused: service.onKeyRefused,
    onRateLimitHeaders: pacer.onRateLimitHeaders,
    onFairUseWarning: searches.onWarning,
  });
  const send = createRestClient(rest.url, http);
  const session = createMcpSession({
    url: mcp.url,
    http,
    perform: (context, task) => policy.perform(context, { ...task, breaker: mcp.breaker }),
  });
  return {
    pacer,
    searches,
    lists,
    begin: policy.begin,
    get(context, request) {
      const what = `GET ${request.path}`;
      return policy.perform(context, {
        what,
        breaker: rest.breaker,
        admit: request.path === SEARCH_PATH ? () => searches.take(what, context.isOptional ?? false) : undefined,
        send: (timeoutMs) => send(request, timeoutMs),
      });
    },
    evidenceTool: createEvidenceTool(session, clock, service.warnOfMcp),
  };
}

/** Identifies a key in Redis and in memory without storing it. */
export const fingerprintKey = (apiKey: string): string =>
  createHash('sha256').update(apiKey).digest('hex').slice(0, 32);
