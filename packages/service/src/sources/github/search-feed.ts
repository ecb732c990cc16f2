import { advance, overlapStart } from '../reading/cursor.ts';
import { readWindows, type Window } from '../reading/read-windows.ts';
import { makeBatch, type Rows, readRows } from '../reading/rows.ts';
import { isoSeconds } from '../reading/times.ts';
import type { Batch, Cursor } from '../source.ts';
import type { GithubApi } from './github-api.ts';
import { Issue, SearchAnswer } from './schema.ts';
import { issueToPost } from './to-post.ts';

const PAGE_SIZE = 100;
/** A search shows no more than its first thousand results, however many it finds. */
const MAX_RESULTS = 1_000;

/** The issues that a search finds, in windows of the time they were made. */
export async function* searchIssues(
  api: GithubApi,
  query: string,
  cursor: Cursor,
  until: number,
): AsyncGenerator<Batch> {
  const windows = readWindows({ from: overlapStart(cursor), to: until }, (window) => readWindow(api, query, window));
  for await (const { reached, ...rows } of windows)
    yield makeBatch(
      rows,
      (issue) => (issue.pull_request == null ? { post: issueToPost(issue) } : null),
      advance(cursor, reached),
    );
}

async function readWindow(api: GithubApi, query: string, window: Window): Promise<Rows<Issue> | null> {
  const found: unknown[] = [];
  for (let page = 1; ; page += 1) {
    const { body } = await api.get(
      '/search/issues',
      {
        // A token may see private repositories, and their issues are nobody else's business.
        q: `${query} is:issue is:public ${createdIn(window)}`,
        sort: 'created',
        order: 'asc',
        per_page: String(PAGE_SIZE),
        page: String(page),
      },
      SearchAnswer,
      'search',
    );
    if (body.total_count > MAX_RESULTS || body.incomplete_results) return null;
    found.push(...body.items);
    if (body.items.length === 0 || page * PAGE_SIZE >= body.total_count) return readRows(found, Issue);
  }
}

/** GitHub counts both ends in. */
export const createdIn = ({ from, to }: Window): string => `created:${isoSeconds(from)}..${isoSeconds(to - 1_000)}`;
