export {
  AddressRefusedError,
  GoneError,
  RateLimitedError,
  RefusedError,
  SourceError,
  UnavailableError,
  UnexpectedAnswerError,
} from './errors.ts';
export { createHttp, type Http, type HttpOptions } from './http.ts';
export type { Clock, Pace } from './pacer.ts';
export { spentUntil } from './spent-budget.ts';
