import { z } from 'zod';
import { isoInstant } from '../../model/day.ts';
import { checkDeletedOneByOne, type PostDraft, parseRows } from '../feed/batch.ts';
import { overlapStart, pageForward, toBatches } from '../feed/paging.ts';
import { type Cursor, defineSource, type Feed, type KnownPost, SiteAddress, type SourceDeps } from '../feed/source.ts';
import { SourceError } from '../http/errors.ts';
import type { Pace } from '../http/pacer.ts';

/** https://docs.gitlab.com/api/issues/#list-project-issues */
const Issue = z.object({
  id: z.int(),
  title: z.string(),
  description: z.string().nullish(),
  created_at: z.iso.datetime({ offset: true }),
  web_url: z.url(),
  author: z.object({ username: z.string() }).nullish(),
  upvotes: z.int().nonnegative().default(0),
  confidential: z.boolean().default(false),
});
export type Issue = z.output<typeof Issue>;

const IssueList = z.array(z.unknown());

const SEGMENT = '[A-Za-z0-9_.][A-Za-z0-9_.-]{0,254}';

/** An entry of the SOURCES file. */
const GitlabEntry = z.strictObject({
  source: z.literal('gitlab'),
  url: SiteAddress.default('https://gitlab.com'),
  projects: z
    .array(z.string().regex(new RegExp(`^${SEGMENT}(/${SEGMENT})+$`), 'must be a path such as "gitlab-org/gitlab"'))
    .min(1),
  /** Only issues that carry every one of these labels. */
  labels: z.array(z.string().min(1).max(255)).default([]),
  /** Send GITLAB_TOKEN to this server; gitlab.com always gets it. */
  sendToken: z.boolean().optional(),
});

const GITLAB_COM = 'https://gitlab.com';
/** gitlab.com allows 500 calls a minute without a token; other servers are smaller. */
const SERVER: Pace = { budget: 'api', everyMs: 300, burst: 5 };

export type GitlabApi = ReturnType<typeof createGitlabApi>;

/** One GitLab server. The token is sent to gitlab.com, or to a server whose entry allows it. */
export function createGitlabApi(
  { http, credentials: { gitlabToken } }: SourceDeps,
  { url, sendToken = url === GITLAB_COM }: { url: string; sendToken?: boolean | undefined },
) {
  if (sendToken && gitlabToken === null && url !== GITLAB_COM)
    throw new SourceError(`"sendToken" is on for ${url}, but GITLAB_TOKEN is not set. Set it, or remove "sendToken".`);
  const secrets = sendToken && gitlabToken !== null ? { 'private-token': gitlabToken } : {};
  return {
    url,
    get<Schema extends z.ZodType>(path: string, query: Record<string, string>, schema: Schema) {
      const address = new URL(`${url}/api/v4/${path}`);
      address.search = new URLSearchParams(query).toString();
      return http.requestJson({ url: address, pace: SERVER, secrets }, schema);
    },
  };
}

const PAGE_SIZE = '100';

/** Issues of projects on gitlab.com or another GitLab server. */
export const gitlab = defineSource(
  'gitlab',
  GitlabEntry,
  ({ url, projects, labels, sendToken }, deps: SourceDeps): Feed[] => {
    const api = createGitlabApi(deps, { url, sendToken });
    const suffix = labels.length > 0 ? ` labels ${[...labels].sort().join(',')}` : '';
    return projects.map((project) => ({
      key: `gitlab ${url}/${project}${suffix}`,
      fetchSince: (cursor) => readIssues(api, { project, labels }, cursor, deps.now()),
      checkDeleted: (posts) => checkIssues(api, posts),
    }));
  },
);

function readIssues(
  api: GitlabApi,
  { project, labels }: { project: string; labels: readonly string[] },
  cursor: Cursor,
  until: number,
) {
  const pages = pageForward<Issue>({
    from: overlapStart(cursor),
    until,
    async readPage(from, page) {
      const query = {
        scope: 'all',
        state: 'all',
        // A token may see confidential issues, which must not be imported.
        confidential: 'false',
        order_by: 'created_at',
        sort: 'asc',
        created_after: isoInstant(from),
        per_page: PAGE_SIZE,
        page: String(page),
        ...(labels.length > 0 && { labels: labels.join(',') }),
      };
      const { body, header } = await api.get(`projects/${encodeURIComponent(project)}/issues`, query, IssueList);
      return { ...parseRows(body, Issue), more: /rel="next"/.test(header('link') ?? '') };
    },
    timeOf: (issue) => Date.parse(issue.created_at),
    idOf: (issue) => issue.id,
  });
  return toBatches(pages, cursor, (issue) => (issue.confidential ? null : { post: toPost(api.url, project, issue) }));
}

function toPost(serverUrl: string, project: string, issue: Issue): PostDraft {
  return {
    provider: 'gitlab',
    // GitLab's permanent issue number; every server counts from one.
    externalId: `${new URL(serverUrl).host}:${issue.id}`,
    title: issue.title,
    body: issue.description,
    createdAt: issue.created_at,
    url: issue.web_url,
    author: issue.author?.username,
    repository: project,
    owner: project.split('/')[0],
    reactions: issue.upvotes,
  };
}

const checkIssues = (api: GitlabApi, posts: readonly KnownPost[]): ReturnType<Feed['checkDeleted']> =>
  checkDeletedOneByOne(posts, ({ url }) => {
    const path = url?.startsWith(`${api.url}/`) ? url.slice(api.url.length + 1) : '';
    const [, project, number] = /^(.+)\/-\/(?:issues|work_items)\/(\d+)$/.exec(path) ?? [];
    if (project === undefined) return null;
    return api
      .get(`projects/${encodeURIComponent(project)}/issues/${number}`, {}, Issue)
      .then(({ body }) => body.confidential);
  });
