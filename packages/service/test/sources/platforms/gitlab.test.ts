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
import { gitlabIssue } from './fixtures/gitlab.ts';

const ENTRY = { source: 'gitlab', projects: ['group/sub/project'] };
type Issue = ReturnType<typeof gitlabIssue>;

/** Answers as GitLab does: made since, oldest first, by pages. */
const issues =
  (all: readonly Issue[]): Handler =>
  ({ url }, response) => {
    const size = Number(url.searchParams.get('per_page'));
    const at = (Number(url.searchParams.get('page')) - 1) * size;
    const after = Date.parse(url.searchParams.get('created_after') ?? '');
    const found = all.filter(({ created_at }) => Date.parse(created_at) >= after);
    const link = '<https://gitlab.com/api/v4/projects/4/issues?page=2>; rel="next"';
    sendJson(response, found.slice(at, at + size), found.length > at + size ? { link } : {});
  };

it('makes a post of an issue', async () => {
  const { server, deps } = await startFakePlatform(issues([gitlabIssue({ iid: 5, createdAt: NOW - HOUR })]), {
    gitlabToken: 'glpat-test',
  });
  const batches = await readAll(openFeed(ENTRY, deps), sinceAgo(DAY));
  expect(postsOf(batches)).toEqual([
    {
      provider: 'gitlab',
      externalId: 'gitlab.com:70005',
      title: 'Cache is lost between jobs 5',
      body: 'The runner **forgets** its cache.',
      createdAt: NOW - HOUR,
      url: 'https://gitlab.com/group/sub/project/-/issues/5',
      author: 'eileen',
      repository: 'group/sub/project',
      owner: 'group',
      licence: null,
      reactions: 4,
    },
  ]);
  expect(batches.at(-1)?.cursor.reached).toBe(NOW);
  expect(server.seen[0]?.url.pathname).toBe('/api/v4/projects/group%2Fsub%2Fproject/issues');
  expect(server.seen[0]?.headers).toMatchObject({ host: 'gitlab.com', 'private-token': 'glpat-test' });
  expect(Object.fromEntries(server.seen[0]?.url.searchParams ?? [])).toMatchObject({
    scope: 'all',
    state: 'all',
    confidential: 'false',
    order_by: 'created_at',
    sort: 'asc',
    created_after: new Date(NOW - DAY).toISOString(),
  });
});

it('reads on from the last issue', async () => {
  const all = Array.from({ length: 230 }, (_, index) =>
    gitlabIssue({ iid: index + 1, createdAt: NOW - DAY + index * 1_500 }),
  );
  const { server, deps } = await startFakePlatform(issues(all));
  const ids = postsOf(await readAll(openFeed(ENTRY, deps), sinceAgo(2 * DAY))).map(({ externalId }) => externalId);
  expect(new Set(ids).size).toBe(230);
  expect(server.seen).toHaveLength(3);
});

it('never takes a confidential issue, whatever the server answers', async () => {
  const secret = { ...gitlabIssue({ iid: 1, createdAt: NOW - HOUR }), confidential: true };
  const { deps } = await startFakePlatform(issues([secret]));
  expect(postsOf(await readAll(openFeed(ENTRY, deps), sinceAgo(DAY)))).toEqual([]);
});

it('shows the token to gitlab.com, and to another server only when told to', async () => {
  const { server, deps } = await startFakePlatform(issues([]), { gitlabToken: 'glpat-test' });
  const other = { ...ENTRY, url: 'https://git.example' };
  for (const entry of [ENTRY, other, { ...other, sendToken: true }, { ...ENTRY, sendToken: false }])
    await readAll(openFeed(entry, deps), sinceAgo(DAY));
  expect(server.seen.map(({ headers }) => [headers.host, headers['private-token']])).toEqual([
    ['gitlab.com', 'glpat-test'],
    ['git.example', undefined],
    ['git.example', 'glpat-test'],
    ['gitlab.com', undefined],
  ]);
});

it('says when a token is to be shown that is not set', async () => {
  const { deps } = await startFakePlatform(issues([]));
  expect(() => openFeed({ ...ENTRY, url: 'https://git.example', sendToken: true }, deps)).toThrow(
    'is on for https://git.example, but GITLAB_TOKEN is not set',
  );
});

it('finds out which issues are deleted or have become confidential', async () => {
  const { deps } = await startFakePlatform(({ url }, response) => {
    const iid = Number(url.pathname.split('/').at(-1));
    if (iid === 1) sendJson(response, { message: '404 Issue Not Found' }, {}, 404);
    else sendJson(response, { ...gitlabIssue({ iid, createdAt: NOW - HOUR }), confidential: iid === 2 });
  });
  const known = [1, 2, 3].map((iid) => ({
    provider: 'gitlab',
    externalId: `gitlab.com:${70_000 + iid}`,
    url: `https://gitlab.com/group/sub/project/-/issues/${iid}`,
  }));
  const elsewhere = { provider: 'gitlab', externalId: 'x', url: 'https://gitlab.com.evil.example/a/b/-/issues/1' };
  expect(await deletedOf(openFeed(ENTRY, deps), [...known, elsewhere])).toEqual([
    'gitlab.com:70001',
    'gitlab.com:70002',
  ]);
});
