import { expect, test } from 'vitest';
import { clusterCoherences } from '../../src/clustering/cluster-coherence.ts';
import type { SignalCluster } from '../../src/model/cluster.ts';
import { rowsOf } from './support/cluster-posts.ts';

const aCluster = (words: string, documents = 1): SignalCluster => ({
  id: words,
  signalId: 's',
  documents,
  lastAt: 0,
  terms: words.split(' ').map((word) => [word, 1]),
});

/** Of clusters that are all in one group unless said. */
function coherencesOf(clusters: readonly SignalCluster[], groups = clusters.map(() => 0)): number[] {
  const rows = rowsOf(clusters, { documents: 0, documentFrequencies: new Map() });
  return [...clusterCoherences(rows.rows(), Int32Array.from(groups), rows.documents)];
}

const rounded = (shares: readonly number[]) => shares.map((share) => Math.round(share * 100) / 100);

test('a cluster has as much in common with its group as the words of its posts with theirs', () => {
  expect(rounded(coherencesOf([aCluster('a b'), aCluster('b a')]))).toEqual([1, 1]);
  expect(rounded(coherencesOf([aCluster('a b'), aCluster('b c')]))).toEqual([0.5, 0.5]);
  expect(rounded(coherencesOf([aCluster('a b'), aCluster('c d')]))).toEqual([0, 0]);
});

test('each post counts, and posts of one cluster are as alike as it takes to join it', () => {
  expect(rounded(coherencesOf([aCluster('a b', 3)]))).toEqual([0.65]);
  expect(rounded(coherencesOf([aCluster('a b', 3), aCluster('c d')]))).toEqual([0.43, 0]);
});

test('only the own group counts, and a post that is alone is in agreement with itself', () => {
  expect(rounded(coherencesOf([aCluster('a b'), aCluster('a b'), aCluster('a c')], [0, 1, 1]))).toEqual([1, 0.5, 0.5]);
});
