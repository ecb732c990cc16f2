import type { ServerResponse } from 'node:http';
import { expect, it } from 'vitest';
import { RateLimitedError, UnexpectedResponseError } from '../../../src/sources/http/errors.ts';
import {
  DAY,
  deletedOf,
  HOUR,
  iso,
  NOW,
  openFeed,
  openFeeds,
  postsOf,
  readAll,
  readUntilError,
  sinceAgo,
  startFakePlatform,
} from '../support/fake-platform.ts';
import { type SeenRequest, sendJson } from '../support/local-server.ts';
import { githubIssue, githubPullRequest, notFound } from './fixtures/github.ts';

const ENTRY = { source: 'github', repositories: ['acme/widget'] };
type Issue = ReturnType<typeof githubIssue>;

/** Answers as GitHub does: changed since, in the order of the last change, by pages. */
function answerIssues(issues: readonly Issue[], { url }: SeenRequest, response: ServerResponse): void {
  const since = Date.parse(url.searchParams.get('since') ?? '');
  const size = Number(url.searchParams.get('per_page'));
  const from = (Number(url.searchParams.get('page')) - 1) * size;
  const found = issues
    .filter((issue) => Date.parse(issue.updated_at) >= since)
    .sort((one, other) => Date.parse(one.updated_at) - Date.parse(other.updated_at));
  const link = `<https://api.github.com/repositories/1/issues?page=2>; rel="next", <https://api.github.com/x>; rel="last"`;
  sendJson(response, found.slice(from, from + size), found.length > from + size ? { link } : {});
}

const manyIssues = (count: number): Issue[] =>
  Array.from({ length: count }, (_, index) =>
    githubIssue({ number: index + 1, createdAt: NOW - DAY + index * 60_000 }),
  );

it('makes a post of an issue, with its author, address, owner and repository', async () => {
  const { server, deps } = await startFakePlatform(
    (request, response) => answerIssues([githubIssue({ number: 7, createdAt: NOW - HOUR })], request, response),
    { githubToken: 'ghp_test' },
  );
  const [batch] = await readAll(openFeed(ENTRY, deps), sinceAgo(DAY));
  expect(batch?.posts).toEqual([
    {
      provider: 'github',
      externalId: '900007',
      title: 'The token expires too early (7)',
      body: 'After an hour every call answers **401**.',
      createdAt: NOW - HOUR,
      url: 'https://github.com/acme/widget/issues/7',
      author: 'ada',
      repository: 'acme/widget',
      owner: 'acme',
      licence: null,
      reactions: 3,
    },
  ]);
  expect(server.seen[0]?.url.pathname).toBe('/repos/acme/widget/issues');
  expect(server.seen[0]?.headers).toMatchObject({
    host: 'api.github.com',
    authorization: 'Bearer ghp_test',
    'x-github-api-version': '2022-11-28',
  });
});

it('asks again from a little before the cursor, and ends at now', async () => {
  const { server, deps } = await startFakePlatform((request, response) => answerIssues([], request, response));
  const batches = await readAll(openFeed(ENTRY, deps), { since: NOW - DAY, reached: NOW - HOUR });
  expect(server.seen[0]?.url.searchParams.get('since')).toBe(iso(NOW - HOUR - 600_000));
  expect(batches.at(-1)?.cursor).toEqual({ since: NOW - DAY, reached: NOW });
});

it('drops pull requests, and old issues that were only touched lately', async () => {
  const issues = [
    githubPullRequest({ number: 1, createdAt: NOW - HOUR }),
    githubIssue({ number: 2, createdAt: NOW - 400 * DAY, updatedAt: NOW - HOUR }),
    githubIssue({ number: 3, createdAt: NOW - HOUR }),
  ];
  const { deps } = await startFakePlatform((request, response) => answerIssues(issues, request, response));
  const posts = postsOf(await readAll(openFeed(ENTRY, deps), sinceAgo(DAY)));
  expect(posts.map(({ externalId }) => externalId)).toEqual(['900003']);
});

it('passes no issue over when one before it changes between two pages', async () => {
  const issues = manyIssues(250);
  const { server, deps } = await startFakePlatform((request, response) => {
    answerIssues(issues, request, response);
    // The first moves to the end, and every row after it one place forward.
    if (server.seen.length === 1) issues[0] = { ...(issues[0] as Issue), updated_at: iso(NOW - 60_000) };
  });
  const posts = postsOf(await readAll(openFeed(ENTRY, deps), sinceAgo(2 * DAY)));
  expect(new Set(posts.map(({ externalId }) => externalId)).size).toBe(250);
});

it('reads on within a moment that fills more than a page', async () => {
  const issues = Array.from({ length: 230 }, (_, index) => githubIssue({ number: index + 1, createdAt: NOW - HOUR }));
  const { deps } = await startFakePlatform((request, response) => answerIssues(issues, request, response));
  const posts = postsOf(await readAll(openFeed(ENTRY, deps), sinceAgo(DAY)));
  expect(new Set(posts.map(({ externalId }) => externalId)).size).toBe(230);
});

it('goes on after an interruption where it stopped, and loses nothing', async () => {
  const issues = manyIssues(250);
  let failing = true;
  const { server, deps } = await startFakePlatform((request, response) => {
    if (failing && server.seen.length > 1) response.destroy();
    else answerIssues(issues, request, response);
  });
  const feed = openFeed(ENTRY, deps);
  const { batches, error } = await readUntilError(feed, sinceAgo(2 * DAY));
  expect(String(error)).toContain('cannot be reached (UND_ERR_SOCKET): GET api.github.com/repos/acme/widget/issues');
  expect(postsOf(batches)).toHaveLength(100);

  failing = false;
  const cursor = batches.at(-1)?.cursor;
  const rest = await readAll(feed, cursor ?? sinceAgo(0));
  const ids = new Set(postsOf([...batches, ...rest]).map(({ externalId }) => externalId));
  expect(ids.size).toBe(250);
  expect(postsOf(rest).length).toBeLessThan(180);
});

