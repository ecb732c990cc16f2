export type { Clock } from '@pain-signals/client/rate-limit';
export {
  AccessDeniedError,
  AddressRefusedError,
  GoneError,
  RateLimitedError,
  SourceError,
  UnavailableError,
  UnexpectedResponseError,
} from './errors.ts';
export { createGuardedFetch } from './guarded-connector.ts';
export { createHttp, type Http, type HttpOptions, untilTime } from './http.ts';
export type { Pace } from './pacer.ts';
export { rateLimitedUntil } from './response.ts';
