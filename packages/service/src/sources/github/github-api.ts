import type { z } from 'zod';
import type { Pace } from '../http/index.ts';
import type { SourceDeps } from '../source.ts';

export const GITHUB_API = 'https://api.github.com';

/** 5,000 calls an hour with a token, 60 without: https://docs.github.com/en/rest/using-the-rest-api/rate-limits-for-the-rest-api */
const CORE: Pace = { budget: 'core', everyMs: 800, burst: 10 };
const CORE_ANONYMOUS: Pace = { budget: 'core', everyMs: 65_000, burst: 50 };
/** 30 searches a minute, 10 without a token. */
const SEARCH: Pace = { budget: 'search', everyMs: 2_200, burst: 5 };
const SEARCH_ANONYMOUS: Pace = { budget: 'search', everyMs: 6_500, burst: 3 };

export type GithubApi = ReturnType<typeof createGithubApi>;

/** GitHub's REST interface, as whom the token says. */
export function createGithubApi({ http, credentials: { githubToken } }: SourceDeps) {
  const paces =
    githubToken === null ? { core: CORE_ANONYMOUS, search: SEARCH_ANONYMOUS } : { core: CORE, search: SEARCH };
  return {
    get<Schema extends z.ZodType>(
      path: string,
      query: Record<string, string>,
      schema: Schema,
      budget: keyof typeof paces = 'core',
    ) {
      const url = new URL(path, GITHUB_API);
      url.search = new URLSearchParams(query).toString();
      return http.requestJson(
        { url, pace: paces[budget], headers: HEADERS, secrets: authorization(githubToken) },
        schema,
      );
    },
  };
}

const HEADERS = { accept: 'application/vnd.github+json', 'x-github-api-version': '2022-11-28' };

export const authorization = (token: string | null): Record<string, string> =>
  token === null ? {} : { authorization: `Bearer ${token}` };
