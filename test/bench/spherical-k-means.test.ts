import { expect, test } from 'vitest';
import { seededRandom } from '../../bench/topics/seeded-random.ts';
import { partition } from '../../bench/topics/spherical-k-means.ts';

const TOPICS = 12;
const DIMENSIONS = 20;
const ITEMS = 240;

/** Vectors around twelve directions, the first topics larger than the last. */
function scattered(random: () => number) {
  const draw = () => Float64Array.from({ length: DIMENSIONS }, () => random() + random() + random() - 1.5);
  const centres = Array.from({ length: TOPICS }, draw);
  const topics = Array.from({ length: ITEMS }, (_, item) => Math.floor(TOPICS * (item / ITEMS) ** 1.5));
  const vectors = topics.map((topic) => {
    const noise = draw();
    const vector = noise.map((value, index) => 0.3 * value + (centres[topic]?.[index] ?? 0));
    const length = Math.hypot(...vector);
    return vector.map((value) => value / length);
  });
  return { topics, items: { vectors, weights: topics.map(() => 1) } };
}

test('finds the topics from whatever start', () => {
  const { topics, items } = scattered(seededRandom(7));
  for (const seed of [1, 2, 3]) {
    const groups = partition(items, TOPICS, seededRandom(seed));
    expect(new Set(topics.map((topic, item) => `${topic} ${groups[item]}`)).size).toBe(TOPICS);
  }
});

test('leaves no group empty, even of things that are all the same', () => {
  const items = { vectors: Array.from({ length: 5 }, () => Float64Array.of(1, 0)), weights: [1, 1, 1, 1, 1] };
  expect(new Set(partition(items, 3, seededRandom(1))).size).toBe(3);
});
