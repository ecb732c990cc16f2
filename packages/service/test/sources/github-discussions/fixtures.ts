// After https://docs.github.com/en/graphql/guides/using-the-graphql-api-for-discussions and
// https://docs.github.com/en/graphql/reference/queries#searchresultitemconnection: GraphQL answers the fields that were asked for.

import { iso } from '../support/stand-in.ts';

export const discussionNode = ({ number, createdAt }: { number: number; createdAt: number }) => ({
  databaseId: 5_000 + number,
  title: `How do I renew a token? (${number})`,
  body: 'The guide says nothing about it.',
  createdAt: iso(createdAt),
  url: `https://github.com/acme/widget/discussions/${number}`,
  upvoteCount: 4,
  author: { login: 'grace' } as { login: string } | null,
  repository: { nameWithOwner: 'acme/widget' },
});

export const searchData = (
  nodes: readonly unknown[],
  { count = nodes.length, endCursor = null as string | null } = {},
) => ({
  data: {
    search: { discussionCount: count, pageInfo: { hasNextPage: endCursor !== null, endCursor }, nodes },
  },
});

export const notFound = {
  data: { repository: null },
  errors: [
    {
      type: 'NOT_FOUND',
      path: ['repository'],
      locations: [{ line: 2, column: 3 }],
      message: "Could not resolve to a Repository with the name 'acme/widget'.",
    },
  ],
};

export const rateLimited = {
  data: null,
  errors: [{ type: 'RATE_LIMITED', message: 'API rate limit exceeded for user ID 1.' }],
};
