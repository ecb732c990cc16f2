import { createdInQualifier } from '../github/search-feed.ts';
import { parseGithubUrl } from '../github/to-post.ts';
import { SourceError } from '../http/index.ts';
import { checkDeletedOneByOne } from '../reading/check-each.ts';
import { advanceCursor, overlapStart } from '../reading/cursor.ts';
import { pageByWindow, type TimeWindow } from '../reading/read-windows.ts';
import { makeBatch, type PostDraft, parseRows, type Rows } from '../reading/rows.ts';
import { type Batch, type Cursor, defineSource, type Feed, type KnownPost, type SourceDeps } from '../source.ts';
import { createGraphqlApi, type GraphqlApi } from './graphql-api.ts';
import { Discussion, DiscussionData, GithubDiscussionsEntry, SearchData } from './schema.ts';

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
      throw new SourceError(
        'github-discussions needs GITHUB_TOKEN: GitHub shows discussions to no program without one.',
      );
    const api = createGraphqlApi(deps, token);
    return repositories.map((repository) => ({
      key: `github-discussions ${repository}`,
      fetchSince: (cursor) => readDiscussions(api, repository, cursor, deps.now()),
      checkDeleted: (posts) => checkDiscussions(api, posts),
    }));
  },
);

async function* readDiscussions(
  api: GraphqlApi,
  repository: string,
  cursor: Cursor,
  until: number,
): AsyncGenerator<Batch> {
  const span = { from: overlapStart(cursor), to: until };
  const windows = pageByWindow(span, (window) => searchWindow(api, repository, window));
  for await (const { reached, ...rows } of windows)
    yield makeBatch(rows, (discussion) => ({ post: toPost(discussion) }), advanceCursor(cursor, reached));
}

async function searchWindow(api: GraphqlApi, repository: string, window: TimeWindow): Promise<Rows<Discussion> | null> {
  const search = `repo:${repository} ${createdInQualifier(window)} sort:created-asc`;
  const found: unknown[] = [];
  for (let after: string | null = null; ; ) {
    const data: SearchData = await api.ask(SEARCH_QUERY, { search, after }, SearchData);
    const { discussionCount, pageInfo, nodes } = data.search;
    if (discussionCount > MAX_RESULTS) return null;
    found.push(...nodes);
    if (!pageInfo.hasNextPage || nodes.length === 0) return parseRows(found, Discussion);
    after = pageInfo.endCursor;
  }
}

function toPost(discussion: Discussion): PostDraft {
  const repository = discussion.repository.nameWithOwner;
  return {
    provider: 'github',
    // Numbered apart from the issues, so the kind is part of the name.
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
