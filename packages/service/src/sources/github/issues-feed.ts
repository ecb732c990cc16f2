import { checkDeletedOneByOne } from '../reading/check-each.ts';
import { advanceCursor, overlapStart } from '../reading/cursor.ts';
import { pageForward } from '../reading/read-forward.ts';
import { makeBatch, parseRows, type RowResult } from '../reading/rows.ts';
import { isoSeconds } from '../reading/times.ts';
import type { Batch, Cursor, Feed, KnownPost } from '../source.ts';
import type { GithubApi } from './github-api.ts';
import { Issue, IssueList } from './schema.ts';
import { issueToPost, parseGithubUrl } from './to-post.ts';

const ISSUES_PAGE_SIZE = 100;

/** The issues of one repository, in the order of their last change, which is the only one GitHub filters by. */
export async function* readIssues(
  api: GithubApi,
  { repository, labels }: { repository: string; labels: readonly string[] },
  cursor: Cursor,
  until: number,
): AsyncGenerator<Batch> {
  const pages = pageForward<Issue>({
    from: overlapStart(cursor),
    until,
    async readPage(from, page) {
      const { body, header } = await api.get(
        `/repos/${repository}/issues`,
        {
          state: 'all',
          sort: 'updated',
          direction: 'asc',
          since: isoSeconds(from),
          per_page: String(ISSUES_PAGE_SIZE),
          page: String(page),
          ...(labels.length > 0 && { labels: labels.join(',') }),
        },
        IssueList,
      );
      return { ...parseRows(body, Issue), more: /rel="next"/.test(header('link') ?? '') };
    },
    timeOf: (issue) => Date.parse(issue.updated_at),
    idOf: (issue) => issue.id,
  });
  for await (const { reached, ...rows } of pages)
    yield makeBatch(rows, (issue) => toRowResult(issue, cursor), advanceCursor(cursor, reached));
}

/** An old issue that somebody has touched lately is no new post. */
function toRowResult(issue: Issue, { since }: Cursor): RowResult {
  const wanted = issue.pull_request == null && Date.parse(issue.created_at) >= since;
  return wanted ? { post: issueToPost(issue) } : null;
}

/** 404 and 410 both: deleted, or the repository is no longer public. A moved issue is found where it is now. */
export const checkIssues = (api: GithubApi, posts: readonly KnownPost[]): ReturnType<Feed['checkDeleted']> =>
  checkDeletedOneByOne(posts, ({ url }) => {
    const place = parseGithubUrl(url);
    if (place?.kind !== 'issues') return null;
    return api.get(`/repos/${place.repository}/issues/${place.number}`, {}, Issue).then(() => false);
  });
