import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { RateLimitedError } from '../../../src/sources/http/errors.ts';
import { licenceOf } from '../../../src/sources/platforms/stack-exchange.ts';
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
import { seQuestion, throttled, wrapper } from './fixtures/stack-exchange.ts';

const ENTRY = { source: 'stack-exchange', site: 'stackoverflow', tags: ['kubernetes'] };
type Question = ReturnType<typeof seQuestion>;

/** Answers as the API does: made since, oldest first, by pages. */
const questions =
  (all: readonly Question[], more: Record<string, unknown> = {}): Handler =>
  ({ url }, response) => {
    const size = Number(url.searchParams.get('pagesize'));
    const at = (Number(url.searchParams.get('page')) - 1) * size;
    const found = all.filter((question) => question.creation_date >= Number(url.searchParams.get('fromdate')));
    sendJson(response, wrapper(found.slice(at, at + size), { has_more: found.length > at + size, ...more }));
  };

it('makes a post of a question, with author, address and licence', async () => {
  const { server, deps } = await startFakePlatform(questions([seQuestion({ id: 77, createdAt: NOW - HOUR })]), {
    stackExchangeKey: 'U4DMV*8nvpm3EOpvf69Rxw((',
  });
  const batches = await readAll(openFeed(ENTRY, deps), sinceAgo(DAY));
  expect(postsOf(batches)).toEqual([
    {
      provider: 'stackoverflow',
      externalId: '77',
      title: 'Why does <Ingress> answer "503" after an update?',
      body: '<p>It worked <em>before</em>.</p>\n<pre><code>curl -v</code></pre>',
      createdAt: NOW - HOUR,
      url: 'https://stackoverflow.com/questions/77/why',
      author: "Renée O'Neil",
      repository: null,
      owner: null,
      licence: 'CC BY-SA 4.0',
      reactions: 2,
    },
  ]);
  expect(batches.at(-1)?.cursor.reached).toBe(NOW);
  const { url } = server.seen[0] ?? {};
  expect(url?.host).toBe('api.stackexchange.com');
  expect(url?.pathname).toBe('/2.3/questions');
  expect(Object.fromEntries(url?.searchParams ?? [])).toMatchObject({
    site: 'stackoverflow',
    tagged: 'kubernetes',
    sort: 'creation',
    order: 'asc',
    fromdate: String((NOW - DAY) / 1_000),
    filter: 'withbody',
    key: 'U4DMV*8nvpm3EOpvf69Rxw((',
  });
});

it('takes packed answers, which the API always gives', async () => {
  const { deps } = await startFakePlatform((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json; charset=utf-8', 'content-encoding': 'gzip' });
    response.end(gzipSync(JSON.stringify(wrapper([seQuestion({ id: 1, createdAt: NOW - HOUR })]))));
  });
  expect(postsOf(await readAll(openFeed(ENTRY, deps), sinceAgo(DAY)))).toHaveLength(1);
});

it('reads on from the last question instead of turning pages, which end at the 25th without a person', async () => {
  const all = Array.from({ length: 260 }, (_, index) =>
    seQuestion({ id: index + 1, createdAt: NOW - DAY + index * 60_000 }),
  );
  const { server, deps } = await startFakePlatform(questions(all));
  const posts = postsOf(await readAll(openFeed(ENTRY, deps), sinceAgo(2 * DAY)));
  expect(new Set(posts.map(({ externalId }) => externalId)).size).toBe(260);
  expect(server.seen.map(({ url }) => url.searchParams.get('page'))).toEqual(['1', '1', '1']);
});

it('obeys backoff', async () => {
  const all = Array.from({ length: 150 }, (_, index) =>
    seQuestion({ id: index + 1, createdAt: NOW - DAY + index * 60_000 }),
  );
  const { clock, deps } = await startFakePlatform(questions(all, { backoff: 17 }));
  await readAll(openFeed(ENTRY, deps), sinceAgo(2 * DAY));
  expect(clock.slept).toContain(17_000);
});

