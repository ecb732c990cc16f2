import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { groupIntoNumber } from '../../bench/topics/fixed-number-groups.ts';
import type { SignalCluster } from '../../packages/service/src/model/cluster.ts';

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

const groups = (clusters: readonly SignalCluster[], count: number): string[][] =>
  groupIntoNumber(
    {
      clusters,
      documentFrequencies: frequenciesOf(clusters),
      documents: clusters.reduce((sum, { documents }) => sum + documents, 100),
    },
    count,
  )
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

describe('a given number of groups', () => {
  test('are the tightest of that number', () => {
    expect(groups([...DOCKER, ...LOGIN], 2)).toEqual([
      ['d1', 'd2', 'd3'],
      ['l1', 'l2'],
    ]);
    expect(groups([...DOCKER, ...LOGIN], 1)).toEqual([['d1', 'd2', 'd3', 'l1', 'l2']]);
    expect(groups([...DOCKER, ...LOGIN], 9)).toHaveLength(5);
  });

  test('are exactly that many of any clusters, and the same whatever their order', () => {
    fc.assert(
      fc.property(anyClusters, fc.integer({ min: 1, max: 25 }), (clusters, count) => {
        const made = groups(clusters, count);
        expect(made).toHaveLength(Math.min(count, clusters.length));
        expect(groups(clusters.toReversed(), count)).toEqual(made);
      }),
      { numRuns: 30 },
    );
  });
});
