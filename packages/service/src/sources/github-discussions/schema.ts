import { z } from 'zod';
import { Repository } from '../github/schema.ts';

/** https://docs.github.com/en/graphql/guides/using-the-graphql-api-for-discussions#discussion */
export const Discussion = z.object({
  databaseId: z.int(),
  title: z.string(),
  body: z.string(),
  createdAt: z.iso.datetime({ offset: true }),
  url: z.url(),
  author: z.object({ login: z.string() }).nullable(),
  upvoteCount: z.int().nonnegative(),
  repository: z.object({ nameWithOwner: z.string() }),
});
export type Discussion = z.output<typeof Discussion>;

export const SearchData = z.object({
  search: z.object({
    discussionCount: z.int().nonnegative(),
    pageInfo: z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullable() }),
    nodes: z.array(z.unknown()),
  }),
});
export type SearchData = z.output<typeof SearchData>;

export const DiscussionData = z.object({
  repository: z.object({ discussion: z.object({ databaseId: z.int() }).nullable() }).nullable(),
});

export const GraphqlError = z.object({ type: z.string().optional(), message: z.string() });

/** An entry of the SOURCES file. */
export const GithubDiscussionsEntry = z.strictObject({
  source: z.literal('github-discussions'),
  repositories: z.array(Repository).min(1),
});
