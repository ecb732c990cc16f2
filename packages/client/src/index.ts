export type { Brief } from './answers.ts';
export type { Answer } from './cache.ts';
export type { CircuitState } from './circuit-breaker.ts';
export { type Clients, type ClientsOptions, createClients } from './clients.ts';
export { type Clock, systemClock } from './clock.ts';
export {
  BadRequestError,
  CircuitOpenError,
  InvalidMacroAreaError,
  isOutage,
  NotFoundError,
  PainClientError,
  ProRequiredError,
  RateLimitedError,
  ServiceUnavailableError,
  TimeoutError,
  UnauthorizedError,
  UnexpectedAnswerError,
  UnreachableError,
} from './errors.ts';
export type { ExcerptPage, ExcerptsQuery } from './evidence-excerpts.ts';
export type { LedgerLocation } from './ledgers.ts';
export type { Excerpt } from './mcp/excerpt.ts';
export type { Budget, PacingOptions, Priority } from './pacing.ts';
export { type CallOptions, createPainClient, type PainClient, type PainClientOptions } from './pain-client.ts';
export type { EndpointHealth, Health, ServiceOptions } from './service.ts';
