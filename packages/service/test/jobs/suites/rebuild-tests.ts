import { expect, test } from 'vitest';
import { importPosts } from '../../../src/jobs/import.ts';
import { rebuild } from '../../../src/jobs/rebuild.ts';
import { refreshSignals } from '../../../src/jobs/refresh/refresh.ts';
import { undoMerge } from '../../../src/jobs/undo-merge.ts';
import type { Store } from '../../../src/store/index.ts';
import { aPost, complaints, DAY_MS, NOW } from '../../support/posts.ts';
import { assignmentsOf, type DatabaseLocation, listedSignals, openPipeline } from '../../support/test-pipeline.ts';

const DOCKER = 'Docker layer cache invalidated';
const TOKENS = 'Refresh tokens lost after redirect';

/** What a rebuild makes of the stored posts, the same on both databases; `place` gives each test an empty one. */
export function testRebuild(place: () => Promise<DatabaseLocation>): void {
  async function withSignals() {
    const pipeline = await openPipeline(await place());
    await importPosts(pipeline, [
      ...complaints(5, { title: DOCKER }),
      ...complaints(4, { title: TOKENS }),
      aPost({ externalId: 'copy', provider: 'reddit', author: `author-${TOKENS} 0`, title: TOKENS }),
      aPost({ externalId: 'bot', author: 'renovate[bot]' }),
      aPost({ externalId: 'tomorrow', title: DOCKER, daysAgo: -1 }),
    ]);
    return pipeline;
  }
  const everything = async (store: Store) => ({
    assignments: await assignmentsOf(store),
    signals: await listedSignals(store),
    frequencies: await store.clusters.documentFrequencies(),
    clusters: await Array.fromAsync(store.clusters.open()),
    documents: await store.counters.get('documents'),
  });
  /** As an older version might have clustered: the newest posts of one signal in another's founding cluster. */
  async function misplace(store: Store, from: string, to: string, count: number): Promise<void> {
    const { rows } = await store.evidence.page(from, 0, count);
    for (const { documentId } of rows)
      await store.posts.place(Number(documentId), NOW, { clusterId: to, similarity: 0.5, duplicateOf: null });
  }
  const bySize = async (store: Store) =>
    (await listedSignals(store)).toSorted((one, other) => other.volume - one.volume).map(({ id }) => id);

  test('a rebuild right after an import changes nothing but the revision', async () => {
    const { store, ...rest } = await withSignals();
    const before = await everything(store);
    const revision = await store.revision();

    const result = await rebuild({ store, ...rest });

    expect(await everything(store)).toEqual(before);
    expect(result).toMatchObject({ posts: 12, active: 2, dormant: 0, kept: 2, merged: 0, lost: 0 });
    expect(await store.revision()).toBeGreaterThan(revision);
    expect(await store.mergeLog.find(1)).toBeNull();
    rest.clock.at = NOW + 2 * DAY_MS;
    await refreshSignals({ store, ...rest });
    expect((await assignmentsOf(store)).at(-1)).toMatchObject({ public: true });
  });

  test('posts that were clustered wrongly are parted again; the id stays where most posts are', async () => {
    const { store, ...rest } = await withSignals();
    const [docker = '', tokens = ''] = await bySize(store);
    await misplace(store, docker, tokens, 5);
    await refreshSignals({ store, ...rest });
    expect(await listedSignals(store)).toMatchObject([{ id: tokens, volume: 9 }]);

    const result = await rebuild({ store, ...rest });

    expect(result).toMatchObject({ active: 2, kept: 1, lost: 0 });
    expect((await listedSignals(store)).map(({ volume }) => volume).toSorted()).toEqual([4, 5]);
    expect(await store.signals.find(tokens)).toMatchObject({ id: tokens, volume: 5 });
    expect(await store.signals.find(docker)).toMatchObject({ id: tokens });
  });

  test.each([
    ['whoever has most of its posts', 2, 0],
    ['nobody, where they are strewn', 1, 1],
  ])('the id of a signal that is no more answers with %s', async (_, ofDocker, ofTokens) => {
    const { store, ...rest } = await withSignals();
    await importPosts({ store, ...rest }, complaints(3, { title: 'Cron job skipped at midnight' }));
    const [docker = '', tokens = '', gone = ''] = await bySize(store);
    const aside = (await store.evidence.page(gone, 0, 3)).rows.map(({ documentId }) => Number(documentId));
    await misplace(store, docker, gone, ofDocker);
    await misplace(store, tokens, gone, ofTokens);
    for (const id of aside) await store.posts.place(id, NOW, { clusterId: null, similarity: null, duplicateOf: null });

    const result = await rebuild({ store, ...rest });

    expect(result).toMatchObject({ kept: 2, merged: ofDocker - 1, lost: ofTokens });
    expect((await store.signals.find(gone))?.id ?? null).toBe(ofTokens === 0 ? docker : null);
    expect(await store.signals.find(docker)).toMatchObject({ id: docker, volume: 5 });
    expect(await store.signals.find(tokens)).toMatchObject({ id: tokens, volume: 4 });
  });

  test('what an operator has undone stays undone', async () => {
    const pipeline = await openPipeline(await place());
    await importPosts(pipeline, [
      ...complaints(4, { title: DOCKER, daysAgo: 200 }),
      ...complaints(3, { title: DOCKER, provider: 'gitlab' }),
    ]);
    await undoMerge(pipeline, 1);
    const before = await assignmentsOf(pipeline.store);

    await rebuild(pipeline);

    expect(await assignmentsOf(pipeline.store)).toEqual(before);
    expect(await listedSignals(pipeline.store)).toHaveLength(2);
  });

  test('a rebuild that is cut short has changed nothing, and the next one ends as if it had not been', async () => {
    const { store, ...rest } = await withSignals();
    const before = await everything(store);
    const cutShort = () => {
      throw new Error('cut short');
    };

    await expect(rebuild({ store, ...rest }, { onProgress: cutShort })).rejects.toThrow('cut short');
    expect(await everything(store)).toEqual(before);
    await expect(rebuild({ store, ...rest }, { onRefresh: cutShort })).rejects.toThrow('cut short');
    expect(await everything(store)).toEqual(before);
    await rebuild({ store, ...rest });

    expect(await everything(store)).toEqual(before);
  });

  test('an empty store can be rebuilt', async () => {
    const pipeline = await openPipeline(await place());

    expect(await rebuild(pipeline)).toMatchObject({ posts: 0, active: 0 });
  });
}
