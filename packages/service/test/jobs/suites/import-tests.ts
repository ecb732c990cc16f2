import { expect, test } from 'vitest';
import { backfillHistory } from '../../../src/jobs/backfill.ts';
import { importPosts } from '../../../src/jobs/import.ts';
import { rebuild } from '../../../src/jobs/rebuild.ts';
import { refreshSignals } from '../../../src/jobs/refresh/refresh.ts';
import { forget } from '../../../src/jobs/removals.ts';
import { removeSample } from '../../../src/jobs/sample.ts';
import { aPost, complaints, DAY_MS, NOW } from '../../support/posts.ts';
import { assignmentsOf, type DatabaseLocation, listedSignals, openPipeline } from '../../support/test-pipeline.ts';

const QUIET = 'Refresh tokens lost after redirect';
const SAID = 'The layer cache of our build image is invalidated again on every single push to the main branch.';

/** What a run of the pipeline does to the store, the same on both databases; `place` gives each test an empty one. */
export function testPipeline(place: () => Promise<DatabaseLocation>): void {
  test('three complaints by two people on two days make a public signal', async () => {
    const pipeline = await openPipeline(await place());

    await importPosts(pipeline, complaints(3));

    const [signal, ...others] = await listedSignals(pipeline.store);
    expect(others).toEqual([]);
    expect(signal).toMatchObject({ state: 'active', volume: 3, authorCount: 3, mentionsLastWindow: 3 });
    expect(signal?.topic).not.toBe('');
    expect(await pipeline.store.snapshots.latest()).toEqual({ at: NOW, totalActiveSignals: 1 });
  });

  test.each([
    ['two posts', complaints(2)],
    ['one author', complaints(3, { author: 'ada' })],
    ['nothing that can be read', complaints(3, { title: '6X1oJTM 6X1oJTM 6X1oJTM 6X1oJTM' })],
    ['one day and one repository', complaints(3).map((post) => ({ ...post, createdAt: NOW - DAY_MS }))],
  ])('%s are no public signal yet', async (_, posts) => {
    const pipeline = await openPipeline(await place());

    await importPosts(pipeline, posts);

    expect(await listedSignals(pipeline.store)).toEqual([]);
    const assigned = await assignmentsOf(pipeline.store);
    expect(assigned.map((post) => post.public)).toEqual(posts.map(() => false));
    expect(await pipeline.store.signals.find(assigned[0]?.painSignalId ?? '')).toBeNull();
  });

  test('posts that share a word and say different things are no public signal, and are counted as such', async () => {
    const pipeline = await openPipeline(await place());
    const apart = [
      'Sort order resets after restart',
      'Admin rights are required after restart',
      'Blank page after restart',
    ];

    await importPosts(pipeline, [
      ...complaints(3),
      ...apart.map((title, day) => aPost({ externalId: `o/r#9${day}`, title, author: `p${day}`, daysAgo: day + 1 })),
      // The word is nobody's own.
      ...['Palette', 'Invoice', 'Compass', 'Walrus', 'Trombone', 'Gazebo'].map((thing, at) =>
        aPost({
          externalId: `o/r#8${at}`,
          title: `${thing} broken`,
          body: 'I did a restart.',
          author: `q${at}`,
          daysAgo: 9,
        }),
      ),
    ]);

    expect(await listedSignals(pipeline.store)).toHaveLength(1);
    expect(await pipeline.store.withheldPosts()).toMatchObject({ coherence: 3, documents: 0 });
  });

  test('posts without an author count as one author each', async () => {
    const pipeline = await openPipeline(await place());

    await importPosts(pipeline, complaints(3, { author: null }));

    expect((await listedSignals(pipeline.store))[0]).toMatchObject({ authorCount: 3 });
  });

  test('a post that breaks the pipeline is left out and reported, and the others go in', async () => {
    const pipeline = await openPipeline(await place());
    const posts = complaints(4);
    const broken = Object.defineProperty(aPost({ externalId: 'broken' }), 'licence', {
      enumerable: true,
      get() {
        throw new RangeError('Maximum call stack size exceeded');
      },
    });
    const reported: string[] = [];

    const progress = await importPosts(pipeline, [...posts.slice(0, 2), broken, ...posts.slice(2)], {
      onUnusable: ({ externalId }) => reported.push(externalId),
    });

    expect(progress).toMatchObject({ read: 5, stored: 4, unusable: 1 });
    expect(reported).toEqual(['broken']);
    expect((await listedSignals(pipeline.store))[0]).toMatchObject({ volume: 4 });
  });

  test('importing again changes nothing', async () => {
    const pipeline = await openPipeline(await place());
    const posts = complaints(5);
    await importPosts(pipeline, posts);
    const before = [await assignmentsOf(pipeline.store), await listedSignals(pipeline.store)];
    const revision = await pipeline.store.revision();

    const progress = await importPosts(pipeline, [...posts, ...posts]);

    expect(progress).toMatchObject({ read: 10, stored: 0, known: 10 });
    expect([await assignmentsOf(pipeline.store), await listedSignals(pipeline.store)]).toEqual(before);
    expect(await pipeline.store.revision()).toBe(revision);
  });

  test('of two posts with one identity in a file the first is stored', async () => {
    const pipeline = await openPipeline(await place());
    const post = aPost({ externalId: '1', title: 'First of its name' });

    const progress = await importPosts(pipeline, [post, { ...post, title: 'Second of its name' }]);

    expect(progress).toMatchObject({ read: 2, stored: 1, known: 1 });
  });

  test('imports of one database take turns: posts of the other are known and joined', async () => {
    const where = await place();
    const [pipeline, other] = [await openPipeline(where), await openPipeline(where)];
    const posts = complaints(6);
    const { promise: pause, resolve } = Promise.withResolvers<void>();
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
    async function* withPause() {
      // A whole batch that joins nothing, so that the clusters are read before the other import adds one.
      for (let number = 0; number < 1_000; number += 1)
        yield aPost({ externalId: `bump ${number}`, author: 'dependabot[bot]' });
      await pause;
      yield* posts.slice(2);
    }

    const importing = importPosts(pipeline, withPause(), { onProgress: () => begin() });
    await begun;
    expect(await importPosts(other, posts.slice(0, 4))).toMatchObject({ stored: 4, known: 0 });
    resolve();

    expect(await importing).toMatchObject({ read: 1_004, stored: 1_002, known: 2 });
    expect(await listedSignals(pipeline.store)).toMatchObject([{ volume: 6 }]);
  });

  test('two imports that have prepared the same posts store them once', async () => {
    const where = await place();
    const pipelines = [await openPipeline(where), await openPipeline(where)];
    const lock = await (await openPipeline(where)).store.lockPipeline();
    let waiting = 0;
    const onWait = () => {
      waiting += 1;
    };

    const importing = pipelines.map((pipeline) => importPosts({ ...pipeline, onWait }, complaints(5)));
    await expect.poll(() => waiting).toBe(2);
    await lock.release();

    const results = await Promise.all(importing);
    expect(results.map(({ stored }) => stored).toSorted()).toEqual([0, 5]);
    expect(results.map(({ known }) => known).toSorted()).toEqual([0, 5]);
  });

  test('a post dated after now waits, counts nowhere, and joins when its time has come', async () => {
    const pipeline = await openPipeline(await place());
    const future = aPost({ externalId: 'tomorrow', daysAgo: -1 });

    const progress = await importPosts(pipeline, [...complaints(3), future]);

    expect(progress).toMatchObject({ stored: 4, waiting: 1 });
    expect((await assignmentsOf(pipeline.store)).at(-1)).toMatchObject({ painSignalId: null, public: false });
    expect((await listedSignals(pipeline.store))[0]?.volume).toBe(3);

    pipeline.clock.at = NOW + 2 * DAY_MS;
    await refreshSignals(pipeline);

    const [signal] = await listedSignals(pipeline.store);
    expect(signal?.volume).toBe(4);
    expect((await assignmentsOf(pipeline.store)).at(-1)).toMatchObject({ painSignalId: signal?.id, public: true });
  });

  test('a copied post follows its original and counts in no figure', async () => {
    const pipeline = await openPipeline(await place());
    const text = 'Docker layer cache invalidated again on every pull.';
    const original = aPost({ externalId: 'original', body: text });
    const copy = aPost({ externalId: 'copy', provider: 'reddit', body: text });

    const progress = await importPosts(pipeline, [...complaints(3), original, copy]);

    expect(progress.duplicates).toBe(1);
    const [signal] = await listedSignals(pipeline.store);
    expect(signal).toMatchObject({
      volume: 4,
      sourceDistribution: [{ provider: 'github', mentions: 4, percent: 100 }],
    });
    const assigned = (await assignmentsOf(pipeline.store)).slice(-2);
    expect(assigned.map((post) => post.painSignalId)).toEqual([signal?.id, signal?.id]);
  });

  test('a copy of an earlier import is found, also after a rebuild, and when its original was removed', async () => {
    const pipeline = await openPipeline(await place());
    const said = aPost({ externalId: 'said', author: 'Ada', body: SAID });
    const copy = (externalId: string) => importPosts(pipeline, [{ ...said, externalId, author: externalId }]);
    await importPosts(pipeline, [said]);

    expect(await copy('at once')).toMatchObject({ stored: 1, duplicates: 1 });
    await rebuild(pipeline);
    expect(await copy('after a rebuild')).toMatchObject({ stored: 1, duplicates: 1 });
    await forget(pipeline, { kind: 'author', name: 'Ada', provider: null });
    expect(await copy('after a removal')).toMatchObject({ stored: 1, duplicates: 1 });

    for (const { externalId } of await assignmentsOf(pipeline.store))
      await forget(pipeline, { kind: 'post', name: externalId, provider: 'github' });
    expect(await copy('when none is left')).toMatchObject({ stored: 1, duplicates: 0 });
  });

  test('a copy of a post that waited is found', async () => {
    const pipeline = await openPipeline(await place());
    const post = (externalId: string) => aPost({ externalId, body: SAID, daysAgo: -1 });
    await importPosts(pipeline, [post('one'), post('two')]);
    pipeline.clock.at = NOW + 2 * DAY_MS;
    await refreshSignals(pipeline);

    expect(await importPosts(pipeline, [post('three')])).toMatchObject({ duplicates: 1 });
    const groups = (await assignmentsOf(pipeline.store)).map(({ painSignalId }) => painSignalId);
    expect(new Set(groups).size).toBe(1);
  });

  test('what a bot writes is stored and joins nothing', async () => {
    const pipeline = await openPipeline(await place());

    await importPosts(pipeline, complaints(3, { author: 'dependabot[bot]' }));

    const assigned = await assignmentsOf(pipeline.store);
    expect(assigned.map((post) => post.painSignalId)).toEqual([null, null, null]);
  });

  test('owners are counted on code hosts only, and their share over the chunks from there', async () => {
    const pipeline = await openPipeline(await place());
    const posts = [
      ...complaints(3, { repository: 'acme/widget' }),
      aPost({ externalId: 'other', repository: 'globex/app' }),
      aPost({ externalId: 'forum', provider: 'discourse', repository: null, owner: 'nobody', url: 'https://x.test/1' }),
    ];

    await importPosts(pipeline, posts);

    expect((await listedSignals(pipeline.store))[0]).toMatchObject({
      uniqueOwnerCount: 2,
      topOwnerName: 'acme',
      topOwnerDominancePct: 75,
      repositoryCount: 3,
    });
  });

  test('a signal is dormant after 30 days without a post, active again with a new one, archived after 365', async () => {
    const pipeline = await openPipeline(await place());
    await importPosts(pipeline, complaints(3, { daysAgo: 0 }));
    const id = (await listedSignals(pipeline.store))[0]?.id ?? '';
    const stateAfter = async (days: number) => {
      pipeline.clock.at = NOW + days * DAY_MS;
      await refreshSignals(pipeline);
      return (await pipeline.store.signals.find(id))?.state;
    };

    expect(await stateAfter(29)).toBe('active');
    expect(await stateAfter(30)).toBe('dormant');
    expect(await listedSignals(pipeline.store)).toHaveLength(1);
    expect(await pipeline.store.signals.top({ metric: 'score', limit: 10 })).toEqual([]);

    await importPosts(pipeline, [aPost({ externalId: 'again', daysAgo: -30 })]);

    expect(await listedSignals(pipeline.store)).toMatchObject([{ id, state: 'active', volume: 4 }]);
    expect(await stateAfter(30 + 365)).toBe('archived');
    expect(await listedSignals(pipeline.store)).toEqual([]);
  });

  test('a snapshot writes one point of history a day, the last of the day standing', async () => {
    const pipeline = await openPipeline(await place());
    await importPosts(pipeline, complaints(3));
    await importPosts(pipeline, [aPost({ externalId: 'later the same day' })]);
    pipeline.clock.at = NOW + DAY_MS;
    await refreshSignals(pipeline);

    const [signal] = await listedSignals(pipeline.store);

    const history = await pipeline.store.snapshots.history(signal?.id ?? '', '2026-01-01');
    expect(history.map(({ date, volume }) => ({ date, volume }))).toEqual([
      { date: '2026-03-01', volume: 4 },
      { date: '2026-03-02', volume: 4 },
    ]);
    expect(signal?.trackingStartedAt).toBe(NOW);
  });

  test('a snapshot says of what each score was made a week before, or that there was no post then', async () => {
    const pipeline = await openPipeline(await place());
    pipeline.clock.at = NOW - 7 * DAY_MS;
    await importPosts(pipeline, complaints(4, { daysAgo: 8 }));
    const [then] = await listedSignals(pipeline.store);
    expect(then).toMatchObject({ volume: 4, scorePartsWeekBefore: null });

    pipeline.clock.at = NOW;
    await importPosts(
      pipeline,
      [1, 2, 3].map((daysAgo) => aPost({ externalId: `later ${daysAgo}`, daysAgo })),
    );
    await importPosts(pipeline, complaints(3, { title: 'Login page returns an empty token' }));
    const signals = await listedSignals(pipeline.store);

    expect(new Map(signals.map(({ volume, scorePartsWeekBefore }) => [volume, scorePartsWeekBefore]))).toEqual(
      new Map([
        [7, then?.scoreParts],
        [3, null],
      ]),
    );
  });

  test('a backfill adds a point for each past day since the first post and rewrites none', async () => {
    const pipeline = await openPipeline(await place());
    await importPosts(pipeline, complaints(3, { daysAgo: 1 }));
    const id = (await listedSignals(pipeline.store))[0]?.id ?? '';

    const added = await backfillHistory(pipeline, 10);
    const again = await backfillHistory(pipeline, 10);

    expect([added, again]).toEqual([3, 0]);
    const history = await pipeline.store.snapshots.history(id, '2026-01-01');
    expect(history.map(({ date, volume }) => ({ date, volume }))).toEqual([
      { date: '2026-02-26', volume: 1 },
      { date: '2026-02-27', volume: 2 },
      { date: '2026-02-28', volume: 3 },
      { date: '2026-03-01', volume: 3 },
    ]);
    expect((await pipeline.store.signals.find(id))?.trackingStartedAt).toBe(Date.parse('2026-02-27T00:00:00Z') - 1);
  });

  test('list, evidence and timeline tell the same number of posts and chunks', async () => {
    const pipeline = await openPipeline(await place());
    await importPosts(pipeline, complaints(4));
    const [signal] = await listedSignals(pipeline.store);
    const id = signal?.id ?? '';

    const evidence = await pipeline.store.evidence.page(id, 0, 100);
    const days = (await pipeline.store.evidence.dailyCounts([id], '2026-02-01', '2026-03-01')).get(id) ?? [];

    expect(evidence.total).toBe(signal?.chunkCount);
    expect(new Set(evidence.rows.map((row) => row.documentId)).size).toBe(signal?.volume);
    expect(days.map(({ count }) => count)).toEqual([1, 1, 1, 1]);
  });

  test('a founder that was removed and comes back founds under another id', async () => {
    const pipeline = await openPipeline(await place());
    const founder = aPost({ externalId: 'founder' });
    await importPosts(pipeline, [founder], { sample: true });
    const [first] = await assignmentsOf(pipeline.store);
    await importPosts(pipeline, complaints(2));
    await removeSample(pipeline);

    await importPosts(pipeline, [{ ...founder, title: 'Refresh tokens lost after redirect' }]);

    const assigned = await assignmentsOf(pipeline.store);
    expect(assigned.map((post) => post.painSignalId === first?.painSignalId)).toEqual([true, true, false]);
  });

  test('a store opened again goes on as if it had never been closed', async () => {
    const posts = [...complaints(4), ...complaints(4, { title: 'Refresh token lost after redirect' })];
    const atOnce = await openPipeline(await place());
    await importPosts(atOnce, posts);

    const where = await place();
    for (const post of posts) await importPosts(await openPipeline(where), [post]);

    const piecemeal = await openPipeline(where);
    expect(await assignmentsOf(piecemeal.store)).toEqual(await assignmentsOf(atOnce.store));
  });

  /** Many posts of a topic that ended 20 days ago, so that one post of another changes next to nothing. */
  async function withQuietSignal() {
    const pipeline = await openPipeline(await place());
    await importPosts(pipeline, [...complaints(40, { title: QUIET, daysAgo: 20 }), ...complaints(3)]);
    const find = async (topic: RegExp) =>
      (await listedSignals(pipeline.store)).find((signal) => topic.test(signal.topic));
    return { ...pipeline, quiet: () => find(/tokens/i), docker: () => find(/docker/i) };
  }

  test('a post more is counted at once, and signals that it does not touch are left to the night', async () => {
    const { quiet, docker, ...pipeline } = await withQuietSignal();
    const before = await quiet();
    pipeline.clock.at = NOW + DAY_MS;

    await importPosts(pipeline, [aPost({ externalId: 'one more', daysAgo: 0 })]);

    expect(await docker()).toMatchObject({ volume: 4, mentionsLastWindow: 4 });
    expect(await pipeline.store.snapshots.latest()).toEqual({ at: NOW + DAY_MS, totalActiveSignals: 2 });
    expect(await quiet()).toEqual(before);
    await refreshSignals(pipeline);
    expect((await quiet())?.score).toBeLessThan(before?.score ?? 0);
    expect((await docker())?.volume).toBe(4);
  });

  test('a signal whose last posts left the windows is counted again, though no post of it is new', async () => {
    const { quiet, docker, ...pipeline } = await withQuietSignal();
    const week = 7 * DAY_MS;
    pipeline.clock.at = NOW + week;

    await importPosts(pipeline, [aPost({ externalId: 'later', title: QUIET, daysAgo: -6 })]);

    expect(await docker()).toMatchObject({ volume: 3, mentionsLastWindow: 0, mentionsPrevWindow: 3 });
    expect(await quiet()).toMatchObject({ volume: 41, mentionsLastWindow: 1 });
    pipeline.clock.at = NOW + 3 * week;
    await importPosts(pipeline, [aPost({ externalId: 'much later', title: QUIET, daysAgo: -20 })]);
    expect(await docker()).toMatchObject({ volume: 3, mentionsLastWindow: 0, mentionsPrevWindow: 0 });
  });

  test('many new posts are looked at together with the old ones', async () => {
    const pipeline = await openPipeline(await place());
    await importPosts(pipeline, complaints(4, { daysAgo: 200 }));

    await importPosts(pipeline, complaints(3, { provider: 'gitlab' }));

    expect(await listedSignals(pipeline.store)).toMatchObject([{ volume: 7 }]);
  });
}
