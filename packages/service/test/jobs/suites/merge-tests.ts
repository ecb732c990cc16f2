import { expect, test } from 'vitest';
import { importPosts } from '../../../src/jobs/import.ts';
import { rebuild } from '../../../src/jobs/rebuild.ts';
import { refreshSignals } from '../../../src/jobs/refresh/refresh.ts';
import { setHidden } from '../../../src/jobs/removals.ts';
import { undoMerge } from '../../../src/jobs/undo-merge.ts';
import type { NamedMove, Store } from '../../../src/store/index.ts';
import { mergeInto } from '../../support/merge-into.ts';
import { complaints, DAY_MS, NOW } from '../../support/posts.ts';
import {
  assignmentsOf,
  type DatabaseLocation,
  listedSignals,
  openPipeline,
  type TestPipeline,
} from '../../support/test-pipeline.ts';

const DOCKER = 'Docker layer cache invalidated';
const TOKENS = 'Refresh tokens lost after redirect';
const ICONS = 'Dark theme hides toolbar icons';

async function movesOf(store: Store): Promise<NamedMove[]> {
  const moves: NamedMove[] = [];
  for await (const move of store.mergeLog.newestFirst()) moves.push(move);
  return moves;
}

/** What merges and splits do to the signals, the same on both databases; `place` gives each test an empty one. */
export function testMerges(place: () => Promise<DatabaseLocation>): void {
  const night = async (pipeline: TestPipeline, days: number) => {
    pipeline.clock.at = NOW + days * DAY_MS;
    await refreshSignals(pipeline);
  };
  const answering = async (store: Store, id: string) => (await store.signals.find(id))?.id ?? null;

  /** A topic that comes back after so long a silence that it starts anew, and is then found to be the same. */
  async function withMerge() {
    const pipeline = await openPipeline(await place());
    await importPosts(pipeline, complaints(4, { title: DOCKER, daysAgo: 200 }));
    const old = (await assignmentsOf(pipeline.store))[0]?.painSignalId ?? '';
    await importPosts(pipeline, complaints(3, { title: DOCKER, provider: 'gitlab' }));
    const [merge] = await movesOf(pipeline.store);
    return { ...pipeline, old, young: merge?.fromId ?? '', merge: merge?.id ?? 0 };
  }

  /** Two signals that a night has taken for one, though they have nothing in common, and the next night parts. */
  async function withSplit() {
    const pipeline = await openPipeline(await place());
    await importPosts(pipeline, [...complaints(5, { title: DOCKER }), ...complaints(3, { title: TOKENS })]);
    const [docker = '', tokens = ''] = (await listedSignals(pipeline.store))
      .toSorted((one, other) => other.volume - one.volume)
      .map(({ id }) => id);
    await mergeInto(pipeline.store, tokens, [docker, tokens], [docker]);
    await night(pipeline, 1);
    return { ...pipeline, docker, tokens };
  }

  test('a merge is logged with what it joined, and the id that ended answers with the survivor', async () => {
    const { store, old, young } = await withMerge();

    expect(await movesOf(store)).toMatchObject([
      { kind: 'merge', fromId: young, toId: old, posts: 3, toTopic: expect.stringContaining('Docker'), undoneAt: null },
    ]);
    expect((await movesOf(store))[0]?.similarity).toBeGreaterThan(0.34);
    expect(await store.signals.find(young)).toMatchObject({ id: old, volume: 7 });
  });

  test('posts that share some words are closer in one repository than in two', async () => {
    const countSignals = async (other: string) => {
      const pipeline = await openPipeline(await place());
      await importPosts(pipeline, [
        ...[DOCKER, TOKENS, ICONS, 'Export hangs on large tables'].flatMap((title) => complaints(4, { title })),
        ...complaints(4, { title: 'Export button hangs in dark mode', repository: other }),
      ]);
      await night(pipeline, 1);
      return new Set((await assignmentsOf(pipeline.store)).map(({ painSignalId }) => painSignalId)).size;
    };
    expect([await countSignals('acme/widget'), await countSignals('other/gadget')]).toEqual([3, 4]);
  });

  test('an undone merge gives both ids back, and the nights leave it so', async () => {
    const { store, old, young, merge, ...rest } = await withMerge();

    expect(await undoMerge({ store, ...rest }, merge)).toMatchObject({ outcome: 'undone' });

    expect(await store.signals.find(young)).toMatchObject({ id: young, state: 'active', volume: 3 });
    expect(await store.signals.find(old)).toMatchObject({ id: old, state: 'dormant', volume: 4 });
    const topics = (await listedSignals(store)).map(({ topic }) => topic);
    expect(new Set(topics).size).toBe(2);
    for (const days of [1, 2, 3]) await night({ store, ...rest }, days);
    expect(await answering(store, young)).toBe(young);
    expect(await movesOf(store)).toMatchObject([{ id: merge, undoneAt: NOW }]);
  });

  test('what a hidden signal contains stays hidden when a merge into it is undone', async () => {
    const { store, old, merge, ...rest } = await withMerge();
    await setHidden({ store, ...rest }, { signalId: old }, true);

    await undoMerge({ store, ...rest }, merge);

    expect(await listedSignals(store)).toEqual([]);
  });

  test('a hidden signal that was merged and shown again stays shown when the merge is undone', async () => {
    const pipeline = await openPipeline(await place());
    await importPosts(pipeline, complaints(3, { title: DOCKER, daysAgo: 200 }));
    const old = (await listedSignals(pipeline.store))[0]?.id ?? '';
    await setHidden(pipeline, { signalId: old }, true);
    await importPosts(pipeline, complaints(5, { title: DOCKER, provider: 'gitlab' }));
    const young = (await listedSignals(pipeline.store))[0]?.id ?? '';
    await setHidden(pipeline, { signalId: young }, true);
    await setHidden(pipeline, { signalId: old }, false);
    await rebuild(pipeline);
    expect(await listedSignals(pipeline.store)).toEqual([]);

    expect(await setHidden(pipeline, { signalId: young }, false)).toBe('done');
    expect(await undoMerge(pipeline, 1)).toMatchObject({ outcome: 'undone' });

    const shown = await listedSignals(pipeline.store);
    expect(shown.map(({ id, volume }) => [id, volume]).toSorted()).toEqual(
      [
        [old, 3],
        [young, 5],
      ].toSorted(),
    );
  });

  test('hidden signals that were merged and shown again stay shown when a night splits them', async () => {
    const pipeline = await openPipeline(await place());
    await importPosts(pipeline, [...complaints(5, { title: DOCKER }), ...complaints(3, { title: TOKENS })]);
    const [docker = '', tokens = ''] = (await listedSignals(pipeline.store))
      .toSorted((one, other) => other.volume - one.volume)
      .map(({ id }) => id);
    await setHidden(pipeline, { signalId: tokens }, true);
    await mergeInto(pipeline.store, docker, [docker, tokens], [tokens]);
    await setHidden(pipeline, { signalId: docker }, false);

    await night(pipeline, 1);

    expect((await listedSignals(pipeline.store)).map(({ volume }) => volume).toSorted()).toEqual([3, 5]);
  });

  test('a hidden signal hides no larger one that is about the same', async () => {
    const pipeline = await openPipeline(await place());
    await importPosts(pipeline, complaints(3, { title: DOCKER, daysAgo: 200 }));
    const [old] = await listedSignals(pipeline.store);
    await setHidden(pipeline, { signalId: old?.id ?? '' }, true);

    await importPosts(pipeline, complaints(4, { title: DOCKER, provider: 'gitlab' }));
    await rebuild(pipeline);

    expect(await listedSignals(pipeline.store)).toMatchObject([{ volume: 4 }]);
    expect(await answering(pipeline.store, old?.id ?? '')).toBeNull();
  });

  test('a hidden part too small to be listed hides nothing in a rebuild, and can be shown', async () => {
    const pipeline = await openPipeline(await place());
    await importPosts(pipeline, [...complaints(5, { title: DOCKER }), ...complaints(2, { title: TOKENS })]);
    const placed = await assignmentsOf(pipeline.store);
    const [docker, tokens] = [placed[0]?.painSignalId ?? '', placed[5]?.painSignalId ?? ''];
    await mergeInto(pipeline.store, docker, [docker, tokens], [tokens]);
    await setHidden(pipeline, { signalId: docker }, true);
    await rebuild(pipeline);
    pipeline.clock.at = NOW + 120 * DAY_MS;
    await importPosts(pipeline, complaints(10, { title: TOKENS, provider: 'gitlab', daysAgo: -110 }));

    await rebuild(pipeline);

    expect(await listedSignals(pipeline.store)).toMatchObject([{ volume: 10 }]);
    expect(await setHidden(pipeline, { signalId: tokens }, false)).toBe('done');
    await rebuild(pipeline);
    expect(await listedSignals(pipeline.store)).toMatchObject([{ volume: 12 }]);
  });

  test('a signal that people have seen stays public, however few posts an undone merge leaves it', async () => {
    const pipeline = await openPipeline(await place());
    await importPosts(pipeline, [
      ...complaints(2, { title: DOCKER, daysAgo: 200 }),
      ...complaints(2, { title: DOCKER, provider: 'gitlab' }),
    ]);
    const [signal] = await listedSignals(pipeline.store);

    await undoMerge(pipeline, 1);

    expect(signal).toMatchObject({ state: 'active', volume: 4 });
    expect(await listedSignals(pipeline.store)).toMatchObject([{ id: signal?.id, state: 'dormant', volume: 2 }]);
  });

  test('history is never rewritten, whatever is merged and undone', async () => {
    const { store, old, merge, ...rest } = await withMerge();
    const historyOf = () => store.snapshots.history(old, '2025-01-01');
    const before = await historyOf();

    rest.clock.at = NOW + DAY_MS;
    await undoMerge({ store, ...rest }, merge);

    expect(before).toMatchObject([{ date: '2026-03-01', volume: 7 }]);
    expect(await historyOf()).toMatchObject([...before, { date: '2026-03-02', volume: 4 }]);
  });

  test('a signal whose clusters mean different things is parted, its id staying where most posts are', async () => {
    const { store, docker, tokens } = await withSplit();

    const [split] = await movesOf(store);
    expect(split).toMatchObject({ kind: 'split', fromId: tokens, posts: 3, undoneAt: null });
    expect(split?.similarity).toBeLessThan(0.19);
    expect(await store.signals.find(tokens)).toMatchObject({ id: tokens, volume: 5 });
    expect(await store.signals.find(split?.toId ?? '')).toMatchObject({ volume: 3 });
    expect(await answering(store, docker)).toBe(tokens);
    expect(new Set((await listedSignals(store)).map(({ topic }) => topic)).size).toBe(2);
  });

  test('a signal that nobody wrote about for a year is left as it is', async () => {
    const pipeline = await openPipeline(await place());
    const old = [DOCKER, TOKENS].flatMap((title) => complaints(3, { title, daysAgo: 300 }));
    await importPosts(pipeline, [...old, ...complaints(3, { title: ICONS })]);
    const idOf = async (title: string) =>
      (await assignmentsOf(pipeline.store)).find(({ externalId }) => externalId === `${title} 0`)?.painSignalId ?? '';
    const [docker, tokens] = [await idOf(DOCKER), await idOf(TOKENS)];
    await mergeInto(pipeline.store, tokens, [docker, tokens], [docker]);

    await night(pipeline, 80);
    expect(await idOf(DOCKER)).toBe(tokens);
    expect(await movesOf(pipeline.store)).toHaveLength(1);
  });

  test('an undone split puts the posts back, and the nights leave them there', async () => {
    const { store, tokens, ...rest } = await withSplit();
    const [split] = await movesOf(store);

    expect(await undoMerge({ store, ...rest }, split?.id ?? 0)).toMatchObject({ outcome: 'undone' });
    for (const days of [2, 3]) await night({ store, ...rest }, days);

    expect(await listedSignals(store)).toMatchObject([{ id: tokens, volume: 8 }]);
    expect(await answering(store, split?.toId ?? '')).toBe(tokens);
  });

  test.each(['part that was split off', 'rest'])(
    'undoing a split neither hides nor publishes: the %s is hidden',
    async (which) => {
      const { store, tokens, ...rest } = await withSplit();
      const [split] = await movesOf(store);
      const hiddenId = which === 'rest' ? tokens : (split?.toId ?? '');
      await setHidden({ store, ...rest }, { signalId: hiddenId }, true);
      const shown = await listedSignals(store);

      expect(await undoMerge({ store, ...rest }, split?.id ?? 0)).toMatchObject({ outcome: 'half hidden', hiddenId });
      expect(shown).toHaveLength(1);
      expect(await listedSignals(store)).toEqual(shown);

      await setHidden({ store, ...rest }, { signalId: hiddenId }, false);
      expect(await undoMerge({ store, ...rest }, split?.id ?? 0)).toMatchObject({ outcome: 'undone' });
      expect(await listedSignals(store)).toMatchObject([{ id: tokens, volume: 8 }]);
    },
  );

  test('a split is not undone into a hidden signal that another one has taken in since', async () => {
    const { store, docker, tokens, ...rest } = await withSplit();
    const [split] = await movesOf(store);
    await importPosts({ store, ...rest }, complaints(9, { title: ICONS }));
    const icons = (await listedSignals(store)).find(({ volume }) => volume === 9)?.id ?? '';
    await setHidden({ store, ...rest }, { signalId: tokens }, true);
    await mergeInto(store, icons, [docker, icons], [tokens], [docker]);
    const [merge] = await movesOf(store);
    const shown = await listedSignals(store);

    expect(await undoMerge({ store, ...rest }, split?.id ?? 0)).toEqual({ outcome: 'blocked', by: [merge?.id] });
    expect(shown).toMatchObject([{ id: split?.toId, volume: 3 }]);
    expect(await listedSignals(store)).toEqual(shown);
  });

  test('undoing a split of hidden signals leaves them hidden', async () => {
    const { store, tokens, ...rest } = await withSplit();
    const [split] = await movesOf(store);
    for (const signalId of [tokens, split?.toId ?? '']) await setHidden({ store, ...rest }, { signalId }, true);

    expect(await undoMerge({ store, ...rest }, split?.id ?? 0)).toMatchObject({ outcome: 'undone' });
    expect(await listedSignals(store)).toEqual([]);
  });

  test('the nights after a merge and a split leave the signals as they are', async () => {
    const { store, ...rest } = await withSplit();
    const before = [await assignmentsOf(store), await movesOf(store)];

    for (const days of [2, 3, 4]) await night({ store, ...rest }, days);

    expect([await assignmentsOf(store), await movesOf(store)]).toEqual(before);
  });

  test('what is unknown, undone already or rested upon by later changes is not undone', async () => {
    const pipeline = await openPipeline(await place());
    await importPosts(
      pipeline,
      [DOCKER, TOKENS, ICONS].flatMap((title) => complaints(3, { title })),
    );
    const [docker = '', tokens = '', icons = ''] = (await listedSignals(pipeline.store)).map(({ id }) => id);
    await mergeInto(pipeline.store, tokens, [docker, tokens], [docker]);
    await mergeInto(pipeline.store, icons, [docker, tokens, icons], [tokens], [docker, tokens]);

    expect(await undoMerge(pipeline, 99)).toEqual({ outcome: 'unknown' });
    expect(await undoMerge(pipeline, 1)).toEqual({ outcome: 'blocked', by: [2] });
    expect(await undoMerge(pipeline, 2)).toMatchObject({ outcome: 'undone' });
    expect(await answering(pipeline.store, docker)).toBe(tokens);
    expect(await undoMerge(pipeline, 2)).toEqual({ outcome: 'undone already', at: NOW });
    expect(await undoMerge(pipeline, 1)).toMatchObject({ outcome: 'undone' });
    expect((await listedSignals(pipeline.store)).map(({ id, volume }) => [id, volume]).toSorted()).toEqual(
      [docker, tokens, icons].map((id) => [id, 3]).toSorted(),
    );
  });
}
