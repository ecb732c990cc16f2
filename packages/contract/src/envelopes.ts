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

/** Why a signal has no brief: too little was written of it, no night has written one so far, or the last one is too old. */
export const BRIEF_ABSENCES = ['TOO_FEW_POSTS', 'NOT_WRITTEN_YET', 'EXPIRED'] as const;
export type BriefAbsence = (typeof BRIEF_ABSENCES)[number];

/** Section 7: the body of every error. `path` is the request's path without the query; `reason`, of a missing brief, is an addition. */
export const ErrorBody = z.object({
  code: z.string(),
  message: z.string(),
  path: z.string(),
  reason: z.enum(BRIEF_ABSENCES).optional(),
});
export type ErrorBody = z.infer<typeof ErrorBody>;

/** Section 2.9: the envelope of a paginated list. `page` is 0-based. */
export const pageOf = <Item extends z.ZodType>(item: Item) =>
  z.object({
    items: z.array(item),
    page: z.int().nonnegative(),
    size: z.int().nonnegative(),
    totalItems: z.int().nonnegative(),
    totalPages: z.int().nonnegative(),
  });

export interface Page<Item> {
  items: Item[];
  page: number;
  size: number;
  totalItems: number;
  totalPages: number;
}
