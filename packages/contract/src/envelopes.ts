import { z } from 'zod';

/** Section 7: `code` of an error. The specification names INVALID_MACRO_AREA; the others are this service's. */
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

/** Why a signal has no brief: it has too few posts, too few of them say the same, it isn't active, or the last one is older than 7 days. */
export const BRIEF_ABSENCES = ['TOO_FEW_POSTS', 'TOO_FEW_ALIKE', 'NOT_WRITTEN_YET', 'EXPIRED'] as const;
export type BriefAbsence = (typeof BRIEF_ABSENCES)[number];

/** Section 7: the body of every error. `path` is the request's path without the query. `reason` is an addition: why there is no brief. */
export const ErrorBody = z.object({
  code: z.string(),
  message: z.string(),
  path: z.string(),
  reason: z.enum(BRIEF_ABSENCES).optional(),
});
export type ErrorBody = z.infer<typeof ErrorBody>;

/** Section 2.9: the schema of a page of `item`s. `page` is 0-based; the totals are those of the whole list. */
export const pageOf = <Item extends z.ZodType>(item: Item) =>
  z.object({
    items: z.array(item),
    page: z.int().nonnegative(),
    size: z.int().nonnegative(),
    totalItems: z.int().nonnegative(),
    totalPages: z.int().nonnegative(),
  });

/** Section 2.9, as {@link pageOf} describes it. */
export interface Page<Item> {
  items: Item[];
  page: number;
  size: number;
  totalItems: number;
  totalPages: number;
}
