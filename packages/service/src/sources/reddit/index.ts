import { SourceError } from '../http/index.ts';
import { advanceCursor, overlapStart } from '../reading/cursor.ts';
import { pageBackward } from '../reading/read-back.ts';
import { makeBatch, type PostDraft, parseRows, type RowResult, type Rows } from '../reading/rows.ts';
import { isoTime } from '../reading/times.ts';
import { type Batch, type Cursor, defineSource, type Feed, type KnownPost, type SourceDeps } from '../source.ts';
import { createRedditApi, type RedditApi } from './reddit-api.ts';
import { Listing, RedditEntry, Submission } from './schema.ts';

const PAGE_SIZE = '100';
const MAX_IDS = 100;
const TAKEN_DOWN: ReadonlySet<string> = new Set(['[deleted]', '[removed]']);

/** Posts in subreddits; a list shows the newest thousand at most. */
export const reddit = defineSource('reddit', RedditEntry, ({ subreddits, account }, deps: SourceDeps): Feed[] => {
  const api = createRedditApi(deps, account);
  return subreddits.map((subreddit) => ({
    key: `reddit ${subreddit.toLowerCase()}`,
    fetchSince: (cursor) => readSubmissions(api, subreddit, cursor, deps.now()),
    checkDeleted: (posts) => checkSubmissions(api, posts),
  }));
});

async function* readSubmissions(
  api: RedditApi,
  subreddit: string,
  cursor: Cursor,
  until: number,
): AsyncGenerator<Batch> {
  const chunks = pageBackward<Submission>({
    from: overlapStart(cursor),
    until,
    pages: listSubmissions(api, subreddit),
    timeOf: ({ data }) => data.created_utc * 1_000,
    idOf: ({ data }) => data.name,
  });
  for await (const { reached, ...rows } of chunks) yield makeBatch(rows, toRowResult, advanceCursor(cursor, reached));
}

async function* listSubmissions(api: RedditApi, subreddit: string): AsyncGenerator<Rows<Submission>> {
  for (let after: string | null = ''; after !== null; ) {
    const query: Record<string, string> = { limit: PAGE_SIZE, ...(after !== '' && { after }) };
    const { data }: Listing = await api.get(`r/${subreddit}/new`, query, Listing);
    yield parseRows(data.children, Submission);
    after = data.after;
  }
}

const toRowResult = (submission: Submission): RowResult =>
  isTakenDown(submission) ? { deleted: identityOf(submission.data.name) } : { post: toPost(submission) };

const isTakenDown = ({ data }: Submission): boolean =>
  data.removed_by_category != null || TAKEN_DOWN.has(data.author) || TAKEN_DOWN.has(data.selftext);

function toPost({ data }: Submission): PostDraft {
  return {
    ...identityOf(data.name),
    title: data.title,
    body: data.selftext,
    createdAt: isoTime(data.created_utc * 1_000),
    url: `https://www.reddit.com${data.permalink}`,
    author: data.author,
    reactions: Math.max(0, data.score),
  };
}

const identityOf = (name: string) => ({ provider: 'reddit', externalId: name });

/** A post that is gone altogether is left out of the answer. */
async function* checkSubmissions(api: RedditApi, posts: readonly KnownPost[]): ReturnType<Feed['checkDeleted']> {
  for (let at = 0; at < posts.length; at += MAX_IDS) {
    const some = posts.slice(at, at + MAX_IDS);
    const id = some.map(({ externalId }) => externalId).join(',');
    const { data } = await api.get('api/info', { id, limit: PAGE_SIZE }, Listing);
    const { rows, unreadable } = parseRows(data.children, Submission);
    if (unreadable > 0) throw new SourceError('Reddit answers in an unknown shape, so nothing is taken for deleted.');
    const standing = new Set(rows.filter((row) => !isTakenDown(row)).map((row) => row.data.name));
    for (const post of some) yield { post, deleted: !standing.has(post.externalId) };
  }
}
