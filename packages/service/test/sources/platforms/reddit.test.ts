import { expect, it } from 'vitest';
import {
  DAY,
  deletedOf,
  HOUR,
  NOW,
  openFeed,
  openFeeds,
  postsOf,
  readAll,
  sinceAgo,
  startFakePlatform,
} from '../support/fake-platform.ts';
import { type Handler, sendJson } from '../support/local-server.ts';
import { accessToken, deletedByAuthor, listing, removedByModerator, submission } from './fixtures/reddit.ts';

const ENTRY = { source: 'reddit', subreddits: ['devops'], account: 'acme_ops' };
const CREDENTIALS = { reddit: { clientId: 'client', clientSecret: 'secret' } };

/** Reddit: a token first, then lists, each for its own host. */
const reddit =
  (answer: Handler): Handler =>
  (request, response) =>
    request.headers.host === 'www.reddit.com' ? sendJson(response, accessToken) : answer(request, response);

it('makes a post of a submission, as an approved program', async () => {
  const { server, deps } = await startFakePlatform(
    reddit((_request, response) => sendJson(response, listing([submission({ id: '1abc', createdAt: NOW - HOUR })]))),
    CREDENTIALS,
  );
  const batches = await readAll(openFeed(ENTRY, deps), sinceAgo(DAY));
  expect(postsOf(batches)).toEqual([
    {
      provider: 'reddit',
      externalId: 't3_1abc',
      title: 'Terraform plan takes forever 1abc',
      body: 'Twenty minutes & counting.',
      createdAt: NOW - HOUR,
      url: 'https://www.reddit.com/r/devops/comments/1abc/terraform_plan_takes_forever/',
      author: 'tf_user',
      repository: null,
      owner: null,
      licence: null,
      reactions: 21,
    },
  ]);
  expect(batches.at(-1)?.cursor.reached).toBe(NOW);
  const [login, list] = server.seen;
  expect(login).toMatchObject({
    method: 'POST',
    body: 'grant_type=client_credentials',
    headers: { authorization: `Basic ${btoa('client:secret')}` },
  });
  expect(list?.headers).toMatchObject({
    host: 'oauth.reddit.com',
    authorization: 'Bearer eyJhbGci',
    'user-agent': expect.stringMatching(/^node:pain-signals:\S+ \(by \/u\/acme_ops\)$/),
  });
  expect(list?.url.pathname).toBe('/r/devops/new');
});

it('follows the pages back to the cursor, and signs in once', async () => {
  const all = Array.from({ length: 250 }, (_, index) => submission({ id: `p${index}`, createdAt: NOW - index * HOUR }));
  const { server, deps } = await startFakePlatform(
    reddit(({ url }, response) => {
      const at = all.findIndex(({ data }) => data.name === url.searchParams.get('after')) + 1;
      const page = all.slice(at, at + 100);
      sendJson(response, listing(page, at + 100 < all.length ? (page.at(-1)?.data.name ?? null) : null));
    }),
    CREDENTIALS,
  );
  expect(postsOf(await readAll(openFeed(ENTRY, deps), sinceAgo(149.5 * HOUR)))).toHaveLength(150);
  expect(server.seen.filter(({ method }) => method === 'POST')).toHaveLength(1);
});

it('signs in again before the token ends', async () => {
  const { clock, server, deps } = await startFakePlatform(
    reddit((_request, response) => sendJson(response, listing([]))),
    CREDENTIALS,
  );
  const feed = openFeed(ENTRY, deps);
  await readAll(feed, sinceAgo(DAY));
  clock.set(NOW + accessToken.expires_in * 1_000 - 30_000);
  await readAll(feed, sinceAgo(DAY));
  expect(server.seen.filter(({ method }) => method === 'POST')).toHaveLength(2);
});

it('takes what was deleted or removed for gone', async () => {
  const { deps } = await startFakePlatform(
    reddit((_request, response) =>
      sendJson(response, listing([deletedByAuthor('1', NOW - HOUR), removedByModerator('2', NOW - 2 * HOUR)])),
    ),
    CREDENTIALS,
  );
  const [batch] = await readAll(openFeed(ENTRY, deps), sinceAgo(DAY));
  expect(batch).toMatchObject({ posts: [], deleted: [{ externalId: 't3_2' }, { externalId: 't3_1' }] });
});

it('finds out which posts are deleted', async () => {
  const { server, deps } = await startFakePlatform(
    reddit((_request, response) =>
      sendJson(response, listing([submission({ id: '1', createdAt: NOW }), deletedByAuthor('2', NOW)])),
    ),
    CREDENTIALS,
  );
  const known = ['t3_1', 't3_2', 't3_3'].map((externalId) => ({ provider: 'reddit', externalId, url: null }));
  expect(await deletedOf(openFeed(ENTRY, deps), known)).toEqual(['t3_2', 't3_3']);
  expect(server.seen.at(-1)?.url.searchParams.get('id')).toBe('t3_1,t3_2,t3_3');
});

it('is off without the credentials of an approved program', async () => {
  const { deps } = await startFakePlatform(() => {});
  expect(() => openFeeds(ENTRY, deps)).toThrow('reddit needs REDDIT_CLIENT_ID and REDDIT_CLIENT_SECRET');
});
