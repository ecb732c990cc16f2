import type { z } from 'zod';
import { type Pace, SourceError } from '../http/index.ts';
import type { SourceDeps } from '../source.ts';

const GITLAB_COM = 'https://gitlab.com';
/** gitlab.com allows 500 calls a minute without a token; other servers are smaller. */
const SERVER: Pace = { budget: 'api', everyMs: 300, burst: 5 };

export type GitlabApi = ReturnType<typeof createGitlabApi>;

/** One GitLab server. The token is for gitlab.com, or for a server that the entry says may see it. */
export function createGitlabApi(
  { http, credentials: { gitlabToken } }: SourceDeps,
  { url, sendToken = url === GITLAB_COM }: { url: string; sendToken?: boolean | undefined },
) {
  if (sendToken && gitlabToken === null && url !== GITLAB_COM)
    throw new SourceError(`${url} is to see GITLAB_TOKEN, which is not set. Set it, or leave "sendToken" out.`);
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
