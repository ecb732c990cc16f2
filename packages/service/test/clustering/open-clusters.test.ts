import { expect, test } from 'vitest';
import { OpenClusters, type PostVector } from '../../src/clustering/open-clusters.ts';
import { Vocabulary } from '../../src/clustering/vocabulary.ts';

const CLUSTERS = 30_000;

/** Many clusters, each with a term of its own and one that all have. */
function openMany(): { clusters: OpenClusters; postOf: (...words: string[]) => PostVector } {
  const vocabulary = new Vocabulary(CLUSTERS, [['common', CLUSTERS]]);
  const clusters = new OpenClusters(vocabulary);
  for (let number = 0; number < CLUSTERS; number += 1)
    clusters.read({ ...aCluster(`c${number}`, number), terms: Object.entries({ [`own${number}`]: 1, common: 1 }) });
  const postOf = (...words: string[]) => {
    const terms = words.map((word) => vocabulary.idOf(word));
    return { terms, parts: terms.map(() => 1), unit: terms.map(() => terms.length ** -0.5) };
  };
  return { clusters, postOf };
}

const aCluster = (id: string, lastAt: number) => ({ id, signalId: id, documents: 1, lastAt });

test('a post is compared with those that share its rare words, not with thousands that share a common one', () => {
  const { clusters, postOf } = openMany();
  clusters.compare(postOf('common', 'own7'), 0);
  expect(Array.from(clusters.found.values.subarray(0, clusters.found.size), (slot) => clusters.ids[slot])).toEqual([
    'c7',
  ]);
  expect(clusters.similarities[7]).toBeGreaterThan(0.5);
});

test('a post that has nothing but a common word is compared with all that have it', () => {
  const { clusters, postOf } = openMany();
  clusters.compare(postOf('common'), 0);
  expect(clusters.found.size).toBe(CLUSTERS);
});

test('clusters that took no post since a time, or were closed, are not found', () => {
  const { clusters, postOf } = openMany();
  clusters.compare(postOf('common'), CLUSTERS - 10);
  expect(clusters.found.size).toBe(10);
  clusters.forgetComparison();
  for (const slot of [0, 7, CLUSTERS - 1]) clusters.close(slot);
  clusters.compare(postOf('common'), 0);
  expect(clusters.found.size).toBe(CLUSTERS - 3);
  expect(Array.from(clusters.slots())).toHaveLength(CLUSTERS - 3);
});

test('a slot that was closed serves another cluster, without the words of the first', () => {
  const { clusters, postOf } = openMany();
  clusters.close(7);
  const slot = clusters.read({ ...aCluster('again', 5), terms: [['own8', 2]] });
  expect(slot).toBe(7);
  clusters.compare(postOf('own7'), 0);
  expect(clusters.found.size).toBe(0);
  clusters.compare(postOf('own8'), 0);
  expect(clusters.found.size).toBe(2);
  expect(clusters.write(slot)).toEqual({ ...aCluster('again', 5), terms: [['own8', 2]] });
});

test.each([
  [144, 144],
  [145, 96],
])('a cluster of %i terms keeps %i, the heaviest', (terms, kept) => {
  const vocabulary = new Vocabulary();
  const clusters = new OpenClusters(vocabulary);
  const numbers = Array.from({ length: terms }, (_, number) => vocabulary.idOf(`word ${number}`));
  const slot = clusters.open('c', 's', 0);
  clusters.add(slot, { terms: numbers, parts: numbers.map((number) => number + 1), unit: numbers }, 0);
  const left = clusters.write(slot).terms.map(([term]) => term);
  expect(left).toHaveLength(kept);
  expect(left).toContain(`word ${terms - kept}`);
});
