import { z } from 'zod';

/** https://docs.github.com/en/rest/issues/issues#list-repository-issues */
export const Issue = z.object({
  id: z.int(),
  html_url: z.url(),
  title: z.string(),
  body: z.string().nullish(),
  created_at: z.iso.datetime({ offset: true }),
  updated_at: z.iso.datetime({ offset: true }),
  /** Null for a person who has left. */
  user: z.object({ login: z.string() }).nullish(),
  reactions: z.object({ total_count: z.int().nonnegative() }).optional(),
  /** GitHub lists pull requests among the issues. */
  pull_request: z.unknown().optional(),
});
export type Issue = z.output<typeof Issue>;

export const IssueList = z.array(z.unknown());

/** https://docs.github.com/en/rest/search/search#search-issues-and-pull-requests */
export const SearchResponse = z.object({
  total_count: z.int().nonnegative(),
  /** The search ran out of time and knows of more. */
  incomplete_results: z.boolean(),
  items: z.array(z.unknown()),
});

const NAME_PATTERN = '[A-Za-z0-9._-]{1,100}';
export const Repository = z
  .string()
  .regex(new RegExp(`^${NAME_PATTERN}/${NAME_PATTERN}$`), 'must be owner/name, such as "nodejs/node"')
  .refine((name) => !name.split('/').includes('..'), 'must be owner/name, such as "nodejs/node"');

/** An entry of the SOURCES file. */
export const GithubEntry = z
  .strictObject({
    source: z.literal('github'),
    repositories: z.array(Repository).min(1).optional(),
    /** Only issues that carry every one of these labels. */
    labels: z.array(z.string().regex(/^[^",]{1,100}$/, 'must be one label')).default([]),
    /** What GitHub's issue search understands, such as "org:kubernetes label:kind/bug". */
    query: z.string().min(1).max(200).optional(),
  })
  .refine(({ repositories, query }) => (repositories === undefined) !== (query === undefined), {
    message: 'needs either "repositories" or a "query"',
  });
