import { expect, test } from 'vitest';
import { type FetchDeps, fetchFeeds } from '../../../src/jobs/fetch.ts';
import type { IncomingPost } from '../../../src/model/post.ts';
import { RateLimitedError, type SourceError, UnexpectedResponseError } from '../../../src/sources/http/errors.ts';
import { aPost, complaints, DAY_MS, NOW } from '../../support/posts.ts';
import { assignmentsOf, type DatabaseLocation, listedSignals, openPipeline } from '../../support/test-pipeline.ts';
import { identityOf, scriptedFeed } from './scripted-feed.ts';

const HOUR_MS = 3_600_000;
const CURSOR = { since: NOW - 30 * DAY_MS, reached: NOW };

async function openFetching(place: DatabaseLocation): Promise<FetchDeps & { clock: { at: number } }> {
  const pipeline = await openPipeline(place);
  return { ...pipeline, realNow: pipeline.now };
}

/** One complaint each, in words of its own. */
const TELLINGS = [
  'Docker layer cache invalidated again and every build on Monday fails.',
  'The build invalidated the docker layer cache again, it fails after the upgrade.',
  'Again the docker layer cache is invalidated in staging and the build fails.',
  'Layer cache of docker invalidated again, our runners fail to build anything.',
  'A new timestamp, and docker fails to build with its layer cache invalidated again.',
  'Each night docker fails to build again since the layer cache is invalidated.',
];

/** What the service says of the one signal there is, in the words of its posts. */
async function wordsOfSignal({ store }: FetchDeps): Promise<string> {
  const [signal, ...others] = await listedSignals(store);
  if (signal === undefined || others.length > 0) throw new Error('there is not one signal');
  const brief = await store.briefs.find(signal.id, NOW);
  return JSON.stringify([signal.topic, signal.summary, brief]);
}

/** The source says that these posts are deleted, and says so again a day later. */
async function deleteAtSource(deps: FetchDeps & { clock: { at: number } }, posts: readonly IncomingPost[]) {
  const deleted = [...posts.map(identityOf), { provider: 'github', externalId: 'never stored' }];
  const gone = Object.fromEntries(posts.map(({ externalId }) => [externalId, true as const]));
  const [first] = await fetchFeeds(deps, [scriptedFeed({ batches: [{ deleted, cursor: CURSOR }], gone })]);
  deps.clock.at += 25 * HOUR_MS;
  const [second] = await fetchFeeds(deps, [scriptedFeed({ gone })], { removeMissing: true });
  return { first, second };
}

const idsOf = async ({ store }: FetchDeps) => (await assignmentsOf(store)).map(({ externalId }) => externalId);

