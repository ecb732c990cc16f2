import { expect, it } from 'vitest';
import { DAY, HOUR, NOW, openFeed, postsOf, readAll, sinceAgo, startFakePlatform } from '../support/fake-platform.ts';
import { type Handler, sendJson } from '../support/local-server.ts';
import { githubIssue, githubPullRequest } from './fixtures/github.ts';

const ENTRY = { source: 'github', query: 'org:acme label:bug' };
type Issue = ReturnType<typeof githubIssue>;

/** Searches as GitHub does: a thousand results at most, by the time they were made, both ends counted in. */
const search =
  (issues: readonly Issue[], { incomplete = () => false }: { incomplete?: (hours: number) => boolean } = {}): Handler =>
  ({ url }, response) => {
    const [, from = '', to = ''] = /created:(\S+?)\.\.(\S+)/.exec(url.searchParams.get('q') ?? '') ?? [];
    const size = Number(url.searchParams.get('per_page'));
    const at = (Number(url.searchParams.get('page')) - 1) * size;
    const found = issues.filter(
      ({ created_at }) => Date.parse(created_at) >= Date.parse(from) && Date.parse(created_at) <= Date.parse(to),
    );
    if (at >= 1_000) sendJson(response, { message: 'Only the first 1000 search results are available' }, {}, 422);
    else
      sendJson(response, {
        total_count: found.length,
        incomplete_results: incomplete((Date.parse(to) - Date.parse(from)) / HOUR),
        items: found.slice(at, at + size),
      });
  };

const spread = (count: number, span: number): Issue[] =>
  Array.from({ length: count }, (_, index) =>
    githubIssue({ number: index + 1, createdAt: Math.floor((NOW - span + (span * index) / count) / 1_000) * 1_000 }),
  );

it('asks for public issues of a span of time', async () => {
  const { server, deps } = await startFakePlatform(search([]), { githubToken: 'ghp_test' });
  await readAll(openFeed(ENTRY, deps), sinceAgo(DAY));
  expect(server.seen[0]?.url.pathname).toBe('/search/issues');
  expect(server.seen[0]?.url.searchParams.get('q')).toBe(
    'org:acme label:bug is:issue is:public created:2026-11-20T12:00:00Z..2026-11-21T11:59:59Z',
  );
});

it('halves the time until a search shows all it finds, and misses nothing', async () => {
  const { deps } = await startFakePlatform(search(spread(2_500, 2 * DAY)));
  const batches = await readAll(openFeed(ENTRY, deps), sinceAgo(3 * DAY));
  const ids = postsOf(batches).map(({ externalId }) => externalId);
  expect(new Set(ids).size).toBe(2_500);
  expect(ids).toHaveLength(2_500);
  expect(batches.at(-1)?.cursor.reached).toBe(NOW);
});

it('asks for less time when a search does not come to its end', async () => {
  const { deps } = await startFakePlatform(search(spread(20, DAY), { incomplete: (hours) => hours > 5 }));
  expect(postsOf(await readAll(openFeed(ENTRY, deps), sinceAgo(2 * DAY)))).toHaveLength(20);
});

it('goes through a quiet year in few questions', async () => {
  const { server, deps } = await startFakePlatform(search(spread(12, 365 * DAY)));
  expect(postsOf(await readAll(openFeed(ENTRY, deps), sinceAgo(366 * DAY)))).toHaveLength(12);
  expect(server.seen.length).toBeLessThan(12);
});

it('moves the cursor with every span it has read', async () => {
  const { deps } = await startFakePlatform(search(spread(1_500, DAY)));
  const batches = await readAll(openFeed(ENTRY, deps), sinceAgo(DAY));
  for (const { posts, cursor } of batches)
    for (const { createdAt } of posts) expect(createdAt).toBeLessThan(cursor.reached);
});

it('drops pull requests', async () => {
  const { deps } = await startFakePlatform(search([githubPullRequest({ number: 1, createdAt: NOW - HOUR })]));
  expect(postsOf(await readAll(openFeed(ENTRY, deps), sinceAgo(DAY)))).toEqual([]);
});

it('says so when even a second holds too many', async () => {
  const { deps } = await startFakePlatform(
    search(Array.from({ length: 1_001 }, (_, index) => githubIssue({ number: index, createdAt: NOW - HOUR }))),
  );
  await expect(readAll(openFeed(ENTRY, deps), sinceAgo(DAY))).rejects.toThrow('more results within one second');
});
