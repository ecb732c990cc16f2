import { describe, expect, test } from 'vitest';
import { importPosts } from '../../../src/jobs/import.ts';
import { rebuild } from '../../../src/jobs/rebuild.ts';
import { refreshSignals } from '../../../src/jobs/refresh/refresh.ts';
import { forget, setHidden } from '../../../src/jobs/removals.ts';
import { undoMerge } from '../../../src/jobs/undo-merge.ts';
import type { Store } from '../../../src/store/index.ts';
import { aPost, complaints, DAY_MS, NOW } from '../../support/posts.ts';
import { assignmentsOf, type DatabaseLocation, listedSignals, openPipeline } from '../../support/test-pipeline.ts';

const DOCKER = 'Docker layer cache invalidated';
const TOKENS = 'Refresh tokens lost after redirect';

const LONG_WORDS = Array.from({ length: 80 }, (_, at) => `w${(at * 7919).toString(36)}`);
/** Says the same as the others, but for the words at some places. */
const variant = (externalId: string, ...places: number[]) =>
  aPost({
    externalId,
    title: 'Zanzibarian builder fails',
    author: 'ada',
    body: LONG_WORDS.map((word, at) => (places.includes(at) ? `${word}x` : word)).join(' '),
  });

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

  test('posts of a hidden signal stay hidden where a rebuild finds that more others say the same', async () => {
    const pipeline = await openPipeline(await place());
    const { store } = pipeline;
    await importPosts(pipeline, complaints(4, { title: DOCKER, daysAgo: 200 }));
    const [old] = await listedSignals(store);
    await setHidden(pipeline, { signalId: old?.id ?? '' }, true);
    await importPosts(pipeline, complaints(5, { title: TOKENS }));
    const others = complaints(12, { title: DOCKER, daysAgo: 195, provider: 'gitlab' });
    await importPosts(
      pipeline,
      others.map((post) => ({ ...post, author: `other ${post.author}` })),
    );
    await refreshSignals(pipeline);
    const volumes = async () => (await listedSignals(store)).map(({ volume }) => volume).toSorted((a, b) => a - b);
    expect(await volumes()).toEqual([5, 12]);

    await rebuild(pipeline);

    expect(await volumes()).toEqual([5, 12]);
    expect(await setHidden(pipeline, { signalId: old?.id ?? '' }, false)).toBe('done');
    await rebuild(pipeline);
    expect(await volumes()).toEqual([5, 16]);
  });

  describe('of posts that say the same', () => {
    const identity = (externalId: string) => ({ provider: 'github', externalId });
    async function withCopies(...copies: ReturnType<typeof variant>[]) {
      const pipeline = await openPipeline(await place());
      await importPosts(pipeline, [...complaints(6), ...copies]);
      const shown = async () => {
        const ids: string[] = [];
        for (const { externalId } of copies) {
          const place = await pipeline.store.placeOf(identity(externalId));
          if (place?.signal?.hidden === false && place.original === null) ids.push(externalId);
        }
        return ids;
      };
      const hide = (id: string) => setHidden(pipeline, { post: identity(id) }, true);
      const forgetPost = (name: string) => forget(pipeline, { kind: 'post', name, provider: 'github' });
      return { pipeline, shown, hide, forgetPost };
    }

    test('a rebuild counts the one that is counted today, though an older one is hidden', async () => {
      const { pipeline, shown, hide, forgetPost } = await withCopies(variant('1'), variant('2'), variant('3'));
      await hide('2');
      await forgetPost('1');
      expect(await shown()).toEqual(['3']);

      await rebuild(pipeline);

      expect(await shown()).toEqual(['3']);
    });

    test('a rebuild shows none that repeats a hidden one, though it is older', async () => {
      const { pipeline, shown, hide, forgetPost } = await withCopies(variant('1'), variant('2'), variant('3'));
      await hide('3');
      await hide('1');
      await forgetPost('1');
      expect(await shown()).toEqual([]);

      await rebuild(pipeline);

      expect(await shown()).toEqual([]);
    });

    test('a rebuild hides what it no longer takes for a copy of a hidden one', async () => {
      const { pipeline, shown, hide, forgetPost } = await withCopies(variant('1'), variant('2', 5), variant('3', 70));
      await hide('1');
      await forgetPost('1');

      await rebuild(pipeline);

      expect(await shown()).toEqual([]);
      for (const id of ['2', '3']) expect(await setHidden(pipeline, { post: identity(id) }, false)).toBe('done');
      expect(await shown()).toEqual(['2', '3']);
    });

    test('a rebuild keeps what is hidden and what is shown apart, though they have become copies', async () => {
      const { pipeline, shown, hide, forgetPost } = await withCopies(
        variant('1'),
        { ...variant('2'), createdAt: NOW - 80 * DAY_MS },
        { ...variant('3'), createdAt: NOW - 160 * DAY_MS },
      );
      await hide('1');
      await forgetPost('1');
      expect(await shown()).toEqual(['3']);

      await rebuild(pipeline);

      expect(await shown()).toEqual(['3']);
    });
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