/** What reading the sources does to the store, the same on both databases; `place` gives each test an empty one. */
export function testFetching(place: () => Promise<DatabaseLocation>): void {
  test('long posts are stored before more of them are read', async () => {
    const deps = await openFetching(await place());
    const [one, two, three] = complaints(3).map((post) => ({ ...post, body: ' '.repeat(4_500_000) + post.body }));
    const storedAtThird: string[] = [];
    const feed = {
      ...scriptedFeed({}),
      async *fetchSince() {
        for (const post of [one, two, three]) {
          if (post === three) storedAtThird.push(...(await idsOf(deps)));
          yield { posts: post === undefined ? [] : [post], deleted: [], unreadable: 0, cursor: CURSOR };
        }
      },
    };

    await fetchFeeds(deps, [feed]);

    expect(storedAtThird).toHaveLength(2);
    expect(await idsOf(deps)).toHaveLength(3);
  });

  test('a feed that was read first while the clock ran ahead is read from a month back', async () => {
    const deps = await openFetching(await place());
    const feed = scriptedFeed({ batches: [{}] });
    deps.clock.at = NOW + 365 * DAY_MS;
    await fetchFeeds(deps, [feed]);

    deps.clock.at = NOW;
    await fetchFeeds(deps, [feed]);

    const lookBack = NOW - 30 * DAY_MS;
    expect(feed.askedFrom.at(-1)).toEqual({ since: lookBack, reached: lookBack });
  });

  test('a feed that stopped in the future, of a clock that ran ahead, is read from a month back', async () => {
    const deps = await openFetching(await place());
    const feed = scriptedFeed({});
    const since = NOW - 90 * DAY_MS;
    await deps.store.feeds.save(feed.key, { since, reached: NOW + 900 * DAY_MS, readAt: null });

    await fetchFeeds(deps, [feed]);

    expect(feed.askedFrom).toEqual([{ since, reached: NOW - 30 * DAY_MS }]);
  });

  test('a feed is read from a month back at first, and from its cursor after that', async () => {
    const deps = await openFetching(await place());
    const reached = NOW - 5 * DAY_MS;
    const feed = scriptedFeed({ batches: [{ posts: complaints(3), cursor: { ...CURSOR, reached } }] });

    const [first] = await fetchFeeds(deps, [feed]);
    const [second] = await fetchFeeds(deps, [feed]);

    expect(first).toEqual({ key: 'scripted', stored: 3, known: 0, missing: 0, deleted: 0, unreadable: 0, error: null });
    expect(second).toMatchObject({ stored: 0, known: 3 });
    expect(feed.askedFrom).toEqual([
      { since: NOW - 30 * DAY_MS, reached: NOW - 30 * DAY_MS },
      { since: NOW - 30 * DAY_MS, reached },
    ]);
  });

  test('a run ends with a snapshot that shows what was found', async () => {
    const deps = await openFetching(await place());

    await fetchFeeds(deps, [scriptedFeed({ batches: [{ posts: complaints(3), cursor: CURSOR }] })]);

    expect(await listedSignals(deps.store)).toMatchObject([{ state: 'active', volume: 3 }]);
  });

  test('what a feed gave before it failed is kept, and the other feeds are read', async () => {
    const deps = await openFetching(await place());
    const reached = NOW - 9 * DAY_MS;
    const spent = new RateLimitedError('the platform', NOW + DAY_MS);
    const failing = scriptedFeed({
      key: 'failing',
      batches: [{ posts: [aPost({ externalId: 'before' })], unreadable: 2, cursor: { ...CURSOR, reached } }, spent],
    });
    const healthy = scriptedFeed({ key: 'healthy', batches: [{ posts: [aPost({ externalId: 'other' })] }] });

    const reports = await fetchFeeds(deps, [failing, healthy]);

    expect(reports).toMatchObject([
      { key: 'failing', stored: 1, unreadable: 2, error: spent },
      { key: 'healthy', stored: 1, error: null },
    ]);
    expect(await idsOf(deps)).toEqual(['before', 'other']);
    expect(await deps.store.feeds.find('failing')).toEqual({ since: CURSOR.since, reached, readAt: null });
  });

  test('while a slow feed is read, the others are read and shown', async () => {
    const deps = await openFetching(await place());
    const { promise: answer, resolve } = Promise.withResolvers<void>();
    const slow = scriptedFeed({ key: 'forum slow', batches: [answer, { posts: [aPost({ externalId: 'late' })] }] });
    const broken = scriptedFeed({ key: 'forum broken', batches: [new TypeError('a fault of ours') as never] });
    const quick = scriptedFeed({ key: 'forum quick', batches: [{ posts: complaints(3), cursor: CURSOR }] });

    const reading = fetchFeeds(deps, [slow, broken, quick]);
    await expect.poll(async () => (await listedSignals(deps.store))[0]?.volume).toBe(3);
    resolve();

    await expect(reading).rejects.toThrow('a fault of ours');
    expect((await idsOf(deps)).at(-1)).toBe('late');
  });

  test('a feed with more to read than there is time for goes on in the next run', async () => {
    const deps = await openFetching(await place());
    const reached = NOW - 5 * DAY_MS;
    const posts = complaints(2);
    const many = { posts: Array(1_000).fill(posts[0]), cursor: { ...CURSOR, reached } };
    const feed = scriptedFeed({ batches: [many, { posts: posts.slice(1), cursor: CURSOR }] });

    await fetchFeeds(deps, [feed], { endsAt: NOW });
    expect(await deps.store.feeds.find('scripted')).toEqual({ since: CURSOR.since, reached, readAt: null });
    await fetchFeeds(deps, [feed], { endsAt: NOW + 1 });

    expect(feed.askedFrom[1]).toEqual({ since: CURSOR.since, reached });
    expect(await deps.store.feeds.find('scripted')).toEqual({ ...CURSOR, readAt: NOW });
  });

  test('an interruption keeps neither the posts nor the cursor of a batch', async () => {
    const deps = await openFetching(await place());
    const { store } = deps;
    const dying: FetchDeps = {
      ...deps,
      store: {
        ...store,
        transaction: (work) =>
          store.transaction(async (stores) => {
            await work(stores);
            throw new Error('killed');
          }),
      },
    };
    const feed = scriptedFeed({ batches: [{ posts: complaints(3), cursor: CURSOR }] });

    await expect(fetchFeeds(dying, [feed])).rejects.toThrow('killed');

    expect(await idsOf(deps)).toEqual([]);
    expect(await store.feeds.find('scripted')).toBeNull();
    expect((await fetchFeeds(deps, [feed]))[0]).toMatchObject({ stored: 3 });
  });

  test('reading can begin again at an earlier day', async () => {
    const deps = await openFetching(await place());
    const feed = scriptedFeed({ batches: [{ posts: complaints(3), cursor: CURSOR }] });
    await fetchFeeds(deps, [feed]);

    const since = NOW - 90 * DAY_MS;
    await fetchFeeds(deps, [feed], { since });

    expect(feed.askedFrom[1]).toEqual({ since, reached: since });
  });

  test('a feed that has just been read is left out', async () => {
    const deps = await openFetching(await place());
    const feed = scriptedFeed({ batches: [{ cursor: CURSOR }] });
    await fetchFeeds(deps, [feed]);

    expect(await fetchFeeds(deps, [feed], { unlessReadSince: NOW - 60_000 })).toEqual([]);
    deps.clock.at = NOW + 120_000;
    expect(await fetchFeeds(deps, [feed], { unlessReadSince: NOW + 60_000 })).toHaveLength(1);
  });

  test('a feed that a wrong clock read in a year to come is read again', async () => {
    const deps = await openFetching(await place());
    const feed = scriptedFeed({ batches: [{ cursor: CURSOR }] });
    deps.clock.at = NOW + 365 * DAY_MS;
    await fetchFeeds(deps, [feed]);

    deps.clock.at = NOW;
    expect(await fetchFeeds(deps, [feed], { unlessReadSince: NOW - 60_000 })).toHaveLength(1);
    expect(await fetchFeeds(deps, [feed], { unlessReadSince: NOW - 60_000 })).toEqual([]);
  });

  test('progress tells how much of the time has been read', async () => {
    const deps = await openFetching(await place());
    const posts = complaints(1);
    const half = { ...CURSOR, reached: NOW - 15 * DAY_MS };
    const feed = scriptedFeed({ batches: [{ posts: Array(1_000).fill(posts[0]), cursor: half }, { cursor: CURSOR }] });
    const fractions: number[] = [];

    await fetchFeeds(deps, [feed], { onProgress: ({ fraction }) => fractions.push(fraction) });

    expect(fractions).toEqual([0.5, 1]);
  });

  test('a post that is gone at its platform leaves with all that quotes it', async () => {
    const deps = await openFetching(await place());
    const posts = complaints(6).map((post, index) => ({ ...post, title: null, body: TELLINGS[index] ?? null }));
    await fetchFeeds(deps, [scriptedFeed({ batches: [{ posts, cursor: CURSOR }] })]);
    const quoted = 'invalidated again and every build';
    expect(await wordsOfSignal(deps)).toContain(quoted);
    const gone = posts.filter(({ body }) => body?.includes(quoted));
    expect(gone).toHaveLength(1);

    const { first, second } = await deleteAtSource(deps, gone);

    expect(first).toMatchObject({ missing: 1, deleted: 0 });
    expect(second).toMatchObject({ missing: 0, deleted: 1 });
    expect(await idsOf(deps)).toEqual(posts.filter((post) => !gone.includes(post)).map(({ externalId }) => externalId));
    expect(await listedSignals(deps.store)).toMatchObject([{ volume: 5 }]);
    expect(await wordsOfSignal(deps)).not.toContain(quoted);
  });

  test('a signal whose last post is gone is seen no more', async () => {
    const deps = await openFetching(await place());
    const posts = complaints(3);
    await fetchFeeds(deps, [scriptedFeed({ batches: [{ posts, cursor: CURSOR }] })]);

    await deleteAtSource(deps, posts);

    expect(await listedSignals(deps.store)).toEqual([]);
    expect(await idsOf(deps)).toEqual([]);
  });

  test('when the original of a repeated post is gone, the repetition counts in its place', async () => {
    const deps = await openFetching(await place());
    const [original, ...others] = complaints(3);
    if (original === undefined) throw new Error('no posts');
    const again = ['copy one', 'copy two'].map((externalId) => ({ ...original, externalId }));
    await fetchFeeds(deps, [scriptedFeed({ batches: [{ posts: [original, ...again, ...others], cursor: CURSOR }] })]);
    expect(await listedSignals(deps.store)).toMatchObject([{ volume: 3 }]);

    await deleteAtSource(deps, [original]);

    expect(await listedSignals(deps.store)).toMatchObject([{ volume: 3 }]);
    const late = { ...original, externalId: 'copy three' };
    await fetchFeeds(deps, [scriptedFeed({ batches: [{ posts: [late], cursor: CURSOR }] })]);
    expect(await listedSignals(deps.store)).toMatchObject([{ volume: 3 }]);
  });

  test('recent posts of a feed are asked after once a day', async () => {
    const deps = await openFetching(await place());
    const posts = complaints(4);
    const feed = scriptedFeed({ batches: [{ posts, cursor: CURSOR }] });
    await fetchFeeds(deps, [feed]);
    await fetchFeeds(deps, [feed]);
    expect(feed.askedAfter).toEqual([]);

    deps.clock.at = NOW + 25 * HOUR_MS;
    const quiet = scriptedFeed({});
    await fetchFeeds(deps, [quiet]);
    await fetchFeeds(deps, [quiet]);

    expect(quiet.askedAfter).toEqual([posts.map(({ externalId }) => externalId)]);
  });

  test('old posts, and those of other feeds, are not asked after', async () => {
    const deps = await openFetching(await place());
    const old = aPost({ externalId: 'old', daysAgo: 40 });
    await fetchFeeds(deps, [
      scriptedFeed({ key: 'one', batches: [{ posts: [old, aPost({ externalId: 'mine' })], cursor: CURSOR }] }),
      scriptedFeed({ key: 'two', batches: [{ posts: [aPost({ externalId: 'theirs' })], cursor: CURSOR }] }),
    ]);

    deps.clock.at = NOW + 2 * DAY_MS;
    const feed = scriptedFeed({ key: 'one' });
    await fetchFeeds(deps, [feed]);

    expect(feed.askedAfter).toEqual([['mine']]);
  });

  test.each([
    ['waits for its turn', new UnexpectedResponseError('odd'), [['docker 0', 'docker 1', 'docker 2'], ['docker 2']]],
    [
      'is asked after again when only the budget was spent',
      new RateLimitedError('x', NOW),
      [
        ['docker 0', 'docker 1', 'docker 2'],
        ['docker 1', 'docker 2'],
      ],
    ],
  ])('a post that cannot be asked after %s', async (_, error: SourceError, asked) => {
    const deps = await openFetching(await place());
    await fetchFeeds(deps, [scriptedFeed({ batches: [{ posts: complaints(3), cursor: CURSOR }] })]);

    deps.clock.at = NOW + 2 * DAY_MS;
    const feed = scriptedFeed({ gone: { 'docker 1': error } });
    const [report] = await fetchFeeds(deps, [feed]);
    await fetchFeeds(deps, [feed]);

    expect(report).toMatchObject({ error });
    expect(feed.askedAfter).toEqual(asked);
  });
}
