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
import { article, articleRow, notFound } from './fixtures/dev-to.ts';

const ENTRY = { source: 'dev-to' };
type Row = ReturnType<typeof articleRow>;

/** Answers as dev.to does: the list newest first and without texts, articles one by one. */
const site =
  (rows: readonly Row[], gone: readonly number[] = []): Handler =>
  ({ url }, response) => {
    const [, id] = /^\/api\/articles\/(\d+)$/.exec(url.pathname) ?? [];
    const size = Number(url.searchParams.get('per_page'));
    const page = Number(url.searchParams.get('page'));
    const row = rows.find((one) => one.id === Number(id));
    if (id === undefined) sendJson(response, rows.slice((page - 1) * size, page * size));
    else if (row === undefined || gone.includes(row.id)) sendJson(response, notFound, {}, 404);
    else sendJson(response, article(row));
  };

it('makes a post of an article', async () => {
  const { server, deps } = await startFakePlatform(site([articleRow({ id: 3, createdAt: NOW - HOUR })]));
  const batches = await readAll(openFeed(ENTRY, deps), sinceAgo(DAY));
  expect(postsOf(batches)).toEqual([
    {
      provider: 'dev.to',
      externalId: '3',
      title: 'My deploys hang 3',
      body: 'They hang at **90 %**.',
      createdAt: NOW - HOUR,
      url: 'https://dev.to/ken/my-deploys-hang-3',
      author: 'ken',
      repository: null,
      owner: null,
      licence: null,
      reactions: 9,
    },
  ]);
  expect(batches.at(-1)?.cursor.reached).toBe(NOW);
  expect(server.seen[0]?.headers).toMatchObject({ host: 'dev.to', accept: 'application/vnd.forem.api-v1+json' });
  expect(server.seen[0]?.url.pathname).toBe('/api/articles/latest');
});

it('walks back to the cursor and asks only for articles with one of the tags', async () => {
  const rows = Array.from({ length: 230 }, (_, index) => ({
    ...articleRow({ id: index + 1, createdAt: NOW - index * HOUR }),
    tag_list: index % 50 === 0 ? ['help'] : ['career'],
  }));
  const { server, deps } = await startFakePlatform(site(rows));
  const posts = postsOf(await readAll(openFeed({ ...ENTRY, tags: ['help', 'discuss'] }, deps), sinceAgo(120 * HOUR)));
  expect(posts.map(({ externalId }) => externalId)).toEqual(['101', '51', '1']);
  expect(server.seen).toHaveLength(3 + 3);
});

it('passes over an article that is gone by the time it is read, and finds deleted ones', async () => {
  const rows = [1, 2].map((id) => articleRow({ id, createdAt: NOW - id * HOUR }));
  const { deps } = await startFakePlatform(site(rows, [2]));
  const feed = openFeed(ENTRY, deps);
  const [batch] = await readAll(feed, sinceAgo(DAY));
  expect(batch).toMatchObject({ posts: [{ externalId: '1' }], deleted: [{ provider: 'dev.to', externalId: '2' }] });
  const known = ['1', '2'].map((externalId) => ({ provider: 'dev.to', externalId, url: null }));
  expect(await deletedOf(feed, known)).toEqual(['2']);
});
