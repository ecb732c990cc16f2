import { z } from 'zod';

/** https://developers.forem.com/api/v1#tag/articles/operation/getLatestArticles */
export const ArticlePage = z.array(z.unknown());
export const ArticleRow = z.object({
  id: z.int(),
  published_timestamp: z.iso.datetime({ offset: true }),
  tag_list: z.array(z.string()),
});
export type ArticleRow = z.output<typeof ArticleRow>;

/** https://developers.forem.com/api/v1#tag/articles/operation/getArticleById */
export const Article = z.object({
  id: z.int(),
  title: z.string(),
  body_markdown: z.string().nullish(),
  published_timestamp: z.iso.datetime({ offset: true }),
  url: z.url(),
  public_reactions_count: z.int().nonnegative(),
  user: z.object({ username: z.string().nullish() }),
});
export type Article = z.output<typeof Article>;

/** An entry of the SOURCES file. */
export const DevToEntry = z.strictObject({
  source: z.literal('dev-to'),
  /** Only articles that carry any of these, such as "help" or "discuss". */
  tags: z.array(z.string().min(1).max(30)).min(1).optional(),
});
