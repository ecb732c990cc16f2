import type { z } from 'zod';
import { type Pace, SourceError } from '../http/index.ts';
import type { SourceDeps } from '../source.ts';
import { AccessToken } from './schema.ts';

const TOKEN_URL = 'https://www.reddit.com/api/v1/access_token';
const API = 'https://oauth.reddit.com/';
/** 100 calls a minute for each client. */
const CLIENT: Pace = { budget: 'api', everyMs: 700, burst: 5 };
/** A token is renewed this long before it ends, so that none ends on the way. */
const RENEW_BEFORE_MS = 60_000;

export type RedditApi = ReturnType<typeof createRedditApi>;

/** Reddit as an approved program: without REDDIT_CLIENT_ID and REDDIT_CLIENT_SECRET it is not read at all. */
export function createRedditApi({ http, credentials: { reddit }, now }: SourceDeps, account: string) {
  if (reddit === null)
    throw new SourceError(
      'reddit needs REDDIT_CLIENT_ID and REDDIT_CLIENT_SECRET, of a program that Reddit has approved (reddit.com/prefs/apps); until they are set it is not read.',
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
      // Without raw_json the texts come with some characters written as HTML.
      url.search = new URLSearchParams({ ...query, raw_json: '1' }).toString();
      const secrets = { authorization: `Bearer ${await currentToken()}` };
      return (await http.requestJson({ url, pace: CLIENT, headers, secrets }, schema)).body;
    },
  };
}
