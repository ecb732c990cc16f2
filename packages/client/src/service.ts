import { createHash } from 'node:crypto';
import type { Dispatcher } from 'undici';
import { createHttpClient, createRestClient, type RestRequest, type RestResponse } from './http/http-client.ts';
import { createEvidenceTool, type EvidenceTool } from './mcp/evidence-tool.ts';
import { createMcpSession } from './mcp/session.ts';
import { type Clock, systemClock } from './rate-limit/clock.ts';
import { createLedgers, type LedgerLocation, type Ledgers } from './rate-limit/ledgers.ts';
import { createPacer, type Pacer, resolvePacing } from './rate-limit/pacer.ts';
import type { PacingOptions } from './rate-limit/slots.ts';
import { type CallContext, type CallPolicy, createCallPolicy } from './resilience/call-policy.ts';
import { type CircuitBreaker, type CircuitState, createCircuitBreaker } from './resilience/circuit-breaker.ts';

/** A service and what is known about it whichever key it is asked with. */
export interface ServiceOptions {
  /** {base_url} of the specification, e.g. `http://127.0.0.1:4000`. */
  apiUrl: string;
  /** {mcp_url}; its MCP server is at `/mcp` below it. Default: `apiUrl`. */
  mcpUrl?: string | undefined;
  pacing?: PacingOptions | undefined;
  /** Where several processes count what they spend of one budget, e.g. `redis://127.0.0.1:6379`. */
  redisUrl?: string | undefined;
  clock?: Clock | undefined;
  /** In [0, 1); spreads retries. */
  random?: (() => number) | undefined;
  dispatcher?: Dispatcher | undefined;
  /** Told what an operator should know, once. Default: `process.emitWarning`. */
  warn?: ((message: string) => void) | undefined;
}

export interface Service {
  rest: Endpoint;
  mcp: Endpoint;
  pacing: Required<PacingOptions>;
  ledgers: Ledgers;
  clock: Clock;
  random: () => number;
  dispatcher: Dispatcher | undefined;
}

/** One address of the service, which may be down while the other is up. */
export interface Endpoint {
  url: string;
  breaker: CircuitBreaker;
}

export interface Health {
  rest: EndpointHealth;
  /** `lastFault`: why the last evidence came without excerpts, in the client's own words. */
  mcp: EndpointHealth & { lastError: string | null };
  /** Where the budget is counted. */
  budget: LedgerLocation;
}

export interface EndpointHealth extends CircuitState {
  url: string;
}

export function createService(options: ServiceOptions): Service {
  const { apiUrl, mcpUrl = apiUrl, redisUrl, clock = systemClock, random = Math.random, dispatcher } = options;
  const { warn = (message) => process.emitWarning(message, 'PainClientWarning') } = options;
  const pacing = resolvePacing(options.pacing ?? {});
  const openDoor = (url: string): Endpoint => ({ url, breaker: createCircuitBreaker(clock.now) });
  return {
    rest: openDoor(withoutSlash(apiUrl)),
    mcp: openDoor(`${withoutSlash(mcpUrl)}/mcp`),
    pacing,
    ledgers: createLedgers({ redisUrl, windowMs: pacing.windowMs, clock, warn }),
    clock,
    random,
    dispatcher,
  };
}

const withoutSlash = (url: string) => url.replace(/\/+$/, '');

/** Without what an address may hold to sign in with. */
export const endpointHealth = ({ url, breaker }: Endpoint): EndpointHealth => {
  const { origin, pathname } = new URL(url);
  return { url: origin + pathname, ...breaker.state() };
};

/** Both doors of a service, asked with one key and within its one budget. */
export interface Connection {
  pacer: Pacer;
  /** What a caller waits for, and until when. */
  begin: CallPolicy['begin'];
  get(errand: CallContext, question: RestRequest): Promise<RestResponse>;
  evidenceTool: EvidenceTool;
}

export function connect(service: Service, apiKey: string | null): Connection {
  const { rest, mcp, clock } = service;
  const ledger = service.ledgers.open(fingerprintKey(apiKey ?? ''));
  const pacer = createPacer(service.pacing, ledger, clock);
  const patience = createCallPolicy(pacer, clock, service.random);
  const exchange = createHttpClient({
    apiKey,
    dispatcher: service.dispatcher,
    onRateLimitHeaders: pacer.onRateLimitHeaders,
  });
  const send = createRestClient(rest.url, exchange);
  const session = createMcpSession({
    url: mcp.url,
    exchange,
    perform: (errand, task) => patience.perform(errand, { ...task, breaker: mcp.breaker }),
  });
  return {
    pacer,
    begin: patience.begin,
    get: (errand, question) =>
      patience.perform(errand, {
        what: `GET ${question.path}`,
        breaker: rest.breaker,
        send: (timeoutMs) => send(question, timeoutMs),
      }),
    evidenceTool: createEvidenceTool(session, clock),
  };
}

/** Names a key without giving it away: it stands in Redis and in memory where the key need not. */
export const fingerprintKey = (apiKey: string): string =>
  createHash('sha256').update(apiKey).digest('hex').slice(0, 32);