it('stops when the daily quota is spent, and keeps what it has read', async () => {
  const all = Array.from({ length: 150 }, (_, index) =>
    seQuestion({ id: index + 1, createdAt: NOW - DAY + index * 60_000 }),
  );
  const { server, deps } = await startFakePlatform(questions(all, { quota_remaining: 0 }));
  const { batches, error } = await readUntilError(openFeed(ENTRY, deps), sinceAgo(2 * DAY));
  expect(postsOf(batches)).toHaveLength(100);
  expect(error).toBeInstanceOf(RateLimitedError);
  expect(new Date((error as RateLimitedError).retryAt).toISOString()).toBe('2026-11-22T00:00:00.000Z');
  expect(server.seen).toHaveLength(1);
});

it('knows a spent quota by its words', async () => {
  const { deps } = await startFakePlatform((_request, response) => sendJson(response, throttled(4_321), {}, 400));
  const { error } = await readUntilError(openFeed(ENTRY, deps), sinceAgo(DAY));
  expect(error).toBeInstanceOf(RateLimitedError);
  expect((error as RateLimitedError).retryAt).toBe(NOW + 4_321_000);
});

it('tells the sites apart, and follows each tag by itself', async () => {
  const { deps } = await startFakePlatform(questions([seQuestion({ id: 77, createdAt: NOW - HOUR })]));
  const feeds = openFeeds({ source: 'stack-exchange', site: 'serverfault', tags: ['nginx', 'tls'] }, deps);
  expect(feeds.map(({ key }) => key)).toEqual(['stack-exchange serverfault nginx', 'stack-exchange serverfault tls']);
  const [post] = postsOf(
    await readAll(openFeed({ source: 'stack-exchange', site: 'serverfault' }, deps), sinceAgo(DAY)),
  );
  expect(post).toMatchObject({ provider: 'stackexchange', externalId: 'serverfault:77' });
});

it('keeps a question whose author is gone, and reckons the licence by the day when it is not said', async () => {
  const question = {
    ...seQuestion({ id: 1, createdAt: NOW - HOUR }),
    owner: { user_type: 'does_not_exist' },
    score: -3,
  };
  question.content_license = undefined;
  const { deps } = await startFakePlatform(questions([question]));
  const [post] = postsOf(await readAll(openFeed(ENTRY, deps), sinceAgo(DAY)));
  expect(post).toMatchObject({ author: null, licence: 'CC BY-SA 4.0', reactions: 0 });
});

it.each([
  ['2011-04-07', 'CC BY-SA 2.5'],
  ['2011-04-08', 'CC BY-SA 3.0'],
  ['2018-05-01', 'CC BY-SA 3.0'],
  ['2018-05-02', 'CC BY-SA 4.0'],
])('puts a post of %s under %s', (day, licence) => {
  expect(licenceOf(Date.parse(day))).toBe(licence);
});

it('takes questions that are missing from the answer for deleted, and asks for a hundred at once', async () => {
  const known = Array.from({ length: 120 }, (_, index) => ({
    provider: 'stackoverflow',
    externalId: String(index + 1),
    url: null,
  }));
  const { server, deps } = await startFakePlatform(({ url }, response) => {
    const ids = url.pathname.split('/').at(-1)?.split(';') ?? [];
    sendJson(
      response,
      wrapper(
        ids
          .filter((id) => id !== '7' && id !== '113')
          .map((id) => seQuestion({ id: Number(id), createdAt: NOW - HOUR })),
      ),
    );
  });
  expect(await deletedOf(openFeed(ENTRY, deps), known)).toEqual(['7', '113']);
  expect(server.seen).toHaveLength(2);
});

it('takes nothing for deleted when the answer cannot be read', async () => {
  const { deps } = await startFakePlatform((_request, response) => sendJson(response, wrapper([{ question: 7 }])));
  const known = [{ provider: 'stackoverflow', externalId: '7', url: null }];
  await expect(deletedOf(openFeed(ENTRY, deps), known)).rejects.toThrow('nothing counts as deleted');
});
