import { expect, test } from 'vitest';
import { neighboursFor } from '../../src/clustering/consolidate.ts';
import { nearestRows, RowBuilder } from '../../src/clustering/nearest-rows.ts';
import { Vocabulary } from '../../src/clustering/vocabulary.ts';

/** Two rows of unit length with this cosine. */
function rowsAt(cosine: number) {
  const builder = new RowBuilder();
  builder.add([0], [1], 2);
  builder.add([0, 1], [cosine, Math.sqrt(1 - cosine ** 2)], 2);
  return builder.build(2);
}

test.each([
  [0.055, [1, 0]],
  [0.045, [-1, -1]],
])('rows at a cosine of %f have as neighbours %j', (cosine, neighbours) => {
  expect([...nearestRows(rowsAt(cosine), 1).rows]).toEqual(neighbours);
});

test('rows of two repositories are less alike than rows of one, or of unknown ones', () => {
  const similarity = (repositories: readonly number[]) => nearestRows(rowsAt(0.5), 1, repositories).similarities[0];
  expect([similarity([3, 3]), similarity([-1, 3]), similarity([])]).toEqual([0.5, 0.5, 0.5]);
  expect(similarity([2, 3])).toBeCloseTo(0.25);
});

test.each([
  [100, 5],
  [484, 6],
  [2_500, 13],
  [50_000, 56],
  [60_000, 60],
  [10_000_000, 60],
])('of %i posts each cluster has %i neighbours', (posts, neighbours) => {
  expect(neighboursFor(posts)).toBe(neighbours);
});

test('a term of every document still counts, next to nothing', () => {
  const { weights } = new Vocabulary(1_000, [
    ['everywhere', 1_000_000],
    ['rare', 1],
  ]);
  expect(weights[0]).toBeCloseTo(0.01 ** 0.7, 10);
  expect(weights[1]).toBeGreaterThan(3);
});
