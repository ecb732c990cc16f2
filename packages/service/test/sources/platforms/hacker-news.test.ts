import { expect, it } from 'vitest';
import {
  DAY,
  deletedOf,
  HOUR,
  NOW,
  openFeed,
  postsOf,
  readAll,
  sinceAgo,
  startFakePlatform,
} from '../support/fake-platform.ts';
import { type Handler, sendJson } from '../support/local-server.ts';
import { commentHit, firebaseItem, searchAnswer, storyHit } from './fixtures/hacker-news.ts';

const ENTRY = { source: 'hacker-news' };
type Hit = { created_at_i: number };

/** Searches as Algolia does: the newest first, a thousand hits at most. */
const search =
  (hits: readonly Hit[]): Handler =>
  ({ url }, response) => {
    const [, from, to] =
      /created_at_i>=(\d+),created_at_i<(\d+)/.exec(url.searchParams.get('numericFilters') ?? '') ?? [];
    const found = hits.filter(({ created_at_i: at }) => at >= Number(from) && at < Number(to));
    const newestFirst = found.toSorted((one, other) => other.created_at_i - one.created_at_i);
    sendJson(response, searchAnswer(newestFirst.slice(0, 1_000), found.length));
  };

it('makes posts of stories and comments, oldest first', async () => {
  const hits = [storyHit({ id: 1, createdAt: NOW - 2 * HOUR }), commentHit({ id: 2, createdAt: NOW - HOUR })];
  const { server, deps } = await startFakePlatform(search(hits));
  const batches = await readAll(openFeed(ENTRY, deps), sinceAgo(DAY));
  const unsaid = { repository: null, owner: null, licence: null };
  expect(postsOf(batches)).toEqual([
    {
      provider: 'hackernews',
      externalId: '1',
      title: 'Ask HN: How do you keep your builds fast?',
      body: '<p>Ours take an hour.',
      createdAt: NOW - 2 * HOUR,
      url: 'https://news.ycombinator.com/item?id=1',
      author: 'pg',
      reactions: 57,
      ...unsaid,
    },
    {
      provider: 'hackernews',
      externalId: '2',
      title: null,
      body: 'I&#x27;ve given up on the cache.<p>It is wrong half of the time.',
      createdAt: NOW - HOUR,
      url: 'https://news.ycombinator.com/item?id=2',
      author: 'ada',
      reactions: 0,
      ...unsaid,
    },
  ]);
  expect(batches.at(-1)?.cursor.reached).toBe(NOW);
  expect(server.seen[0]?.url.host).toBe('hn.algolia.com');
  expect(server.seen[0]?.url.searchParams.get('tags')).toBe('(story,comment)');
});

it('asks for the words and kinds that the entry names', async () => {
  const { server, deps } = await startFakePlatform(search([]));
  const feed = openFeed({ ...ENTRY, query: 'kubernetes', kinds: ['show_hn', 'ask_hn'] }, deps);
  await readAll(feed, sinceAgo(DAY));
  expect(Object.fromEntries(server.seen[0]?.url.searchParams ?? [])).toMatchObject({
    query: 'kubernetes',
    tags: '(show_hn,ask_hn)',
  });
  expect(feed.key).toBe('hacker-news ask_hn,show_hn kubernetes');
});

it('halves the time until a thousand hits show all there is, and misses nothing', async () => {
  const hits = Array.from({ length: 2_200 }, (_, index) =>
    commentHit({ id: index + 1, createdAt: NOW - DAY + index * 38_000 }),
  );
  const { deps } = await startFakePlatform(search(hits));
  const ids = postsOf(await readAll(openFeed(ENTRY, deps), sinceAgo(DAY))).map(({ externalId }) => externalId);
  expect(ids).toHaveLength(2_200);
  expect(new Set(ids).size).toBe(2_200);
});

it('leaves out a hit without words', async () => {
  const empty = { ...storyHit({ id: 1, createdAt: NOW - HOUR }), title: null, story_text: undefined };
  const { deps } = await startFakePlatform(search([empty]));
  const [batch] = await readAll(openFeed(ENTRY, deps), sinceAgo(DAY));
  expect(batch).toMatchObject({ posts: [], unreadable: 1 });
});

it('asks the items themselves which of them are deleted or dead', async () => {
  const { server, deps } = await startFakePlatform(({ url }, response) => {
    const items: Record<string, unknown> = {
      '/v0/item/1.json': firebaseItem(1),
      '/v0/item/2.json': { id: 2, deleted: true, time: 1, type: 'comment' },
      '/v0/item/3.json': firebaseItem(3, { dead: true }),
    };
    sendJson(response, items[url.pathname] ?? null);
  });
  const known = ['1', '2', '3', '4'].map((externalId) => ({ provider: 'hackernews', externalId, url: null }));
  expect(await deletedOf(openFeed(ENTRY, deps), known)).toEqual(['2', '3', '4']);
  expect(server.seen[0]?.url.host).toBe('hacker-news.firebaseio.com');
});
