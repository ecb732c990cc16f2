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
import { lobstersStory } from './fixtures/lobsters.ts';

const ENTRY = { source: 'lobsters' };
type Story = ReturnType<typeof lobstersStory>;

/** Answers as the site does: the newest first, 25 a page. */
const site =
  (stories: readonly Story[]): Handler =>
  ({ url }, response) => {
    const page = Number(/^\/newest\/page\/(\d+)\.json$/.exec(url.pathname)?.[1]);
    sendJson(response, stories.slice((page - 1) * 25, page * 25));
  };
const spread = (count: number): Story[] =>
  Array.from({ length: count }, (_, index) => lobstersStory({ id: `s${index}`, createdAt: NOW - index * HOUR }));

it('makes a post of a story', async () => {
  const { server, deps } = await startFakePlatform(site([lobstersStory({ id: 'abc123', createdAt: NOW - HOUR })]));
  const batches = await readAll(openFeed(ENTRY, deps), sinceAgo(DAY));
  expect(postsOf(batches)).toEqual([
    {
      provider: 'lobsters',
      externalId: 'abc123',
      title: 'Why is our CI so slow? abc123',
      body: '<p>Half an hour for a <code>README</code> change.</p>\n',
      createdAt: NOW - HOUR,
      url: 'https://lobste.rs/s/abc123',
      author: 'barbara',
      repository: null,
      owner: null,
      licence: null,
      reactions: 12,
    },
  ]);
  expect(batches.at(-1)?.cursor.reached).toBe(NOW);
  expect(server.seen[0]?.headers.host).toBe('lobste.rs');
});

it('walks back to the cursor at one call a second', async () => {
  const { clock, server, deps } = await startFakePlatform(site(spread(120)));
  expect(postsOf(await readAll(openFeed(ENTRY, deps), sinceAgo(60 * HOUR)))).toHaveLength(61);
  expect(server.seen).toHaveLength(4);
  expect(clock.slept).toEqual([1_000, 1_000, 1_000]);
});

it('keeps stories with one of the tags, and the author of older answers', async () => {
  const stories = [
    { ...lobstersStory({ id: 'one', createdAt: NOW - HOUR }), tags: ['rust'] },
    { ...lobstersStory({ id: 'two', createdAt: NOW - HOUR }), submitter_user: { username: 'alan', karma: 7 } },
  ];
  const { deps } = await startFakePlatform(site(stories));
  const posts = postsOf(await readAll(openFeed({ ...ENTRY, tags: ['devops', 'ask'] }, deps), sinceAgo(DAY)));
  expect(posts.map(({ externalId, author }) => [externalId, author])).toEqual([['two', 'alan']]);
});

it('finds out which stories are deleted', async () => {
  const { deps } = await startFakePlatform(({ url }, response) => {
    if (url.pathname === '/s/gone.json') sendJson(response, { error: 'story is gone' }, {}, 404);
    else sendJson(response, { ...lobstersStory({ id: 'here', createdAt: NOW - HOUR }), comments: [] });
  });
  const known = ['here', 'gone'].map((externalId) => ({ provider: 'lobsters', externalId, url: null }));
  expect(await deletedOf(openFeed(ENTRY, deps), known)).toEqual(['gone']);
});
