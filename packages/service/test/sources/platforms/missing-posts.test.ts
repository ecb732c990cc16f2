import { describe, expect, it } from 'vitest';
import { SourceError } from '../../../src/sources/http/errors.ts';
import {
  DAY,
  deletedOf,
  NOW,
  openFeed,
  postsOf,
  readAll,
  sinceAgo,
  startFakePlatform,
} from '../support/fake-platform.ts';
import { sendJson } from '../support/local-server.ts';
import { article, articleRow } from './fixtures/dev-to.ts';
import { topic, topicRow } from './fixtures/discourse.ts';
import { githubIssue } from './fixtures/github.ts';
import { gitlabIssue } from './fixtures/gitlab.ts';
import { firebaseItem } from './fixtures/hacker-news.ts';
import { lobstersStory } from './fixtures/lobsters.ts';
import { accessToken, listing, submission } from './fixtures/reddit.ts';
import { seQuestion, wrapper } from './fixtures/stack-exchange.ts';

const CREDENTIALS = { githubToken: 'ghp_test', reddit: { clientId: 'client', clientSecret: 'secret' } };

type Looks = 'missing' | 'error';
interface Platform {
  entry: Record<string, unknown>;
  post: { provider: string; externalId: string; url: string | null };
  /** What an answer with this status and JSON says of the post; 5xx and 403 never say that it is gone. */
  answers: Record<403 | 404 | 410 | 500, Looks>;
  renamed: Renamed;
}

/** What can get another name, and what the platform answers then to who asks for the post as before. */
interface Renamed {
  what: string;
  /** The path that redirects, and where it leads; none where the platform answers at once. */
  redirect?: readonly [from: string, to: string];
  answer: unknown;
}

const ONE_BY_ONE: Platform['answers'] = { 403: 'error', 404: 'missing', 410: 'missing', 500: 'error' };
/** A list that cannot be read says nothing about the posts in it. */
const BY_LIST: Platform['answers'] = { 403: 'error', 404: 'error', 410: 'error', 500: 'error' };

const FIRST = { id: 1, createdAt: NOW };
const GITHUB_ISSUE = {
  ...githubIssue({ number: 1, createdAt: NOW }),
  html_url: 'https://github.com/acme/gear/issues/1',
};
const GITLAB_ISSUE = { ...gitlabIssue({ iid: 1, createdAt: NOW }), web_url: 'https://gitlab.com/new/name/-/issues/1' };

const PLATFORMS: Record<string, Platform> = {
  github: {
    entry: { source: 'github', repositories: ['acme/widget'] },
    post: { provider: 'github', externalId: '1', url: 'https://github.com/acme/widget/issues/1' },
    answers: ONE_BY_ONE,
    renamed: {
      what: 'a repository that is renamed, or its issue moved',
      redirect: ['/repos/acme/widget/issues/1', 'https://api.github.com/repositories/5/issues/1'],
      answer: GITHUB_ISSUE,
    },
  },
  'github-discussions': {
    entry: { source: 'github-discussions', repositories: ['acme/widget'] },
    post: { provider: 'github', externalId: 'discussion-1', url: 'https://github.com/acme/widget/discussions/1' },
    answers: BY_LIST,
    renamed: {
      // GraphQL's `repository` follows renames unless told not to.
      what: 'a repository that is renamed',
      answer: { data: { repository: { discussion: { databaseId: 1 } } } },
    },
  },
  gitlab: {
    entry: { source: 'gitlab', projects: ['group/project'] },
    post: { provider: 'gitlab', externalId: 'gitlab.com:1', url: 'https://gitlab.com/group/project/-/issues/1' },
    answers: ONE_BY_ONE,
    renamed: {
      // https://docs.gitlab.com/api/rest/#redirects
      what: 'a project or group that is renamed or moved',
      redirect: ['/api/v4/projects/group%2Fproject/issues/1', 'https://gitlab.com/api/v4/projects/81/issues/1'],
      answer: GITLAB_ISSUE,
    },
  },
  discourse: {
    entry: { source: 'discourse', url: 'https://forum.example' },
    post: { provider: 'discourse', externalId: 'forum.example:1', url: null },
    answers: ONE_BY_ONE,
    renamed: {
      what: 'a topic with another title, category, or address of its forum',
      redirect: ['/t/1.json', 'https://new.example/t/another-title/1.json'],
      answer: topic(topicRow(FIRST)),
    },
  },
  'stack-exchange': {
    entry: { source: 'stack-exchange', site: 'stackoverflow', tags: ['kubernetes'] },
    post: { provider: 'stackoverflow', externalId: '1', url: null },
    answers: BY_LIST,
    renamed: { what: 'a tag or a title, since questions are asked for by id', answer: wrapper([seQuestion(FIRST)]) },
  },
  'hacker-news': {
    entry: { source: 'hacker-news' },
    post: { provider: 'hackernews', externalId: '1', url: null },
    answers: ONE_BY_ONE,
    renamed: { what: 'a title, since items are asked for by id and are in no place', answer: firebaseItem(1) },
  },
  lobsters: {
    entry: { source: 'lobsters' },
    post: { provider: 'lobsters', externalId: 'abc', url: null },
    answers: ONE_BY_ONE,
    renamed: {
      what: 'a story that was merged into another',
      redirect: ['/s/abc.json', 'https://lobste.rs/s/def.json'],
      answer: lobstersStory({ id: 'def', createdAt: NOW }),
    },
  },
  'dev-to': {
    entry: { source: 'dev-to' },
    post: { provider: 'dev.to', externalId: '1', url: null },
    answers: ONE_BY_ONE,
    renamed: { what: 'an author or a title, since articles are asked for by id', answer: article(articleRow(FIRST)) },
  },
  reddit: {
    entry: { source: 'reddit', subreddits: ['devops'], account: 'acme_ops' },
    post: { provider: 'reddit', externalId: 't3_1', url: null },
    answers: BY_LIST,
    renamed: {
      what: 'nothing: subreddits and accounts keep their names, and posts are asked for by id',
      answer: listing([submission({ id: '1', createdAt: NOW })]),
    },
  },
};

