import { checkDeletedOneByOne, parseRows, type RowResult, type Rows } from '../feed/batch.ts';
import { RowCollector } from '../feed/kept-rows.ts';
import { isoSeconds, overlapStart, pageByWindow, pageForward, type TimeWindow, toBatches } from '../feed/paging.ts';
import { type Cursor, defineSource, type Feed, type KnownPost, type SourceDeps } from '../feed/source.ts';
import {
  createGithubApi,
  type GithubApi,
  GithubEntry,
  Issue,
  IssueList,
  issueToPost,
  parseGithubUrl,
  SearchResponse,
} from './github-api.ts';

/** GitHub issues: of named repositories, or the results of a search. Pull requests are left out. */
export const github = defineSource(
  'github',
  GithubEntry,
  ({ url, sendToken, repositories = [], labels, query }, deps: SourceDeps): Feed[] => {
    const api = createGithubApi(deps, { url, sendToken });
    const place = url === 'https://github.com' ? '' : `${url}/`;
    const suffix = labels.length > 0 ? ` labels ${[...labels].sort().join(',')}` : '';
    const checkDeleted: Feed['checkDeleted'] = (posts) => checkIssues(api, posts);
    if (query !== undefined) {
      const search = [query, ...labels.map((label) => `label:"${label}"`)].join(' ');
      return [
        {
          key: `github search ${place}${search}`,
          fetchSince: (cursor) => searchIssues(api, search, cursor, deps.now()),
          checkDeleted,
        },
      ];
    }
    return repositories.map((repository) => ({
      key: `github ${place}${repository}${suffix}`,
      fetchSince: (cursor) => readIssues(api, { repository, labels }, cursor, deps.now()),
      checkDeleted,
    }));
  },
);

const ISSUES_PAGE_SIZE = 100;

/** The issues of one repository by their last change, the only order GitHub can filter by. */
function readIssues(
  api: GithubApi,
  { repository, labels }: { repository: string; labels: readonly string[] },
  cursor: Cursor,
  until: number,
) {
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
  return toBatches(pages, cursor, (issue) => toRowResult(issue, cursor, api.site));
}

/** An old issue with a recent change is not a new post. */
function toRowResult(issue: Issue, { since }: Cursor, site: string): RowResult {
  const wanted = issue.pull_request == null && Date.parse(issue.created_at) >= since;
  return wanted ? { post: issueToPost(issue, site) } : null;
}

/** 404 and 410 both: deleted, or the repository is no longer public. A moved issue redirects. */
const checkIssues = (api: GithubApi, posts: readonly KnownPost[]): ReturnType<Feed['checkDeleted']> =>
  checkDeletedOneByOne(posts, ({ url }) => {
    const place = parseGithubUrl(url, api.site);
    if (place?.kind !== 'issues') return null;
    return api.get(`/repos/${place.repository}/issues/${place.number}`, {}, Issue).then(() => false);
  });

const SEARCH_PAGE_SIZE = 100;
/** A search returns its first thousand results at most. */
const MAX_SEARCH_RESULTS = 1_000;

/** The issues that a search finds, in windows of the time they were made. */
function searchIssues(api: GithubApi, query: string, cursor: Cursor, until: number) {
  const windows = pageByWindow({ from: overlapStart(cursor), to: until }, (window) => searchWindow(api, query, window));
  return toBatches(windows, cursor, (issue) =>
    issue.pull_request == null ? { post: issueToPost(issue, api.site) } : null,
  );
}

async function searchWindow(api: GithubApi, query: string, window: TimeWindow): Promise<Rows<Issue> | null> {
  const found = new RowCollector<Issue>();
  for (let page = 1; ; page += 1) {
    const { body } = await api.get(
      '/search/issues',
      {
        // A token may see private repositories, whose issues must not be imported.
        q: `${query} is:issue is:public ${createdInQualifier(window)}`,
        sort: 'created',
        order: 'asc',
        per_page: String(SEARCH_PAGE_SIZE),
        page: String(page),
      },
      SearchResponse,
      'search',
    );
    if (body.total_count > MAX_SEARCH_RESULTS || body.incomplete_results) return null;
    if (!found.add(parseRows(body.items, Issue))) return null;
    if (body.items.length === 0 || page * SEARCH_PAGE_SIZE >= body.total_count) return found;
  }
}

/** Both ends are inclusive. */
export const createdInQualifier = ({ from, to }: TimeWindow): string =>
  `created:${isoSeconds(from)}..${isoSeconds(to - 1_000)}`;
