import { expect, test } from 'vitest';
import { Centroid } from '../../src/clustering/centroid.ts';
import { ClusterIndex } from '../../src/clustering/cluster-index.ts';

const COMMON = 0;
const CLUSTERS = 20_000;
const idf = new Float64Array(CLUSTERS + 1).fill(5);
idf[COMMON] = 1;

/** Many clusters, each with a term of its own and one that all have. */
function aFullIndex(order: (ids: number[]) => number[] = (ids) => ids): ClusterIndex {
  const index = new ClusterIndex();
  for (const id of order(Array.from({ length: CLUSTERS }, (_, number) => number + 1)))
    index.add(new Centroid(`cluster ${id}`, id, 2), [COMMON, id]);
  return index;
}

test('a post is compared with a bounded number of clusters, however many share its words', () => {
  expect(
    aFullIndex()
      .candidates([7, COMMON], idf)
      .map(({ id }) => id),
  ).toEqual(['cluster 7']);
  expect(aFullIndex().candidates([COMMON], idf)).toHaveLength(1_000);
});

test('which ones does not hang on the order in which they were indexed', () => {
  const idsOf = (index: ClusterIndex) => index.candidates([COMMON], idf).map(({ id }) => id);

  expect(idsOf(aFullIndex((ids) => ids.toReversed()))).toEqual(idsOf(aFullIndex()));
  expect(idsOf(aFullIndex())[0]).toBe(`cluster ${CLUSTERS}`);
});
