import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type ConsolidationInput, consolidate } from '../../src/clustering/consolidate.ts';
import type { SignalCluster } from '../../src/model/cluster.ts';
import { saysWhichPain } from '../../src/naming/index.ts';
import { rowsOf } from './support/cluster-posts.ts';

/** A cluster whose posts all hold these words. */
function aCluster(id: string, words: string, changes: Partial<SignalCluster> = {}): SignalCluster {
  return { id, signalId: id, terms: words.split(' ').map((word) => [word, 2]), documents: 4, lastAt: 0, ...changes };
}

function frequenciesOf(clusters: readonly SignalCluster[]): Map<string, number> {
  const frequencies = new Map<string, number>();
  for (const { terms, documents } of clusters) {
    for (const [term] of terms) frequencies.set(term, (frequencies.get(term) ?? 0) + documents);
  }
  return frequencies;
}

const consolidateAll = (clusters: readonly SignalCluster[], options: Partial<ConsolidationInput> = {}) =>
  consolidate({
    saysPain: saysWhichPain,
    clusters: rowsOf(clusters, {
      documentFrequencies: frequenciesOf(clusters),
      documents: clusters.reduce((sum, { documents }) => sum + documents, 100),
    }),
    ...options,
  }).merges;

const groups = (clusters: readonly SignalCluster[], options: Partial<ConsolidationInput> = {}) =>
  consolidateAll(clusters, options)
    .map(({ clusterIds }) => clusterIds.toSorted())
    .toSorted();

const words = fc.uniqueArray(fc.constantFrom(...'abcdefghijklmnop'), { minLength: 1, maxLength: 8 });
const anyClusters = fc
  .array(fc.record({ words, documents: fc.integer({ min: 1, max: 30 }) }), { minLength: 2, maxLength: 25 })
  .map((drawn) => drawn.map(({ words, documents }, index) => aCluster(`c${index}`, words.join(' '), { documents })));

const DOCKER = [
  aCluster('d1', 'docker layer cache rebuild push image'),
  aCluster('d2', 'docker layer cache rebuild runner cold'),
  aCluster('d3', 'docker layer cache rebuild copy step'),
];
const LOGIN = [
  aCluster('l1', 'oauth refresh token redirect session lost'),
  aCluster('l2', 'oauth refresh token redirect logout hour'),
];
const OTHERS = [
  aCluster('o1', 'migration lock table column postgres timeout'),
  aCluster('o2', 'webhook signature retry twice delivery order'),
];

describe('consolidation', () => {
  test('joins clusters that tell the same and leaves the others', () => {
    expect(groups([...DOCKER, ...LOGIN, ...OTHERS])).toEqual([
      ['d1', 'd2', 'd3'],
      ['l1', 'l2'],
    ]);
  });

  test('says how alike they are', () => {
    for (const { similarity } of consolidateAll([...DOCKER, ...LOGIN, ...OTHERS])) {
      expect(similarity).toBeGreaterThan(0.3);
      expect(similarity).toBeLessThanOrEqual(1);
    }
  });

  test('lists only what differs from today', () => {
    const joined = DOCKER.map((cluster) => ({ ...cluster, signalId: 'd1' }));
    expect(groups([...joined, ...LOGIN, ...OTHERS])).toEqual([['l1', 'l2']]);
  });

  test('takes a cluster out of a signal in which it has no place', () => {
    const clusters = [
      ...DOCKER.map((cluster) => ({ ...cluster, signalId: 'd1' })),
      aCluster('o1', 'migration lock table', { signalId: 'd1' }),
    ];
    expect(groups(clusters)).toEqual([['d1', 'd2', 'd3'], ['o1']]);
  });

  test('clusters without a word in common are not joined', () => {
    const some = [aCluster('a', 'docker login fails behind proxy'), aCluster('b', 'volume mount slow macos')];
    expect(groups([...some, ...OTHERS])).toEqual([]);
  });

  test('nothing and one cluster are left as they are', () => {
    expect(consolidateAll([])).toEqual([]);
    expect(consolidateAll([aCluster('a', 'docker')])).toEqual([]);
    expect(consolidateAll([aCluster('a', 'x', { terms: [] }), aCluster('b', 'x', { terms: [] })])).toEqual([]);
  });

  test('gives the same each time, and nothing when its groups are the signals of today', () => {
    fc.assert(
      fc.property(anyClusters, (clusters) => {
        const merges = groups(clusters);
        expect(groups(clusters)).toEqual(merges);
        const signalOf = new Map(merges.flatMap((ids) => ids.map((id) => [id, ids[0] ?? id] as const)));
        const after = clusters.map((cluster) => ({ ...cluster, signalId: signalOf.get(cluster.id) ?? cluster.id }));
        expect(consolidateAll(after)).toEqual([]);
      }),
      { numRuns: 200 },
    );
  });
});

describe('what an operator has decided', () => {
  test('a signal that is to be left alone is merged with none, and the others with each other', () => {
    const merged = groups([...DOCKER, ...LOGIN, ...OTHERS], { decisions: { alone: ['d2'], together: [] } });
    expect(merged).toEqual([
      ['d1', 'd3'],
      ['l1', 'l2'],
    ]);
  });

  test('clusters that are to stay together do, however little they have in common', () => {
    const decisions = { alone: [], together: [['l2', 'o1', 'gone']] };
    const merged = groups([...DOCKER, ...LOGIN, ...OTHERS], { decisions });
    expect(merged.find((group) => group.includes('o1'))).toContain('l2');
  });
});
