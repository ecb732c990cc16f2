export {
  AccessDeniedError,
  AddressRefusedError,
  GoneError,
  RateLimitedError,
  SourceError,
  UnavailableError,
  UnexpectedResponseError,
} from './errors.ts';
export { createHttp, type Http, type HttpOptions } from './http.ts';
export type { Clock, Pace } from './pacer.ts';
export { rateLimitedUntil } from './retry.ts';
