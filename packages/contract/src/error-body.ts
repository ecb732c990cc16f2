import { z } from 'zod';

/** Codes the service answers with; the specification names INVALID_MACRO_AREA, the rest are decided here. */
export const ERROR_CODES = [
  'INVALID_MACRO_AREA',
  'INVALID_PARAMETER',
  'UNAUTHORIZED',
  'PRO_REQUIRED',
  'SESSION_REQUIRED',
  'KEY_SUSPENDED',
  'NOT_FOUND',
  'METHOD_NOT_ALLOWED',
  'RATE_LIMITED',
  'QUOTA_EXCEEDED',
  'SEARCH_UNAVAILABLE',
  'INTERNAL',
] as const;
export type ErrorCode = (typeof ERROR_CODES)[number];

/** Section 7: the body of every error. `path` is the request's path without the query. */
export const ErrorBody = z.object({ code: z.string(), message: z.string(), path: z.string() });
export type ErrorBody = z.infer<typeof ErrorBody>;
