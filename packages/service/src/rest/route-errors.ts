import { ErrorBody } from '@pain-signals/contract';

const ALWAYS_POSSIBLE = { 401: ErrorBody, 403: ErrorBody, 429: ErrorBody, 500: ErrorBody };

/** What else a route that needs a key may answer, for its description. */
export const errorResponses = {
  always: ALWAYS_POSSIBLE,
  ofParameters: { 400: ErrorBody, ...ALWAYS_POSSIBLE },
  ofSignal: { 404: ErrorBody, ...ALWAYS_POSSIBLE },
  ofSignalAndParameters: { 400: ErrorBody, 404: ErrorBody, ...ALWAYS_POSSIBLE },
  ofSearch: { 400: ErrorBody, 503: ErrorBody, ...ALWAYS_POSSIBLE },
} as const;
