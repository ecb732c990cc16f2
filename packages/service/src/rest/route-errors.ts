import { ErrorBody } from '@pain-signals/contract';

const ALWAYS = { 400: ErrorBody, 401: ErrorBody, 403: ErrorBody, 429: ErrorBody, 500: ErrorBody };

/** What else a route that needs a key may answer, for its description. */
export const errors = {
  always: ALWAYS,
  ofSignal: { 404: ErrorBody, ...ALWAYS },
  ofSearch: { 503: ErrorBody, ...ALWAYS },
} as const;
