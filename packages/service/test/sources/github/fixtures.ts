// After https://docs.github.com/en/rest/issues/issues#list-repository-issues and
// https://docs.github.com/en/rest/search/search#search-issues-and-pull-requests

import { iso } from '../support/stand-in.ts';

const githubUser = (login: string) => ({
  login,
  id: 1,
  node_id: 'MDQ6VXNlcjE=',
  avatar_url: `https://avatars.githubusercontent.com/${login}`,
  gravatar_id: '',
  url: `https://api.github.com/users/${login}`,
  html_url: `https://github.com/${login}`,
  followers_url: `https://api.github.com/users/${login}/followers`,
  following_url: `https://api.github.com/users/${login}/following{/other_user}`,
  gists_url: `https://api.github.com/users/${login}/gists{/gist_id}`,
  starred_url: `https://api.github.com/users/${login}/starred{/owner}{/repo}`,
  subscriptions_url: `https://api.github.com/users/${login}/subscriptions`,
  organizations_url: `https://api.github.com/users/${login}/orgs`,
  repos_url: `https://api.github.com/users/${login}/repos`,
  events_url: `https://api.github.com/users/${login}/events{/privacy}`,
  received_events_url: `https://api.github.com/users/${login}/received_events`,
  type: 'User',
  user_view_type: 'public',
  site_admin: false,
});

export interface IssueFacts {
  number: number;
  createdAt: number;
  updatedAt?: number;
  repository?: string;
}

export function githubIssue({ number, createdAt, updatedAt = createdAt, repository = 'acme/widget' }: IssueFacts) {
  const url = `https://api.github.com/repos/${repository}/issues/${number}`;
  return {
    id: 900_000 + number,
    node_id: `I_kwDO${number}`,
    url,
    repository_url: `https://api.github.com/repos/${repository}`,
    labels_url: `${url}/labels{/name}`,
    comments_url: `${url}/comments`,
    events_url: `${url}/events`,
    timeline_url: `${url}/timeline`,
    html_url: `https://github.com/${repository}/issues/${number}`,
    number,
    state: 'open',
    state_reason: null,
    title: `The token expires too early (${number})`,
    body: 'After an hour every call answers **401**.',
    user: githubUser('ada') as unknown,
    labels: [
      {
        id: 208045946,
        node_id: 'MDU6TGFiZWwyMDgwNDU5NDY=',
        url: `https://api.github.com/repos/${repository}/labels/bug`,
        name: 'bug',
        description: "Something isn't working",
        color: 'f29513',
        default: true,
      },
    ],
    assignee: null,
    assignees: [],
    milestone: null,
    locked: false,
    active_lock_reason: null,
    comments: 2,
    closed_at: null,
    created_at: iso(createdAt),
    updated_at: iso(updatedAt),
    closed_by: null,
    author_association: 'NONE',
    type: null,
    performed_via_github_app: null,
    sub_issues_summary: { total: 0, completed: 0, percent_completed: 0 },
    reactions: {
      url: `${url}/reactions`,
      total_count: 3,
      '+1': 3,
      '-1': 0,
      laugh: 0,
      hooray: 0,
      confused: 0,
      heart: 0,
      rocket: 0,
      eyes: 0,
    },
  };
}

export const githubPullRequest = (facts: IssueFacts) => ({
  ...githubIssue(facts),
  draft: false,
  pull_request: {
    url: `https://api.github.com/repos/acme/widget/pulls/${facts.number}`,
    html_url: `https://github.com/acme/widget/pull/${facts.number}`,
    diff_url: `https://github.com/acme/widget/pull/${facts.number}.diff`,
    patch_url: `https://github.com/acme/widget/pull/${facts.number}.patch`,
    merged_at: null,
  },
});

export const notFound = {
  message: 'Not Found',
  documentation_url: 'https://docs.github.com/rest/issues/issues#get-an-issue',
  status: '404',
};
