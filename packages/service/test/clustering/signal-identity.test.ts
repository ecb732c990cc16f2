import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type CurrentCluster, planSignalIdentities } from '../../src/clustering/signal-identity.ts';

const aCluster = (id: string, signalId = id, posts = 1): CurrentCluster => ({
  id,
  postsBySignal: new Map([[signalId, posts]]),
});
const group = (...clusterIds: string[]) => ({ clusterIds, similarity: 0.6, parted: 0.1 });
const known = (publicIds: readonly string[], hiddenIds: readonly string[] = []) => ({
  publicIds: new Set(publicIds),
  hiddenIds: new Set(hiddenIds),
});
const nobody = known([]);

test('the older signal keeps its id and the others answer with it', () => {
  const clusters = ['old', 'young', 'youngest'].map((id) => aCluster(id));

  const plan = planSignalIdentities(clusters, [group('youngest', 'old', 'young')], nobody);

  expect(plan.signals).toEqual([{ id: 'old', clusterIds: ['old', 'young', 'youngest'] }]);
  expect(plan.ended).toEqual([
    { id: 'young', survivorId: 'old' },
    { id: 'youngest', survivorId: 'old' },
  ]);
  expect(plan.moves).toMatchObject([
    { kind: 'merge', fromId: 'young', toId: 'old', clusterIds: ['young'], posts: 1, similarity: 0.6 },
    { kind: 'merge', fromId: 'youngest', toId: 'old', clusterIds: ['youngest'] },
  ]);
});

test('an id that people have seen goes before an older one that nobody has', () => {
  const clusters = [aCluster('unseen'), aCluster('public')];

  const plan = planSignalIdentities(clusters, [group('unseen', 'public')], known(['public']));

  expect(plan.ended).toEqual([{ id: 'unseen', survivorId: 'public' }]);
});

test('a signal that is parted keeps its id where most of its posts are, founding cluster or not', () => {
  const clusters = [
    aCluster('founder', 'founder', 2),
    aCluster('second', 'founder', 3),
    aCluster('third', 'founder', 4),
  ];

  const plan = planSignalIdentities(clusters, [group('founder'), group('third', 'second')], known(['founder']));

  expect(plan.signals.map(({ id }) => id)).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/), 'founder']);
  expect(plan.ended).toEqual([]);
  expect(plan.moves).toMatchObject([{ kind: 'split', fromId: 'founder', clusterIds: ['founder'], similarity: 0.1 }]);
});

test('a hidden signal joins only a group that is mostly hidden, and takes none of others with it', () => {
  const clusters = [aCluster('hidden', 'hidden', 3), aCluster('large', 'large', 9), aCluster('small', 'small', 2)];
  const plan = (...groups: ReturnType<typeof group>[]) =>
    planSignalIdentities(clusters, groups, known(['hidden', 'large', 'small'], ['hidden']));

  const apart = plan(group('hidden', 'large', 'small'));
  const joined = plan(group('hidden', 'small'), group('large'));

  expect(apart.signals).toEqual([
    { id: 'large', clusterIds: ['large', 'small'] },
    { id: 'hidden', clusterIds: ['hidden'] },
  ]);
  expect(apart.moves).toMatchObject([{ kind: 'merge', fromId: 'small', toId: 'large' }]);
  expect(joined.moves).toMatchObject([{ kind: 'merge', fromId: 'small', toId: 'hidden' }]);
});

test('a group cut out of a signal takes the id of its oldest cluster', () => {
  const clusters = [aCluster('founder', 'founder', 9), aCluster('second', 'founder'), aCluster('third', 'founder')];

  const plan = planSignalIdentities(clusters, [group('founder'), group('third', 'second')], known(['founder']));

  expect(plan.moves).toMatchObject([
    { kind: 'split', fromId: 'founder', toId: 'second', clusterIds: ['second', 'third'], posts: 2 },
  ]);
});

test('a group cut out of a signal never takes the id of one that lives elsewhere', () => {
  const clusters = [aCluster('big', 'big', 9), aCluster('hidden', 'big', 2), aCluster('archived', 'big', 2)];

  const plan = planSignalIdentities(
    clusters,
    [group('big'), group('hidden'), group('archived')],
    known(['big', 'archived'], ['hidden']),
  );

  const ids = plan.signals.map(({ id }) => id);
  expect(ids[0]).toBe('big');
  expect(ids).not.toContain('hidden');
  expect(ids).not.toContain('archived');
});

test('clusters that go over to another signal that lives on are moved, and no id ends', () => {
  const clusters = [aCluster('a', 'a', 5), aCluster('b', 'b', 5), aCluster('a2', 'a')];

  const plan = planSignalIdentities(clusters, [group('a'), group('b', 'a2')], known(['a', 'b']));

  expect(plan.ended).toEqual([]);
  expect(plan.moves).toMatchObject([{ kind: 'move', fromId: 'a', toId: 'b', clusterIds: ['a2'] }]);
});

test('a signal whose posts are strewn over many has nobody to answer for it', () => {
  const clusters = [
    {
      id: 'a',
      postsBySignal: new Map([
        ['a', 9],
        ['gone', 2],
      ]),
    },
    {
      id: 'b',
      postsBySignal: new Map([
        ['b', 9],
        ['gone', 2],
      ]),
    },
  ];

  const plan = planSignalIdentities(clusters, [group('a'), group('b')], known(['a', 'b', 'gone']));

  expect(plan.ended).toEqual([{ id: 'gone', survivorId: null }]);
  expect(plan.moves).toEqual([]);
});

test('whatever is regrouped, each group has an id of its own and each signal lives on or has ended', () => {
  const drawn = fc.array(
    fc.record({ signal: fc.nat(5), posts: fc.integer({ min: 1, max: 9 }), group: fc.nat(4), isPublic: fc.boolean() }),
    { minLength: 1, maxLength: 20 },
  );
  fc.assert(
    fc.property(drawn, (rows) => {
      const clusters = rows.map(({ signal, posts }, index) => aCluster(`c${index}`, `c${signal}`, posts));
      const groups = [...Map.groupBy(rows.keys(), (row) => rows[row]?.group)].map(([, members]) =>
        group(...members.map((index) => `c${index}`)),
      );
      const publicIds = new Set(rows.flatMap(({ isPublic, signal }) => (isPublic ? [`c${signal}`] : [])));

      const { signals, ended, moves } = planSignalIdentities(clusters, groups, { publicIds, hiddenIds: new Set() });

      const living = signals.map(({ id }) => id);
      expect(new Set(living).size).toBe(living.length);
      const today = [...new Set(rows.map(({ signal }) => `c${signal}`))].sort();
      const left = [...ended.map(({ id }) => id), ...living.filter((id) => today.includes(id))].sort();
      expect(left).toEqual(today);
      for (const { survivorId } of ended) expect(survivorId === null || living.includes(survivorId)).toBe(true);
      const moved = new Set(moves.flatMap(({ clusterIds }) => clusterIds));
      const stayed = signals.flatMap(({ id, clusterIds }) =>
        clusterIds.filter((cluster) => !moved.has(cluster)).map((cluster) => [cluster, id]),
      );
      for (const [cluster, id] of stayed)
        expect(clusters.find((one) => one.id === cluster)?.postsBySignal.has(id ?? '')).toBe(true);
    }),
  );
});
