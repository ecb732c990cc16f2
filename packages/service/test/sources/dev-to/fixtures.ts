// After https://developers.forem.com/api/v1#tag/articles/operation/getLatestArticles and
// https://developers.forem.com/api/v1#tag/articles/operation/getArticleById

import { iso } from '../support/stand-in.ts';

export const articleRow = ({ id, createdAt }: { id: number; createdAt: number }) => ({
  type_of: 'article',
  id,
  title: `My deploys hang ${id}`,
  description: 'They just hang.',
  readable_publish_date: 'Nov 21',
  slug: `my-deploys-hang-${id}`,
  path: `/ken/my-deploys-hang-${id}`,
  url: `https://dev.to/ken/my-deploys-hang-${id}`,
  comments_count: 4,
  public_reactions_count: 9,
  collection_id: null,
  published_timestamp: iso(createdAt),
  positive_reactions_count: 9,
  cover_image: null,
  social_image: 'https://dev.to/social_previews/article.png',
  canonical_url: `https://dev.to/ken/my-deploys-hang-${id}`,
  created_at: iso(createdAt),
  edited_at: null,
  crossposted_at: null,
  published_at: iso(createdAt),
  last_comment_at: iso(createdAt),
  reading_time_minutes: 2,
  tag_list: ['devops', 'help'],
  tags: 'devops, help',
  user: {
    name: 'Ken',
    username: 'ken',
    twitter_username: null,
    github_username: null,
    user_id: 1,
    website_url: null,
    profile_image: 'https://dev.to/k.png',
    profile_image_90: 'https://dev.to/k90.png',
  },
});

/** In the single article `tag_list` is a text and `tags` a list. */
export const article = (row: ReturnType<typeof articleRow>) => ({
  ...row,
  tag_list: row.tags,
  tags: row.tag_list,
  body_html: '<p>They hang at <strong>90 %</strong>.</p>',
  body_markdown: 'They hang at **90 %**.',
});

export const notFound = { error: 'not found', status: 404 };
