import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../../storage/test/support/temporary-folder.ts';
import { importPosts } from '../../../src/jobs/import.ts';
import { createBackgroundLoader, withPipelineLock } from '../../../src/jobs/pipeline/pipeline-run.ts';
import { renewSignals } from '../../../src/jobs/refresh/refresh.ts';
import { forget, removePosts, setHidden } from '../../../src/jobs/removals.ts';
import type { Store } from '../../../src/store/index.ts';
import { mergeInto } from '../../support/merge-into.ts';
import { complaints, NOW } from '../../support/posts.ts';
import { type DatabaseLocation, listedSignals, openPipeline, type TestPipeline } from '../../support/test-pipeline.ts';

const DOCKER = complaints(4, { title: 'Docker layer cache invalidated' });
const TOKENS = complaints(9, { title: 'Refresh tokens lost after redirect' });
/** Words and an owner that occur nowhere else, so that they can be looked for. */
const QUOKKAS = complaints(6, {
  title: 'Quokkafied exporter crashes on zanzibarian pages',
  owner: 'adalovelace',
  repository: 'adalovelace/quokkas',
});
const THEIRS = { kind: 'repository', name: 'adalovelace/quokkas', provider: null } as const;

/** The rows that a backup would have of them, and what the operator is told about merges. */
async function tracesOf(pattern: RegExp, { store }: TestPipeline): Promise<string[]> {
  const file = join(temporaryFolder(), 'all.backup');
  await store.backUp(file);
  const moves = await Array.fromAsync(store.mergeLog.newestFirst());
  const rows = gunzipSync(await readFile(file))
    .toString()
    .split('\n');
  return [...rows, ...moves.map((move) => JSON.stringify(move))].filter((row) => pattern.test(row));
}
const WORDS = /quokka|zanzibar|adalovelace/i;
const OWNER = /adalovelace/i;
/** The same said by somebody else. */
const ELSEWHERE = complaints(1, { title: QUOKKAS[0]?.title ?? '', provider: 'gitlab', repository: 'other/exporter' });

/** A refresh that leaves the clusters in the signals where a test has put them. */
const describeAll = (pipeline: TestPipeline) =>
  withPipelineLock(pipeline, (run) => renewSignals(run, createBackgroundLoader(run.store), run.now()));

/** As a night parts them; without a successor the signal that they leave ends. */
const moveTo = (store: Store, toId: string, { from, ended }: { from: string; ended: boolean }, clusterId: string) =>
  store.transaction(({ signalChanges }) =>
    signalChanges.applyIdentityPlan(
      {
        signals: [{ id: toId, clusterIds: [clusterId] }],
        ended: ended ? [{ id: from, survivorId: null }] : [],
        moves: [{ kind: 'split', fromId: from, toId, clusterIds: [clusterId], posts: 6, similarity: 0.1 }],
      },
      NOW,
    ),
  );

/** What is left of posts that were removed, the same on both databases; `place` gives each test an empty one. */
export function testTraces(place: () => Promise<DatabaseLocation>): void {
  async function withSignals() {
    const pipeline = await openPipeline(await place());
    await importPosts(pipeline, [...DOCKER, ...TOKENS, ...QUOKKAS]);
    const listed = await listedSignals(pipeline.store);
    const [docker = '', tokens = '', quokkas = ''] = [4, 9, 6].map(
      (posts) => listed.find(({ volume }) => volume === posts)?.id,
    );
    return { pipeline, docker, tokens, quokkas };
  }

  test('a merged signal that once had the forgotten posts says nothing of them', async () => {
    const { pipeline, docker, tokens, quokkas } = await withSignals();
    const { store } = pipeline;
    await mergeInto(store, docker, [docker, quokkas], [quokkas]);
    await describeAll(pipeline);
    await mergeInto(store, tokens, [docker, quokkas, tokens], [docker], [docker, quokkas]);
    await moveTo(store, quokkas, { from: tokens, ended: false }, quokkas);
    await describeAll(pipeline);
    expect(await tracesOf(WORDS, pipeline)).not.toEqual([]);

    await forget(pipeline, THEIRS);

    expect(await tracesOf(WORDS, pipeline)).toEqual([]);
  });

  test('a signal that ended without a successor says nothing of the forgotten posts it had', async () => {
    const { pipeline, tokens, quokkas } = await withSignals();
    await moveTo(pipeline.store, tokens, { from: quokkas, ended: true }, quokkas);
    await describeAll(pipeline);

    await forget(pipeline, THEIRS);

    expect(await tracesOf(WORDS, pipeline)).toEqual([]);
  });

  test('a signal that ends before it is described again says nothing of posts removed meanwhile', async () => {
    const { pipeline, docker, quokkas } = await withSignals();
    await importPosts(pipeline, ELSEWHERE);
    await pipeline.store.transaction((stores) => removePosts(stores, QUOKKAS));

    await mergeInto(pipeline.store, docker, [docker, quokkas], [quokkas]);
    await describeAll(pipeline);

    expect(await tracesOf(OWNER, pipeline)).toEqual([]);
  });

  test('a signal that has only hidden posts left keeps no owner of a forgotten repository', async () => {
    const pipeline = await openPipeline(await place());
    await importPosts(pipeline, [...QUOKKAS, ...ELSEWHERE]);
    const [other] = ELSEWHERE;
    await setHidden(pipeline, { post: { provider: 'gitlab', externalId: other?.externalId ?? '' } }, true);
    expect(await listedSignals(pipeline.store)).toMatchObject([{ topOwnerName: 'adalovelace' }]);

    await forget(pipeline, THEIRS);

    expect(await tracesOf(OWNER, pipeline)).toEqual([]);
  });

  test('a merged signal that is parted after a removal gets a name of its own again', async () => {
    const { pipeline, docker, tokens, quokkas } = await withSignals();
    const { store } = pipeline;
    await mergeInto(store, docker, [docker, quokkas], [quokkas]);
    await describeAll(pipeline);
    await setHidden(pipeline, { post: { provider: 'github', externalId: TOKENS[0]?.externalId ?? '' } }, true);
    await moveTo(store, quokkas, { from: docker, ended: false }, quokkas);
    await describeAll(pipeline);

    expect((await store.signals.find(quokkas))?.topic).toMatch(/quokka/i);
    expect((await store.signals.find(tokens))?.topic).toMatch(/tokens/i);
  });

  test('no embedding vector of forgotten posts is kept, nor of a signal that had them', async () => {
    const { pipeline, docker, tokens, quokkas } = await withSignals();
    const { store } = pipeline;
    await store.vectors.put(
      'model',
      [docker, tokens, quokkas].map((signalId) => ({ signalId, textHash: signalId, vector: new Float32Array([1, 2]) })),
    );

    await forget(pipeline, THEIRS);
    await forget(pipeline, { kind: 'post', name: DOCKER[0]?.externalId ?? '', provider: 'github' });

    expect((await store.vectors.all('model')).map(({ signalId }) => signalId)).toEqual([tokens]);
  });
}
