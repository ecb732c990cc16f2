import { ErrorBody } from '@pain-signals/contract';

const ALWAYS = { 401: ErrorBody, 403: ErrorBody, 429: ErrorBody, 500: ErrorBody };

/** What else a route that needs a key may answer, for its description. */
export const errors = {
  always: ALWAYS,
  ofParameters: { 400: ErrorBody, ...ALWAYS },
  ofSignal: { 404: ErrorBody, ...ALWAYS },
  ofSignalAndParameters: { 400: ErrorBody, 404: ErrorBody, ...ALWAYS },
  ofSearch: { 400: ErrorBody, 503: ErrorBody, ...ALWAYS },
} as const;
