import { expect, test } from 'vitest';
import { clusterCoherences, partStrangers } from '../../src/clustering/cluster-coherence.ts';
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

/** Which clusters share a group after strangers left it, by their words. */
function groupsWithoutStrangers(
  clusters: readonly SignalCluster[],
  { before = clusters.map((_, row) => row), together = clusters.map((_, row) => row) } = {},
): string[][] {
  const rows = rowsOf(clusters, { documents: 0, documentFrequencies: new Map() });
  const groups = partStrangers({
    rows: rows.rows(),
    groups: new Int32Array(clusters.length),
    before: Int32Array.from(before),
    documents: rows.documents,
    together: Int32Array.from(together),
  });
  return [...Map.groupBy(groups.keys(), (row) => groups[row]).values()].map((own) =>
    own.map((row) => clusters[row]?.id ?? ''),
  );
}

/** Eight posts that have half of their words in common, and one that shares a word of fourteen with them. */
const ALIKE = Array.from({ length: 8 }, (_, row) => aCluster(`x y own${row} more${row}`));
const STRANGER = aCluster(`x ${Array.from({ length: 13 }, (_, word) => `other${word}`).join(' ')}`);
const WORDS = ALIKE.map(({ id }) => id);

test('a post that has far less in common with its group than the others leaves it', () => {
  expect(groupsWithoutStrangers([...ALIKE, STRANGER])).toEqual([WORDS, [STRANGER.id]]);
});

test('where posts are loosely alike, or very alike, all of them stay', () => {
  const loose = Array.from({ length: 6 }, (_, row) =>
    aCluster(
      `x ${'abcdefgh'
        .split('')
        .map((word) => word + row)
        .join(' ')}`,
    ),
  );
  const tight = [...Array.from({ length: 6 }, (_, row) => aCluster(`a b c d own${row}`)), aCluster('a b x y z')];
  expect(groupsWithoutStrangers(loose)).toHaveLength(1);
  expect(groupsWithoutStrangers(tight)).toHaveLength(1);
});

test('an operator who put a post where it is keeps it there', () => {
  const together = [...ALIKE.keys(), 0];
  expect(groupsWithoutStrangers([...ALIKE, STRANGER], { together })).toHaveLength(1);
});

test('a post that just fits no longer stays where it was, and does not come in', () => {
  const border = aCluster(`x y ${Array.from({ length: 26 }, (_, word) => `other${word}`).join(' ')}`);
  expect(groupsWithoutStrangers([...ALIKE, border], { before: ALIKE.map(() => 0).concat(0) })).toHaveLength(1);
  expect(groupsWithoutStrangers([...ALIKE, border])).toHaveLength(2);
});
