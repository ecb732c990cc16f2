import { expect, test } from 'vitest';
import { importPosts, storePosts } from '../../src/jobs/import.ts';
import { withPipelineLock } from '../../src/jobs/pipeline/pipeline-run.ts';
import { catchUpSample, hasSample, noteSampleDue, removeSample } from '../../src/jobs/sample.ts';
import { createQueries } from '../../src/queries/index.ts';
import { createAnswerCache } from '../../src/queries/revision.ts';
import { complaints, DAY_MS, NOW } from '../support/posts.ts';
import { assignmentsOf, inFolder, listedSignals, openPipeline, type TestPipeline } from '../support/test-pipeline.ts';

/** A store that was first started long ago, in little: what the stream adds is only what is newer. */
async function openWithSample() {
  const pipeline = await openPipeline(await inFolder());
  await importPosts(pipeline, complaints(4, { title: 'Stale sample tokens', daysAgo: 0 }), { sample: true });
  return pipeline;
}

test('a later start adds the posts of the days since, once', async () => {
  const pipeline = await openWithSample();
  pipeline.clock.at = NOW + 3 * DAY_MS;

  const added = await catchUpSample(pipeline);
  const again = await catchUpSample(pipeline);

  expect(added).toBeGreaterThan(10);
  expect(added).toBeLessThan(300);
  expect(again).toBe(0);
  expect(await pipeline.store.sample.newestAt()).toBeLessThanOrEqual(pipeline.clock.at);
});

test('a store with imported posts stays free of the sample', async () => {
  const pipeline = await openPipeline(await inFolder());
  await importPosts(pipeline, complaints(3));

  expect(await catchUpSample(pipeline)).toBe(0);

  expect(await assignmentsOf(pipeline.store)).toHaveLength(3);
});

test('a removed sample leaves what was imported and never comes back', async () => {
  const pipeline = await openWithSample();
  await importPosts(pipeline, complaints(3, { title: 'Docker layer cache invalidated' }));

  expect(await removeSample(pipeline)).toBe(4);

  expect(await catchUpSample(pipeline)).toBe(0);
  expect(await assignmentsOf(pipeline.store)).toHaveLength(3);
  expect(await listedSignals(pipeline.store)).toMatchObject([{ volume: 3, sample: false }]);
  expect(await pipeline.store.snapshots.latest()).toMatchObject({ totalActiveSignals: 1 });
});

test('a signal that holds imported posts too outlives the sample, under its id', async () => {
  const pipeline = await openWithSample();
  const id = (await listedSignals(pipeline.store))[0]?.id;
  await importPosts(pipeline, complaints(3, { title: 'Stale sample tokens here', provider: 'gitlab' }));

  await removeSample(pipeline);

  expect(await listedSignals(pipeline.store)).toMatchObject([{ id, volume: 3, sample: false }]);
});

test('a signal that too few imported posts are left of is public no longer', async () => {
  const pipeline = await openWithSample();
  await importPosts(pipeline, complaints(1, { title: 'Stale sample tokens here', provider: 'gitlab' }));
  expect(await listedSignals(pipeline.store)).toMatchObject([{ volume: 5 }]);

  await removeSample(pipeline);

  expect(await assignmentsOf(pipeline.store)).toHaveLength(1);
  expect(await listedSignals(pipeline.store)).toEqual([]);
});

test('no brief quotes a removed sample', async () => {
  const pipeline = await openPipeline(await inFolder());
  const sample = complaints(8, { title: 'Stale sample tokens fail', daysAgo: 0 });
  await importPosts(
    pipeline,
    sample.map((post, at) => ({ ...post, author: `author ${at}` })),
    { sample: true },
  );
  await importPosts(pipeline, complaints(3, { title: 'Stale sample tokens fail here', provider: 'gitlab' }));
  expect(await pipeline.store.briefs.list(pipeline.clock.at)).toHaveLength(1);

  await removeSample(pipeline);

  expect(await pipeline.store.briefs.list(pipeline.clock.at)).toEqual([]);
});

test('removing the sample from a store with nothing else leaves it as on the first day', async () => {
  const pipeline = await openWithSample();

  await removeSample(pipeline);

  expect(await listedSignals(pipeline.store)).toEqual([]);
  expect(await pipeline.store.snapshots.latest()).toBeNull();
  await importPosts(pipeline, complaints(3));
  expect(await listedSignals(pipeline.store)).toMatchObject([{ volume: 3 }]);
});

test('no answer of the sample is current again once other posts have as many snapshots', async () => {
  const pipeline = await openWithSample();
  const revision = () => {
    const deps = { store: pipeline.store, search: { search: async () => null }, at: () => pipeline.clock.at };
    return createQueries({ ...deps, cached: createAnswerCache(() => 0) }).revision();
  };
  const ofSample = await revision();

  await removeSample(pipeline);
  const seen = [await revision()];
  for (const title of ['Docker layer cache invalidated', 'Login token expires']) {
    await importPosts(pipeline, complaints(3, { title }));
    seen.push(await revision());
  }

  expect(new Set([ofSample, ...seen]).size).toBe(4);
});

const freshnessOf = ({ store }: Pick<TestPipeline, 'store'>) => {
  const deps = { store, search: { search: async () => null }, at: () => NOW };
  const { pipelineFreshness } = createQueries({ ...deps, cached: createAnswerCache(() => 0) });
  return pipelineFreshness;
};

test('a first start says that it prepares the sample before its first post, then how many are stored', async () => {
  const pipeline = await openPipeline(await inFolder());
  const freshness = freshnessOf(pipeline);
  await noteSampleDue(pipeline.store, true);
  expect(await freshness()).toEqual({ latestSnapshotAt: null, totalActiveSignals: 0, sample: true });

  const interrupt = () => Promise.reject(new Error('interrupted'));
  await expect(catchUpSample({ ...pipeline, prepare: interrupt })).rejects.toThrow('interrupted');
  const { samplePosts } = await freshness();
  expect(samplePosts?.stored).toBe(0);
  expect(samplePosts?.total).toBeGreaterThan(1_000);

  await withPipelineLock(pipeline, (run) => storePosts(run, complaints(4), true));
  expect(await freshness()).toMatchObject({ sample: true, samplePosts: { stored: 4, total: samplePosts?.total } });
});

test.each([
  ['that imported posts already', async (pipeline: TestPipeline) => void (await importPosts(pipeline, complaints(3)))],
  ['whose sample was removed', async (pipeline: TestPipeline) => void (await removeSample(pipeline))],
])('a start of a store %s prepares no sample', async (_case, prepare) => {
  const pipeline = await openPipeline(await inFolder());
  await prepare(pipeline);
  await noteSampleDue(pipeline.store, true);
  expect(await freshnessOf(pipeline)()).not.toHaveProperty('sample');
});

test('a sample removed while it is prepared is waited for no longer', async () => {
  const pipeline = await openPipeline(await inFolder());
  await noteSampleDue(pipeline.store, true);
  await removeSample(pipeline);
  expect(await freshnessOf(pipeline)()).not.toHaveProperty('sample');
});

test('a store that sources fill prepares no sample, even after a start that would have', async () => {
  const pipeline = await openPipeline(await inFolder());
  await noteSampleDue(pipeline.store, true);
  await noteSampleDue(
    pipeline.store,
    hasSample({ databaseUrl: null, sourcesFile: 'sources.json', importFolder: null }),
  );
  expect(await freshnessOf(pipeline)()).not.toHaveProperty('sample');
});
