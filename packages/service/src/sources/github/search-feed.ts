import { advanceCursor, overlapStart } from '../reading/cursor.ts';
import { pageByWindow, type TimeWindow } from '../reading/read-windows.ts';
import { makeBatch, parseRows, type Rows } from '../reading/rows.ts';
import { isoSeconds } from '../reading/times.ts';
import type { Batch, Cursor } from '../source.ts';
import type { GithubApi } from './github-api.ts';
import { Issue, SearchResponse } from './schema.ts';
import { issueToPost } from './to-post.ts';

const SEARCH_PAGE_SIZE = 100;
/** A search shows no more than its first thousand results, however many it finds. */
const MAX_SEARCH_RESULTS = 1_000;

/** The issues that a search finds, in windows of the time they were made. */
export async function* searchIssues(
  api: GithubApi,
  query: string,
  cursor: Cursor,
  until: number,
): AsyncGenerator<Batch> {
  const windows = pageByWindow({ from: overlapStart(cursor), to: until }, (window) => searchWindow(api, query, window));
  for await (const { reached, ...rows } of windows)
    yield makeBatch(
      rows,
      (issue) => (issue.pull_request == null ? { post: issueToPost(issue) } : null),
      advanceCursor(cursor, reached),
    );
}

async function searchWindow(api: GithubApi, query: string, window: TimeWindow): Promise<Rows<Issue> | null> {
  const found: unknown[] = [];
  for (let page = 1; ; page += 1) {
    const { body } = await api.get(
      '/search/issues',
      {
        // A token may see private repositories, and their issues are nobody else's business.
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
    found.push(...body.items);
    if (body.items.length === 0 || page * SEARCH_PAGE_SIZE >= body.total_count) return parseRows(found, Issue);
  }
}

/** GitHub counts both ends in. */
export const createdInQualifier = ({ from, to }: TimeWindow): string =>
  `created:${isoSeconds(from)}..${isoSeconds(to - 1_000)}`;