it('keeps the page when a row of it is broken, and counts the row', async () => {
  const whole = githubIssue({ number: 1, createdAt: NOW - HOUR });
  const nameless = { ...githubIssue({ number: 2, createdAt: NOW - HOUR }), title: null, body: 7 };
  const empty = { ...githubIssue({ number: 3, createdAt: NOW - HOUR }), title: ' ', body: null };
  const { deps } = await startFakePlatform((_request, response) =>
    sendJson(response, [whole, nameless, 'junk', null, empty]),
  );
  const [batch] = await readAll(openFeed(ENTRY, deps), sinceAgo(DAY));
  expect(batch?.posts.map(({ externalId }) => externalId)).toEqual(['900001']);
  expect(batch?.unreadable).toBe(4);
});

it('keeps an issue whose author has left, and text that a database could not hold', async () => {
  const issue = { ...githubIssue({ number: 1, createdAt: NOW - HOUR }), user: null, body: 'a\u0000b \ud800 c' };
  const { deps } = await startFakePlatform((_request, response) => sendJson(response, [issue]));
  const [post] = postsOf(await readAll(openFeed(ENTRY, deps), sinceAgo(DAY)));
  expect(post).toMatchObject({ author: null, body: 'ab \ufffd c' });
});

it('stops at a spent budget and says until when', async () => {
  const { deps } = await startFakePlatform((_request, response) => {
    const headers = { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(NOW / 1_000 + 1_800) };
    sendJson(response, { message: 'API rate limit exceeded' }, headers, 403);
  });
  const { error } = await readUntilError(openFeed(ENTRY, deps), sinceAgo(DAY));
  expect(error).toBeInstanceOf(RateLimitedError);
  expect(String(error)).toContain('2026-11-21T12:30:00');
});

it('refuses a web page and a platform that shows the same page for ever', async () => {
  const page = await startFakePlatform((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end('<html>');
  });
  await expect(readAll(openFeed(ENTRY, page.deps), sinceAgo(DAY))).rejects.toThrow(UnexpectedResponseError);

  const endless = await startFakePlatform((_request, response) =>
    sendJson(response, [githubIssue({ number: 1, createdAt: NOW - HOUR })], { link: '<https://x>; rel="next"' }),
  );
  await expect(readAll(openFeed(ENTRY, endless.deps), sinceAgo(DAY))).rejects.toThrow('the same page forever');
});

it('asks for issues with all of the labels', async () => {
  const { server, deps } = await startFakePlatform((request, response) => answerIssues([], request, response));
  const feed = openFeed({ ...ENTRY, labels: ['kind/bug', 'api'] }, deps);
  await readAll(feed, sinceAgo(DAY));
  expect(server.seen[0]?.url.searchParams.get('labels')).toBe('kind/bug,api');
  expect(feed.key).toBe('github acme/widget labels api,kind/bug');
});

it('follows each repository by itself', async () => {
  const { deps } = await startFakePlatform((request, response) => answerIssues([], request, response));
  const feeds = openFeeds({ source: 'github', repositories: ['acme/widget', 'acme/gear'] }, deps);
  expect(feeds.map(({ key }) => key)).toEqual(['github acme/widget', 'github acme/gear']);
});

it('finds out which issues are deleted, and that a moved one is not', async () => {
  const known = [1, 2, 3, 4].map((number) => ({
    provider: 'github',
    externalId: String(900_000 + number),
    url: `https://github.com/acme/widget/issues/${number}`,
  }));
  const { deps } = await startFakePlatform(({ url }, response) => {
    if (url.pathname === '/repos/acme/widget/issues/1') sendJson(response, notFound, {}, 404);
    else if (url.pathname === '/repos/acme/widget/issues/2') sendJson(response, { message: 'Gone' }, {}, 410);
    else if (url.pathname === '/repos/acme/widget/issues/3')
      response.writeHead(301, { location: 'https://api.github.com/repositories/5/issues/9' }).end();
    else sendJson(response, githubIssue({ number: 4, createdAt: NOW - HOUR }));
  });
  const unknown = { provider: 'github', externalId: '5', url: null };
  expect(await deletedOf(openFeed(ENTRY, deps), [...known, unknown])).toEqual(['900001', '900002']);
});

it('reads a GitHub Enterprise server, which gets the token only when its entry says so', async () => {
  const issue = githubIssue({ number: 7, createdAt: NOW - HOUR });
  const inside = { ...issue, html_url: 'https://github.corp.example/acme/widget/issues/7' };
  const { server, deps } = await startFakePlatform((request, response) => answerIssues([inside], request, response), {
    githubToken: 'ghp_test',
  });
  const entry = { ...ENTRY, url: 'https://github.corp.example' };
  const [post] = postsOf(await readAll(openFeed(entry, deps), sinceAgo(DAY)));
  expect(post).toMatchObject({
    provider: 'github',
    externalId: 'github.corp.example:900007',
    repository: 'acme/widget',
  });
  expect(server.seen[0]?.url.pathname).toBe('/api/v3/repos/acme/widget/issues');
  expect(server.seen[0]?.headers).toMatchObject({ host: 'github.corp.example' });
  expect(server.seen[0]?.headers.authorization).toBeUndefined();

  await readAll(openFeed({ ...entry, sendToken: true }, deps), sinceAgo(DAY));
  expect(server.seen.at(-1)?.headers.authorization).toBe('Bearer ghp_test');
});
