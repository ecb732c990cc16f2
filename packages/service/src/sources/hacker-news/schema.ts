import { z } from 'zod';

/** https://hn.algolia.com/api */
export const SearchResponse = z.object({ nbHits: z.int().nonnegative(), hits: z.array(z.unknown()) });

export const Hit = z.object({
  objectID: z.string(),
  created_at: z.iso.datetime({ offset: true }),
  author: z.string().nullish(),
  points: z.int().nullish(),
  title: z.string().nullish(),
  /** HTML, as is the comment's. */
  story_text: z.string().nullish(),
  comment_text: z.string().nullish(),
});
export type Hit = z.output<typeof Hit>;

/** https://github.com/HackerNews/API#items; null when there never was such an item. */
export const Item = z.object({ deleted: z.boolean().optional(), dead: z.boolean().optional() }).nullable();

/** An entry of the SOURCES file. */
export const HackerNewsEntry = z.strictObject({
  source: z.literal('hacker-news'),
  /** Words that the posts hold; everything when left out, some 12,000 posts a day. */
  query: z.string().min(1).max(200).optional(),
  kinds: z
    .array(z.enum(['story', 'comment', 'ask_hn', 'show_hn']))
    .min(1)
    .default(['story', 'comment']),
});