describe.each(Object.entries(PLATFORMS))('a post of %s', (_, { entry, post, answers, renamed }) => {
  it.each(Object.entries(answers))('that is answered with %s is %s', async (status, looks) => {
    const { deps } = await startFakePlatform(({ url }, response) => {
      if (url.host === 'www.reddit.com') sendJson(response, accessToken);
      // As GitHub answers for a repository with single sign-on.
      else sendJson(response, { message: 'Resource protected by organization SAML enforcement.' }, {}, Number(status));
    }, CREDENTIALS);

    const check = deletedOf(openFeed(entry, deps), [post]);

    if (looks === 'missing') expect(await check).toEqual([post.externalId]);
    else await expect(check).rejects.toThrow(SourceError);
  });

  it('whose kind of posts is turned off there is not taken for gone', async () => {
    const { deps } = await startFakePlatform(({ url }, response) => {
      if (url.host === 'www.reddit.com') sendJson(response, accessToken);
      else sendJson(response, { message: 'Issues are disabled for this repo' }, {}, 410);
    }, CREDENTIALS);
    await expect(deletedOf(openFeed(entry, deps), [post])).rejects.toThrow(SourceError);
  });

  it(`is not gone when renamed: ${renamed.what}`, async () => {
    const [from, to] = renamed.redirect ?? [];
    const { server, deps } = await startFakePlatform(({ url }, response) => {
      if (url.host === 'www.reddit.com') sendJson(response, accessToken);
      else if (url.pathname === from) response.writeHead(302, { location: to }).end();
      else sendJson(response, renamed.answer);
    }, CREDENTIALS);
    expect(await deletedOf(openFeed(entry, deps), [post])).toEqual([]);
    expect(server.seen.at(-1)?.url.pathname).not.toBe(from);
  });
});

it.each([
  [PLATFORMS.github?.entry, '/repos/acme/widget/issues', GITHUB_ISSUE, '900001'],
  [PLATFORMS.gitlab?.entry, '/api/v4/projects/group%2Fproject/issues', GITLAB_ISSUE, 'gitlab.com:70001'],
])('%o is followed under its old name, and its posts stay the same', async (entry, path, issue, externalId) => {
  const { deps } = await startFakePlatform(({ url }, response) => {
    if (url.pathname !== path) return sendJson(response, [issue]);
    return response.writeHead(301, { location: `/by-id${url.search}` }).end();
  });
  const batches = await readAll(openFeed(entry ?? {}, deps), sinceAgo(DAY));
  expect(postsOf(batches)).toMatchObject([{ externalId }]);
});
