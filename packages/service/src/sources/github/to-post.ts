import type { PostDraft } from '../reading/rows.ts';
import type { KnownPost } from '../source.ts';
import type { Issue } from './schema.ts';

/** The number GitHub gives an issue for good: its name changes when it moves or its repository is renamed. */
export function issueToPost(issue: Issue): PostDraft {
  const place = parseGithubUrl(issue.html_url);
  return {
    provider: 'github',
    externalId: String(issue.id),
    title: issue.title,
    body: issue.body,
    createdAt: issue.created_at,
    url: issue.html_url,
    author: issue.user?.login,
    repository: place?.repository,
    owner: place?.owner,
    reactions: issue.reactions?.total_count,
  };
}

const GITHUB_URL = /^https:\/\/github\.com\/([^/]+)\/([^/]+)\/(issues|discussions)\/(\d+)$/;

/** Where an issue or discussion lives, by its address. */
export function parseGithubUrl(url: KnownPost['url']) {
  const [, owner, name, kind, number] = GITHUB_URL.exec(url ?? '') ?? [];
  return owner === undefined || name === undefined
    ? null
    : { owner, name, repository: `${owner}/${name}`, kind, number: Number(number) };
}
