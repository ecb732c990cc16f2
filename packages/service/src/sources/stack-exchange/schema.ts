import { z } from 'zod';

/** https://api.stackexchange.com/docs/wrapper */
export const Wrapper = z.object({
  items: z.array(z.unknown()),
  has_more: z.boolean(),
  /** Seconds in which the same method must not be called again. */
  backoff: z.int().nonnegative().optional(),
  quota_remaining: z.int().optional(),
});

/** https://api.stackexchange.com/docs/error-handling */
export const ApiError = z.object({ error_name: z.string(), error_message: z.string().default('') });

/** https://api.stackexchange.com/docs/types/question; texts are HTML, also the title and the names. */
export const Question = z.object({
  question_id: z.int(),
  title: z.string(),
  body: z.string().optional(),
  /** Epoch seconds. */
  creation_date: z.int(),
  link: z.url(),
  score: z.int(),
  content_license: z.string().optional(),
  owner: z.object({ display_name: z.string().optional() }).optional(),
});
export type Question = z.output<typeof Question>;

const Tag = z.string().regex(/^[^\s;/?&#]{1,50}$/, 'must be one tag, such as "kubernetes"');

/** An entry of the SOURCES file. */
export const StackExchangeEntry = z.strictObject({
  source: z.literal('stack-exchange'),
  /** As the API names it: "stackoverflow", "serverfault", "devops". */
  site: z.string().regex(/^[a-z0-9.-]{1,60}$/, 'must be a site as the API names it, such as "stackoverflow"'),
  /** Questions that carry any of these; all questions of the site when left out. */
  tags: z.array(Tag).min(1).optional(),
});
