import { expect, test } from 'vitest';
import { groupByWords } from '../../bench/topics/group-by-words.ts';

const aCluster = (words: string, documents = 1) => ({
  id: words,
  terms: words.split(' ').map((word) => [word, 0.4] as [string, number]),
  documents,
  lastAt: 0,
});

const CLUSTERS = [
  aCluster('docker layer cache', 4),
  aCluster('docker image push', 4),
  aCluster('login token expired', 4),
  aCluster('token refresh session', 4),
  aCluster('session expired'),
];

test('what was put with strangers goes where its words are used', () => {
  expect([...groupByWords(CLUSTERS, Int32Array.of(0, 0, 1, 1, 0), 2)]).toEqual([0, 0, 1, 1, 1]);
});

test('the last of a group stays, so that there are as many groups as before', () => {
  expect([...groupByWords(CLUSTERS, Int32Array.of(0, 0, 1, 1, 2), 3)]).toEqual([0, 0, 1, 1, 2]);
});
