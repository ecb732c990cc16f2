import { z } from 'zod';
import type { PostDraft } from '../feed/batch.ts';
import { type KnownPost, SiteAddress, type SourceDeps } from '../feed/source.ts';
import { SourceError } from '../http/errors.ts';
import type { Pace } from '../http/pacer.ts';

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
  /** The search timed out: there are more results. */
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
    /** A GitHub Enterprise server, such as https://github.example.com. */
    url: SiteAddress.default('https://github.com'),
    /** Send GITHUB_TOKEN to this server; github.com always gets it. */
    sendToken: z.boolean().optional(),
    repositories: z.array(Repository).min(1).optional(),
    /** Only issues that carry every one of these labels. */
    labels: z.array(z.string().regex(/^[^",]{1,100}$/, 'must be one label')).default([]),
    /** What GitHub's issue search understands, such as "org:kubernetes label:kind/bug". */
    query: z.string().min(1).max(200).optional(),
  })
  .refine(({ repositories, query }) => (repositories === undefined) !== (query === undefined), {
    message: 'needs either "repositories" or a "query"',
  });

export const GITHUB_API = 'https://api.github.com';

/** 5,000 calls an hour with a token, 60 without: https://docs.github.com/en/rest/using-the-rest-api/rate-limits-for-the-rest-api */
const CORE: Pace = { budget: 'core', everyMs: 800, burst: 10 };
const CORE_ANONYMOUS: Pace = { budget: 'core', everyMs: 65_000, burst: 50 };
/** 30 searches a minute, 10 without a token. */
const SEARCH: Pace = { budget: 'search', everyMs: 2_200, burst: 5 };
const SEARCH_ANONYMOUS: Pace = { budget: 'search', everyMs: 6_500, burst: 3 };

export type GithubApi = ReturnType<typeof createGithubApi>;

const GITHUB_COM = 'https://github.com';

interface GithubServer {
  url: string;
  sendToken?: boolean | undefined;
}

/** GitHub's REST API, with the token's permissions: of github.com, or of an Enterprise server whose entry allows it. */
export function createGithubApi(
  { http, credentials: { githubToken } }: SourceDeps,
  { url: site, sendToken = site === GITHUB_COM }: GithubServer,
) {
  if (sendToken && githubToken === null && site !== GITHUB_COM)
    throw new SourceError(`"sendToken" is on for ${site}, but GITHUB_TOKEN is not set. Set it, or remove "sendToken".`);
  const token = sendToken ? githubToken : null;
  const paces = token === null ? { core: CORE_ANONYMOUS, search: SEARCH_ANONYMOUS } : { core: CORE, search: SEARCH };
  // https://docs.github.com/en/enterprise-server/rest/quickstart
  const base = site === GITHUB_COM ? GITHUB_API : `${site}/api/v3`;
  return {
    site,
    get<Schema extends z.ZodType>(
      path: string,
      query: Record<string, string>,
      schema: Schema,
      budget: keyof typeof paces = 'core',
    ) {
      const url = new URL(base + path);
      url.search = new URLSearchParams(query).toString();
      return http.requestJson({ url, pace: paces[budget], headers: HEADERS, secrets: authorization(token) }, schema);
    },
  };
}

const HEADERS = { accept: 'application/vnd.github+json', 'x-github-api-version': '2022-11-28' };

export const authorization = (token: string | null): Record<string, string> =>
  token === null ? {} : { authorization: `Bearer ${token}` };

/**
 * GitHub's permanent id of an issue: its URL changes when it moves or its repository is renamed. Servers number their issues
 * independently, so an Enterprise server's name is part of the id.
 */
export function issueToPost(issue: Issue, site: string): PostDraft {
  const place = parseGithubUrl(issue.html_url, site);
  return {
    provider: 'github',
    externalId: site === GITHUB_COM ? String(issue.id) : `${new URL(site).host}:${issue.id}`,
    title: issue.title,
    body: issue.body,
    createdAt: issue.created_at,
    url: issue.html_url,
    author: issue.user?.login,
    repository: place?.repository,
    owner: place?.owner,
    reactions: issue.reactions?.total_count,
  };
}

const GITHUB_PATH = /^\/([^/]+)\/([^/]+)\/(issues|discussions)\/(\d+)$/;

/** Where an issue or discussion lives, by its address. Null for an address of another site. */
export function parseGithubUrl(url: KnownPost['url'], site: string = GITHUB_COM) {
  const path = url?.startsWith(`${site}/`) ? url.slice(site.length) : '';
  const [, owner, name, kind, number] = GITHUB_PATH.exec(path) ?? [];
  return owner === undefined || name === undefined
    ? null
    : { owner, name, repository: `${owner}/${name}`, kind, number: Number(number) };
}
