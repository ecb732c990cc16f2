import { z } from 'zod';
import { SiteAddress } from '../web-address.ts';

/** https://docs.discourse.org/#tag/Topics/operation/listLatestTopics */
export const TopicPage = z.object({
  topic_list: z.object({
    topics: z.array(z.unknown()),
    /** Missing on the last page. */
    more_topics_url: z.string().optional(),
  }),
});
export const TopicRow = z.object({ id: z.int(), created_at: z.iso.datetime({ offset: true }) });
export type TopicRow = z.output<typeof TopicRow>;

/** https://docs.discourse.org/#tag/Topics/operation/getTopic */
export const Topic = z.object({
  id: z.int(),
  title: z.string(),
  slug: z.string(),
  created_at: z.iso.datetime({ offset: true }),
  post_stream: z.object({ posts: z.array(z.unknown()) }),
});
export type Topic = z.output<typeof Topic>;

export const TopicPost = z.object({
  post_number: z.int(),
  username: z.string(),
  /** Markdown; missing from older versions, where `cooked` (HTML) stands in. */
  raw: z.string().optional(),
  cooked: z.string(),
  actions_summary: z.array(z.object({ id: z.int(), count: z.int().optional() })).default([]),
});

/** What the forum says of a topic that one must sign in for. */
export const AccessError = z.object({ error_type: z.literal('invalid_access') });

/** An entry of the SOURCES file. */
export const DiscourseEntry = z.strictObject({
  source: z.literal('discourse'),
  url: SiteAddress,
  /** As in the address of the category: "support/7"; the whole forum when left out. */
  categories: z
    .array(z.string().regex(/^[\w%-]+(\/[\w%-]+)?\/\d+$/, 'must be slug/id, such as "support/7"'))
    .min(1)
    .optional(),
  /** The licence that the forum's terms put posts under, if they do. */
  licence: z.string().min(1).max(100).optional(),
});
