import { z } from 'zod';
import { isoInstant } from '../../model/day.ts';
import { checkDeletedInGroups, type PostDraft, parseRows, type RowResult, type Rows } from '../feed/batch.ts';
import { overlapStart, pageBackward, toBatches } from '../feed/paging.ts';
import { type Cursor, defineSource, type Feed, type KnownPost, type SourceDeps } from '../feed/source.ts';
import { SourceError } from '../http/errors.ts';
import type { Pace } from '../http/pacer.ts';

/** https://www.reddit.com/dev/api#listings */
const Listing = z.object({
  data: z.object({ after: z.string().nullable(), children: z.array(z.unknown()) }),
});
export type Listing = z.output<typeof Listing>;

/** A link or text post (`t3`): https://github.com/reddit-archive/reddit/wiki/JSON#link-implements-votable--created */
const Submission = z.object({
  kind: z.literal('t3'),
  data: z.object({
    /** Full name, such as "t3_1abcde". */
    name: z.string().regex(/^t3_[a-z0-9]{1,20}$/),
    title: z.string(),
    /** Markdown; empty for links. */
    selftext: z.string(),
    author: z.string(),
    /** Epoch seconds. */
    created_utc: z.number(),
    permalink: z.string().startsWith('/'),
    score: z.int(),
    /** Who removed it; null while it is visible. */
    removed_by_category: z.string().nullish(),
  }),
});
export type Submission = z.output<typeof Submission>;

/** https://github.com/reddit-archive/reddit/wiki/OAuth2#application-only-oauth */
const AccessToken = z.object({ access_token: z.string().min(1), expires_in: z.number().positive() });

/** An entry of the SOURCES file. */
const RedditEntry = z.strictObject({
  source: z.literal('reddit'),
  subreddits: z.array(z.string().regex(/^\w{2,30}$/, 'must be a name without r/, such as "devops"')).min(1),
  /** The operator's Reddit account, which Reddit wants in the User-Agent. */
  account: z.string().regex(/^[\w-]{3,20}$/, 'must be the name of a Reddit account, without u/'),
});

const TOKEN_URL = 'https://www.reddit.com/api/v1/access_token';
const API = 'https://oauth.reddit.com/';
/** 100 calls a minute for each client. */
const CLIENT: Pace = { budget: 'api', everyMs: 700, burst: 5 };
/** Tokens are renewed this long before they expire, so none expires in flight. */
const RENEW_BEFORE_MS = 60_000;

export type RedditApi = ReturnType<typeof createRedditApi>;

/** Reddit as an approved program: without REDDIT_CLIENT_ID and REDDIT_CLIENT_SECRET it is not read at all. */
export function createRedditApi({ http, credentials: { reddit }, now }: SourceDeps, account: string) {
  if (reddit === null)
    throw new SourceError(
      'reddit needs REDDIT_CLIENT_ID and REDDIT_CLIENT_SECRET, of an app that Reddit has approved (reddit.com/prefs/apps).',
    );
  const headers = { 'user-agent': `node:pain-signals:0.1 (by /u/${account})` };
  const basic = Buffer.from(`${reddit.clientId}:${reddit.clientSecret}`).toString('base64');
  let token = { text: '', endsAt: 0 };

  const currentToken = async (): Promise<string> => {
    if (token.endsAt - RENEW_BEFORE_MS > now()) return token.text;
    const { body } = await http.requestJson(
      {
        url: new URL(TOKEN_URL),
        pace: CLIENT,
        headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
        secrets: { authorization: `Basic ${basic}` },
        body: 'grant_type=client_credentials',
      },
      AccessToken,
    );
    token = { text: body.access_token, endsAt: now() + body.expires_in * 1_000 };
    return token.text;
  };

  return {
    async get<Schema extends z.ZodType>(path: string, query: Record<string, string>, schema: Schema) {
      const url = new URL(path, API);
      // Without raw_json, texts have HTML entities.
      url.search = new URLSearchParams({ ...query, raw_json: '1' }).toString();
      const secrets = { authorization: `Bearer ${await currentToken()}` };
      return (await http.requestJson({ url, pace: CLIENT, headers, secrets }, schema)).body;
    },
  };
}

const PAGE_SIZE = '100';
const MAX_IDS = 100;
const TAKEN_DOWN: ReadonlySet<string> = new Set(['[deleted]', '[removed]']);

/** Posts in subreddits; a listing has the newest thousand at most. */
export const reddit = defineSource('reddit', RedditEntry, ({ subreddits, account }, deps: SourceDeps): Feed[] => {
  const api = createRedditApi(deps, account);
  return subreddits.map((subreddit) => ({
    key: `reddit ${subreddit.toLowerCase()}`,
    fetchSince: (cursor) => readSubmissions(api, subreddit, cursor, deps.now()),
    checkDeleted: (posts) => checkSubmissions(api, posts),
  }));
});

function readSubmissions(api: RedditApi, subreddit: string, cursor: Cursor, until: number) {
  const pages = pageBackward<Submission>({
    from: overlapStart(cursor),
    until,
    pages: listSubmissions(api, subreddit),
    timeOf: ({ data }) => data.created_utc * 1_000,
    idOf: ({ data }) => data.name,
  });
  return toBatches(pages, cursor, toRowResult);
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
    createdAt: isoInstant(data.created_utc * 1_000),
    url: `https://www.reddit.com${data.permalink}`,
    author: data.author,
    reactions: Math.max(0, data.score),
  };
}

const identityOf = (name: string) => ({ provider: 'reddit', externalId: name });

/** Fully deleted posts are missing from the response. */
const checkSubmissions = (api: RedditApi, posts: readonly KnownPost[]): ReturnType<Feed['checkDeleted']> =>
  checkDeletedInGroups(posts, MAX_IDS, async (group) => {
    const id = group.map(({ externalId }) => externalId).join(',');
    const { data } = await api.get('api/info', { id, limit: PAGE_SIZE }, Listing);
    const { rows, unreadable } = parseRows(data.children, Submission);
    return { rows: rows.filter((row) => !isTakenDown(row)).map((row) => row.data.name), unreadable };
  });
