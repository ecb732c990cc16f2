import { checkDeletedOneByOne } from '../reading/check-each.ts';
import { advanceCursor, overlapStart } from '../reading/cursor.ts';
import { pageForward } from '../reading/read-forward.ts';
import { makeBatch, type PostDraft, parseRows } from '../reading/rows.ts';
import { isoTime } from '../reading/times.ts';
import { type Batch, type Cursor, defineSource, type Feed, type KnownPost, type SourceDeps } from '../source.ts';
import { createGitlabApi, type GitlabApi } from './gitlab-api.ts';
import { GitlabEntry, Issue, IssueList } from './schema.ts';

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

async function* readIssues(
  api: GitlabApi,
  { project, labels }: { project: string; labels: readonly string[] },
  cursor: Cursor,
  until: number,
): AsyncGenerator<Batch> {
  const pages = pageForward<Issue>({
    from: overlapStart(cursor),
    until,
    async readPage(from, page) {
      const query = {
        scope: 'all',
        state: 'all',
        // A token may see confidential issues, and they are nobody else's business.
        confidential: 'false',
        order_by: 'created_at',
        sort: 'asc',
        created_after: isoTime(from),
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
  for await (const { reached, ...rows } of pages)
    yield makeBatch(
      rows,
      (issue) => (issue.confidential ? null : { post: toPost(api.url, project, issue) }),
      advanceCursor(cursor, reached),
    );
}

function toPost(serverUrl: string, project: string, issue: Issue): PostDraft {
  return {
    provider: 'gitlab',
    // The number GitLab gives an issue for good; every server counts from one.
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
