import { devTo } from './dev-to/index.ts';
import { discourse } from './discourse/index.ts';
import { github } from './github/index.ts';
import { githubDiscussions } from './github-discussions/index.ts';
import { gitlab } from './gitlab/index.ts';
import { hackerNews } from './hacker-news/index.ts';
import { lobsters } from './lobsters/index.ts';
import { reddit } from './reddit/index.ts';
import { stackExchange } from './stack-exchange/index.ts';

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
