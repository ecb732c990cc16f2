import { devTo } from './platforms/dev-to.ts';
import { discourse } from './platforms/discourse.ts';
import { githubDiscussions } from './platforms/github-discussions.ts';
import { github } from './platforms/github-issues.ts';
import { gitlab } from './platforms/gitlab.ts';
import { hackerNews } from './platforms/hacker-news.ts';
import { lobsters } from './platforms/lobsters.ts';
import { reddit } from './platforms/reddit.ts';
import { stackExchange } from './platforms/stack-exchange.ts';

export const SOURCES = [
  github,
  githubDiscussions,
  stackExchange,
  hackerNews,
  discourse,
  gitlab,
  lobsters,
  devTo,
  reddit,
];
