import { expect, it } from 'vitest';
import { RateLimitedError } from '../../../src/sources/http/errors.ts';
import {
  DAY,
  deletedOf,
  HOUR,
  NOW,
  openFeed,
  postsOf,
  readAll,
  readUntilError,
  sinceAgo,
  startFakePlatform,
} from '../support/fake-platform.ts';
import { type SeenRequest, sendJson } from '../support/local-server.ts';
import { discussionNode, notFound, rateLimited, searchData } from './fixtures/github-discussions.ts';

const ENTRY = { source: 'github-discussions', repositories: ['acme/widget'] };
const TOKEN = { githubToken: 'ghp_test' };
const variablesOf = ({ body }: SeenRequest) => JSON.parse(body).variables;

it('makes a post of a discussion', async () => {
  const node = discussionNode({ number: 3, createdAt: NOW - HOUR });
  const { server, deps } = await startFakePlatform(
    (_request, response) => sendJson(response, searchData([node])),
    TOKEN,
  );
  const batches = await readAll(openFeed(ENTRY, deps), sinceAgo(DAY));
  expect(postsOf(batches)).toEqual([
    {
      provider: 'github',
      externalId: 'discussion-5003',
      title: 'How do I renew a token? (3)',
      body: 'The guide says nothing about it.',
      createdAt: NOW - HOUR,
      url: 'https://github.com/acme/widget/discussions/3',
      author: 'grace',
      repository: 'acme/widget',
      owner: 'acme',
      licence: null,
      reactions: 4,
    },
  ]);
  expect(batches.at(-1)?.cursor.reached).toBe(NOW);
  expect(server.seen[0]).toMatchObject({ method: 'POST', headers: { authorization: 'Bearer ghp_test' } });
  expect(variablesOf(server.seen[0] as SeenRequest)).toEqual({
    search: 'repo:acme/widget created:2026-11-20T12:00:00Z..2026-11-21T11:59:59Z sort:created-asc',
    after: null,
  });
});

it('follows the pages, and keeps a discussion whose author has left', async () => {
  const first = discussionNode({ number: 1, createdAt: NOW - 3 * HOUR });
  const second = { ...discussionNode({ number: 2, createdAt: NOW - 2 * HOUR }), author: null };
  const { deps } = await startFakePlatform((request, response) => {
    const { after } = variablesOf(request);
    const page =
      after === 'Y3Vyc29yOjE='
        ? searchData([second], { count: 2 })
        : searchData([first], { count: 2, endCursor: 'Y3Vyc29yOjE=' });
    sendJson(response, page);
  }, TOKEN);
  const posts = postsOf(await readAll(openFeed(ENTRY, deps), sinceAgo(DAY)));
  expect(posts.map(({ externalId, author }) => [externalId, author])).toEqual([
    ['discussion-5001', 'grace'],
    ['discussion-5002', null],
  ]);
});

it('gives a search up whose pages never end', async () => {
  const nodes = Array.from({ length: 100 }, (_, number) => discussionNode({ number, createdAt: NOW - HOUR }));
  const { server, deps } = await startFakePlatform((_request, response) => {
    sendJson(response, searchData(nodes, { count: 5, endCursor: 'Y3Vyc29yOjE=' }));
  }, TOKEN);
  const { batches, error } = await readUntilError(openFeed(ENTRY, deps), sinceAgo(HOUR));
  expect(batches).toEqual([]);
  expect(String(error)).toContain('more results within one second');
  expect(server.seen.length).toBeLessThan(200);
});

it('halves the time when a search finds more than it shows', async () => {
  const { server, deps } = await startFakePlatform((request, response) => {
    const [, from = '', to = ''] = /created:(\S+)\.\.(\S+)/.exec(variablesOf(request).search) ?? [];
    const hours = (Date.parse(to) - Date.parse(from)) / HOUR;
    sendJson(response, searchData([], { count: hours > 13 ? 1_001 : 0 }));
  }, TOKEN);
  await readAll(openFeed(ENTRY, deps), sinceAgo(DAY));
  expect(server.seen).toHaveLength(3);
});

it('finds out which discussions are deleted', async () => {
  const { deps } = await startFakePlatform((request, response) => {
    const { number } = variablesOf(request);
    if (number === 1) sendJson(response, notFound);
    else sendJson(response, { data: { repository: { discussion: number === 2 ? null : { databaseId: 5_003 } } } });
  }, TOKEN);
  const known = [1, 2, 3].map((number) => ({
    provider: 'github',
    externalId: `discussion-${5_000 + number}`,
    url: `https://github.com/acme/widget/discussions/${number}`,
  }));
  expect(await deletedOf(openFeed(ENTRY, deps), known)).toEqual(['discussion-5001', 'discussion-5002']);
});

it('knows a refusal although the answer is 200', async () => {
  const limited = await startFakePlatform(
    (_request, response) =>
      sendJson(response, rateLimited, { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '900' }),
    TOKEN,
  );
  await expect(readAll(openFeed(ENTRY, limited.deps), sinceAgo(DAY))).rejects.toThrow(RateLimitedError);

  const refused = await startFakePlatform(
    (_request, response) => sendJson(response, { data: null, errors: [{ type: 'FORBIDDEN', message: 'no' }] }),
    TOKEN,
  );
  await expect(readAll(openFeed(ENTRY, refused.deps), sinceAgo(DAY))).rejects.toThrow(
    'GitHub returned an error about discussions: FORBIDDEN',
  );
});

it('says that it needs a token', async () => {
  const { deps } = await startFakePlatform(() => {});
  expect(() => openFeed(ENTRY, deps)).toThrow('github-discussions needs GITHUB_TOKEN');
});
