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
  readUntilError,
  sinceAgo,
  startFakePlatform,
} from '../support/fake-platform.ts';
import { type Handler, sendJson } from '../support/local-server.ts';
import { invalidAccess, notFound, topic, topicPage, topicPost, topicRow } from './fixtures/discourse.ts';

const ENTRY = { source: 'discourse', url: 'https://forum.example/' };
type Row = ReturnType<typeof topicRow>;

/** A forum as Discourse shows it: pinned topics first, then the newest. */
const forum =
  (topics: readonly Row[], texts: Record<number, Handler> = {}): Handler =>
  (request, response) => {
    const [, id] = /\/t\/(\d+)\.json$/.exec(request.url.pathname) ?? [];
    if (id !== undefined) {
      const row = topics.find((one) => one.id === Number(id));
      const special = texts[Number(id)];
      if (special !== undefined) special(request, response);
      else if (row === undefined) sendJson(response, notFound, {}, 404);
      else sendJson(response, topic(row));
      return;
    }
    const page = Number(request.url.searchParams.get('page'));
    const order = (row: Row) => (row.pinned ? Number.POSITIVE_INFINITY : Date.parse(row.created_at));
    const sorted = topics.toSorted((one, other) => order(other) - order(one));
    const more = sorted.length > (page + 1) * 30 ? `/latest?no_definitions=true&page=${page + 1}` : undefined;
    sendJson(response, topicPage(sorted.slice(page * 30, (page + 1) * 30), more));
  };

it('makes a post of a topic and what opens it', async () => {
  const { server, deps } = await startFakePlatform(forum([topicRow({ id: 9, createdAt: NOW - HOUR })]));
  const feed = openFeed({ ...ENTRY, licence: 'CC BY-NC-SA 3.0' }, deps);
  const batches = await readAll(feed, sinceAgo(DAY));
  expect(postsOf(batches)).toEqual([
    {
      provider: 'discourse',
      externalId: 'forum.example:9',
      title: 'Webhooks stop after an upgrade 9',
      body: 'Since the upgrade *no* webhook arrives.',
      createdAt: NOW - HOUR,
      url: 'https://forum.example/t/webhooks-stop-9/9',
      author: 'grace',
      repository: null,
      owner: null,
      licence: 'CC BY-NC-SA 3.0',
      reactions: 6,
    },
  ]);
  expect(batches.at(-1)?.cursor.reached).toBe(NOW);
  expect(feed.key).toBe('discourse https://forum.example');
  expect(server.seen.map(({ url }) => url.pathname + url.search)).toEqual([
    '/latest.json?order=created&page=0',
    '/t/9.json?include_raw=true',
  ]);
});

it('takes the HTML where a forum gives no Markdown', async () => {
  const row = topicRow({ id: 9, createdAt: NOW - HOUR });
  const old: Handler = (_request, response) => {
    const opening = { ...topicPost(9, 1), raw: undefined, actions_summary: [{ id: 3 }] };
    sendJson(response, { ...topic(row), post_stream: { posts: [opening], stream: [91] } });
  };
  const { deps } = await startFakePlatform(forum([row], { 9: old }));
  const [post] = postsOf(await readAll(openFeed(ENTRY, deps), sinceAgo(DAY)));
  expect(post).toMatchObject({ body: '<p>Since the upgrade <em>no</em> webhook arrives.</p>', reactions: 0 });
});

it('walks the list back to the cursor, past what is pinned, and hands out the oldest first', async () => {
  const rows = Array.from({ length: 75 }, (_, index) => topicRow({ id: index + 1, createdAt: NOW - index * HOUR }));
  const pinned = { ...topicRow({ id: 500, createdAt: NOW - 300 * DAY }), pinned: true };
  const { server, deps } = await startFakePlatform(forum([...rows, pinned]));
  const batches = await readAll(openFeed(ENTRY, deps), sinceAgo(40 * HOUR + 1));
  const times = postsOf(batches).map(({ createdAt }) => createdAt);
  expect(times).toHaveLength(41);
  expect(times).toEqual(times.toSorted((one, other) => one - other));
  expect(server.seen.filter(({ url }) => url.pathname === '/latest.json')).toHaveLength(3);
});

it('goes on after an interruption where it stopped', async () => {
  const rows = Array.from({ length: 50 }, (_, index) =>
    topicRow({ id: index + 1, createdAt: NOW - (51 - index) * HOUR }),
  );
  let failing = true;
  const breaking: Handler = (_request, response) =>
    failing ? response.destroy() : sendJson(response, topic(rows[29] as Row));
  const { deps } = await startFakePlatform(forum(rows, { 30: breaking }));
  const feed = openFeed(ENTRY, deps);
  const { batches, error } = await readUntilError(feed, sinceAgo(100 * HOUR));
  expect(String(error)).toContain('GET forum.example/t/30.json');
  expect(postsOf(batches)).toHaveLength(20);

  failing = false;
  const rest = postsOf(await readAll(feed, batches.at(-1)?.cursor ?? sinceAgo(0)));
  const ids = [...postsOf(batches), ...rest].map(({ externalId }) => externalId);
  expect(new Set(ids).size).toBe(50);
  expect(rest).toHaveLength(31);
});

it('passes over a topic that is gone or hidden by the time it is read', async () => {
  const rows = [1, 2, 3].map((id) => topicRow({ id, createdAt: NOW - id * HOUR }));
  const gone: Handler = (_request, response) => sendJson(response, notFound, {}, 404);
  const hidden: Handler = (_request, response) => sendJson(response, invalidAccess, {}, 403);
  const { deps } = await startFakePlatform(forum(rows, { 1: gone, 2: hidden }));
  const [batch] = await readAll(openFeed(ENTRY, deps), sinceAgo(DAY));
  expect(batch?.posts.map(({ externalId }) => externalId)).toEqual(['forum.example:3']);
  expect(batch?.deleted.map(({ externalId }) => externalId)).toEqual(['forum.example:2', 'forum.example:1']);
});

it('finds out which topics are deleted, but not from a wall against programs', async () => {
  const rows = [topicRow({ id: 1, createdAt: NOW - HOUR })];
  const hidden: Handler = (_request, response) => sendJson(response, invalidAccess, {}, 403);
  const { deps } = await startFakePlatform(forum(rows, { 2: hidden }));
  const known = [1, 2, 3].map((id) => ({ provider: 'discourse', externalId: `forum.example:${id}`, url: null }));
  expect(await deletedOf(openFeed(ENTRY, deps), known)).toEqual(['forum.example:2', 'forum.example:3']);

  const walled = await startFakePlatform((_request, response) =>
    response.writeHead(403, { 'content-type': 'text/html' }).end('<html>'),
  );
  await expect(deletedOf(openFeed(ENTRY, walled.deps), known)).rejects.toThrow('blocks programs');
});

it('follows categories by themselves, also of a forum in a folder', async () => {
  const { server, deps } = await startFakePlatform((_request, response) => sendJson(response, topicPage([])));
  const entry = { source: 'discourse', url: 'https://example.org/forum', categories: ['support/7', 'dev/api/12'] };
  const feeds = openFeeds(entry, deps);
  expect(feeds.map(({ key }) => key)).toEqual([
    'discourse https://example.org/forum support/7',
    'discourse https://example.org/forum dev/api/12',
  ]);
  for (const feed of feeds) await readAll(feed, sinceAgo(DAY));
  expect(server.seen.map(({ url }) => url.pathname)).toEqual([
    '/forum/c/support/7/l/latest.json',
    '/forum/c/dev/api/12/l/latest.json',
  ]);
});
