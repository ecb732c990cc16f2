import { z } from 'zod';
import { HOUR_MS } from '../../model/day.ts';
import { checkDeletedOneByOne, type PostDraft, parseRows, type Rows } from '../feed/batch.ts';
import { MAX_KEPT, RowCollector } from '../feed/kept-rows.ts';
import { overlapStart, pageByWindow, type TimeWindow, toBatches } from '../feed/paging.ts';
import { type Cursor, defineSource, type Feed, type KnownPost, type SourceDeps } from '../feed/source.ts';
import { GoneError, RateLimitedError, SourceError, UnexpectedResponseError } from '../http/errors.ts';
import type { Pace } from '../http/pacer.ts';
import { rateLimitedUntil } from '../http/response.ts';
import { authorization, GITHUB_API, parseGithubUrl, Repository } from './github-api.ts';
import { createdInQualifier } from './github-issues.ts';

/** https://docs.github.com/en/graphql/guides/using-the-graphql-api-for-discussions#discussion */
const Discussion = z.object({
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

const SearchData = z.object({
  search: z.object({
    discussionCount: z.int().nonnegative(),
    pageInfo: z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullable() }),
    nodes: z.array(z.unknown()),
  }),
});
export type SearchData = z.output<typeof SearchData>;

const DiscussionData = z.object({
  repository: z.object({ discussion: z.object({ databaseId: z.int() }).nullable() }).nullable(),
});

const GraphqlError = z.object({ type: z.string().optional(), message: z.string() });

/** An entry of the SOURCES file. */
const GithubDiscussionsEntry = z.strictObject({
  source: z.literal('github-discussions'),
  repositories: z.array(Repository).min(1),
});

/** 5,000 points an hour; each of these queries costs one. */
const GRAPHQL_PACE: Pace = { budget: 'graphql', everyMs: 1_000, burst: 5 };

export type GraphqlApi = ReturnType<typeof createGraphqlApi>;

/** GitHub's GraphQL API, the only one with discussions; it answers 200 even for errors. */
export function createGraphqlApi({ http, now }: Pick<SourceDeps, 'http' | 'now'>, token: string) {
  return {
    async ask<Data extends z.ZodType>(
      query: string,
      variables: Record<string, string | number | null>,
      data: Data,
    ): Promise<z.output<Data>> {
      const answer = z.object({ data: z.unknown(), errors: z.array(GraphqlError).default([]) });
      const question = {
        url: new URL('/graphql', GITHUB_API),
        pace: GRAPHQL_PACE,
        headers: { 'content-type': 'application/json' },
        secrets: authorization(token),
        body: JSON.stringify({ query, variables }),
      };
      const { body, header } = await http.requestJson(question, answer).catch((error: unknown) => {
        // The interface itself is gone, which says nothing about a discussion.
        throw error instanceof GoneError ? new UnexpectedResponseError(error.message, { cause: error }) : error;
      });
      const types = body.errors.map(({ type }) => type ?? 'UNKNOWN');
      if (types.includes('NOT_FOUND')) throw new GoneError('GitHub has no such repository or discussion.');
      if (types.includes('RATE_LIMITED'))
        throw new RateLimitedError("GitHub's GraphQL interface", rateLimitedUntil(header, now()) ?? now() + HOUR_MS);
      const result = data.safeParse(body.data);
      if (types.length === 0 && result.success) return result.data;
      throw new UnexpectedResponseError(
        `GitHub returned an error about discussions: ${types.join(', ') || 'unknown shape'}`,
        {
          answer: body,
        },
      );
    },
  };
}

const SEARCH_QUERY = `query ($search: String!, $after: String) {
  search(query: $search, type: DISCUSSION, first: 100, after: $after) {
    discussionCount
    pageInfo { hasNextPage endCursor }
    nodes {
      ... on Discussion {
        databaseId title body createdAt url upvoteCount
        author { login }
        repository { nameWithOwner }
      }
    }
  }
}`;

const FIND_QUERY = `query ($owner: String!, $name: String!, $number: Int!) {
  repository(owner: $owner, name: $name) { discussion(number: $number) { databaseId } }
}`;

/** As with every search of GitHub's. */
const MAX_RESULTS = 1_000;

/** Discussions of GitHub repositories, by GraphQL. */
export const githubDiscussions = defineSource(
  'github-discussions',
  GithubDiscussionsEntry,
  ({ repositories }, deps: SourceDeps): Feed[] => {
    const token = deps.credentials.githubToken;
    if (token === null)
      throw new SourceError('github-discussions needs GITHUB_TOKEN: GitHub requires a token to read discussions.');
    const api = createGraphqlApi(deps, token);
    return repositories.map((repository) => ({
      key: `github-discussions ${repository}`,
      fetchSince: (cursor) => readDiscussions(api, repository, cursor, deps.now()),
      checkDeleted: (posts) => checkDiscussions(api, posts),
    }));
  },
);

function readDiscussions(api: GraphqlApi, repository: string, cursor: Cursor, until: number) {
  const span = { from: overlapStart(cursor), to: until };
  const windows = pageByWindow(span, (window) => searchWindow(api, repository, window));
  return toBatches(windows, cursor, (discussion) => ({ post: toPost(discussion) }));
}

async function searchWindow(api: GraphqlApi, repository: string, window: TimeWindow): Promise<Rows<Discussion> | null> {
  const search = `repo:${repository} ${createdInQualifier(window)} sort:created-asc`;
  const found = new RowCollector<Discussion>({ ...MAX_KEPT, rows: MAX_RESULTS });
  for (let after: string | null = null; ; ) {
    const data: SearchData = await api.ask(SEARCH_QUERY, { search, after }, SearchData);
    const { discussionCount, pageInfo, nodes } = data.search;
    if (discussionCount > MAX_RESULTS) return null;
    if (!found.add(parseRows(nodes, Discussion))) return null;
    if (!pageInfo.hasNextPage || nodes.length === 0) return found;
    after = pageInfo.endCursor;
  }
}

function toPost(discussion: Discussion): PostDraft {
  const repository = discussion.repository.nameWithOwner;
  return {
    provider: 'github',
    // Numbered separately from issues, so the kind is part of the id.
    externalId: `discussion-${discussion.databaseId}`,
    title: discussion.title,
    body: discussion.body,
    createdAt: discussion.createdAt,
    url: discussion.url,
    author: discussion.author?.login,
    repository,
    owner: repository.split('/')[0],
    reactions: discussion.upvoteCount,
  };
}

const checkDiscussions = (api: GraphqlApi, posts: readonly KnownPost[]): ReturnType<Feed['checkDeleted']> =>
  checkDeletedOneByOne(posts, ({ url }) => {
    const place = parseGithubUrl(url);
    if (place?.kind !== 'discussions') return null;
    const { owner, name, number } = place;
    return api
      .ask(FIND_QUERY, { owner, name, number }, DiscussionData)
      .then(({ repository }) => repository?.discussion == null);
  });
