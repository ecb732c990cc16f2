import { z } from 'zod';
import { authorization, GITHUB_API } from '../github/github-api.ts';
import { GoneError, type Pace, RateLimitedError, rateLimitedUntil, UnexpectedResponseError } from '../http/index.ts';
import type { SourceDeps } from '../source.ts';
import { GraphqlError } from './schema.ts';

/** 5,000 points an hour, of which these questions cost one each. */
const GRAPHQL_PACE: Pace = { budget: 'graphql', everyMs: 1_000, burst: 5 };

const HOUR_MS = 3_600_000;

export type GraphqlApi = ReturnType<typeof createGraphqlApi>;

/** GitHub's GraphQL interface, which knows discussions; it answers 200 also when it refuses. */
export function createGraphqlApi({ http, now }: Pick<SourceDeps, 'http' | 'now'>, token: string) {
  return {
    async ask<Data extends z.ZodType>(
      query: string,
      variables: Record<string, string | number | null>,
      data: Data,
    ): Promise<z.output<Data>> {
      const answer = z.object({ data: z.unknown(), errors: z.array(GraphqlError).default([]) });
      const { body, header } = await http.requestJson(
        {
          url: new URL('/graphql', GITHUB_API),
          pace: GRAPHQL_PACE,
          headers: { 'content-type': 'application/json' },
          secrets: authorization(token),
          body: JSON.stringify({ query, variables }),
        },
        answer,
      );
      const types = body.errors.map(({ type }) => type ?? 'UNKNOWN');
      if (types.includes('NOT_FOUND')) throw new GoneError('GitHub has no such repository or discussion.');
      if (types.includes('RATE_LIMITED'))
        throw new RateLimitedError("GitHub's GraphQL interface", rateLimitedUntil(header, now()) ?? now() + HOUR_MS);
      const result = data.safeParse(body.data);
      if (types.length === 0 && result.success) return result.data;
      throw new UnexpectedResponseError(
        `GitHub cannot answer about discussions: ${types.join(', ') || 'unknown shape'}`,
        {
          answer: body,
        },
      );
    },
  };
}
