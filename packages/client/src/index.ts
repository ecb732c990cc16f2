export type { Answer } from './cache.ts';
export { type Clients, type ClientsOptions, createClients } from './clients.ts';
export type { ExcerptPage, ExcerptsQuery } from './evidence-excerpts.ts';
export {
  BadRequestError,
  CircuitOpenError,
  InvalidMacroAreaError,
  isOutage,
  ListLimitError,
  NotFoundError,
  PainClientError,
  ProRequiredError,
  RateLimitedError,
  SearchLimitError,
  ServiceUnavailableError,
  TimeoutError,
  UnauthorizedError,
  UnexpectedAnswerError,
  UnreachableError,
} from './http/errors.ts';
export { readBounded } from './http/http-client.ts';
export type { Brief, FoundRow } from './http/parse-answers.ts';
export type { Excerpt } from './mcp/parse-excerpts.ts';
export {
  type CallOptions,
  createPainClient,
  type PainClient,
  type PainClientOptions,
  type ServiceCalls,
} from './pain-client.ts';
export type { ListedSignals } from './rate-limit/list-limit.ts';
export type { Budget } from './rate-limit/pacer.ts';
export type { SearchBudget } from './rate-limit/search-limit.ts';
export type { LedgerLocation } from './rate-limit/shared-ledgers.ts';
export type { PacingOptions } from './rate-limit/slots.ts';
export type { Priority } from './rate-limit/turn-queue.ts';
export { type Clock, systemClock } from './rate-limit/turn-queue.ts';
export type { CircuitState } from './resilience/circuit-breaker.ts';
export type { EndpointHealth, Health, ServiceOptions } from './service-connection.ts';
