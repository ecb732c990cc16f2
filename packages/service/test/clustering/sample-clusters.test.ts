import { beforeAll, describe, expect, test } from 'vitest';
import { labelledPosts } from '../../src/sources/sample/stream.ts';
import { type ClusteredPosts, clusterPosts, consolidateClusters } from './support/cluster-posts.ts';
import { measureClustering } from './support/clustering-measures.ts';

const FIRST_DAY = '2026-03-01';
const LAST_DAY = '2026-07-28';
const posts = [...labelledPosts(FIRST_DAY, LAST_DAY)];

/** Labels of the posts that tell a pain: the truth, and the signal they landed in. */
function compare(clustered: ClusteredPosts, signalOf: ReadonlyMap<string, string>) {
  const told = posts.flatMap(({ painId }, index) => {
    const clusterId = clustered.clusterIds[index] ?? `none ${index}`;
    return painId === null ? [] : [{ truth: painId, signal: signalOf.get(clusterId) ?? clusterId }];
  });
  return { truth: told.map(({ truth }) => truth), signals: told.map(({ signal }) => signal) };
}

/** The signals with the most strangers, in words. */
function worstSignals(truth: readonly string[], signals: readonly string[]): string {
  const members = Map.groupBy(truth.keys(), (index) => signals[index] ?? '');
  const mixed = Array.from(members.values(), (indices) => {
    const counts = [...Map.groupBy(indices, (index) => truth[index] ?? '')].map(([pain, same]) => ({
      pain,
      count: same.length,
    }));
    const [first, ...strangers] = counts.sort((one, other) => other.count - one.count);
    const strange = strangers.reduce((sum, { count }) => sum + count, 0);
    return { strange, line: [first, ...strangers].map((pain) => `${pain?.count} ${pain?.pain}`).join(' + ') };
  });
  return mixed
    .sort((one, other) => other.strange - one.strange)
    .slice(0, 5)
    .map(({ line }) => `  ${line}`)
    .join('\n');
}

describe('the sample stream, clustered as it comes and then consolidated', () => {
  let clustered: ClusteredPosts;
  let signalOf: Map<string, string>;
  let mergesAgain: { clusterIds: string[] }[];
  let signalAfterMore: Map<string, string>;
  beforeAll(() => {
    clustered = clusterPosts(posts);
    ({ signalOf } = consolidateClusters(clustered));
    ({ merges: mergesAgain } = consolidateClusters(clustered, signalOf));
    const next = clusterPosts(labelledPosts('2026-07-29', '2026-07-30'), clustered);
    ({ signalOf: signalAfterMore } = consolidateClusters(next, signalOf));
  });

  test('a signal holds posts of one pain, and posts that say the same are in one', () => {
    const { truth, signals } = compare(clustered, signalOf);
    const measures = measureClustering(truth, signals);
    const figures = Object.entries(measures).map(([name, value]) => `${name} ${value.toFixed(3)}`);
    console.info(`sample: ${figures.join(', ')}; the most mixed signals:\n${worstSignals(truth, signals)}`);
    expect(measures.pairPrecision).toBeGreaterThan(0.9);
    expect(measures.nmiGeometric).toBeGreaterThan(0.8);
  });

  test('what one post after the other is told joins only what belongs together', () => {
    const { truth, signals } = compare(clustered, new Map());
    expect(measureClustering(truth, signals).pairPrecision).toBeGreaterThan(0.85);
  });

  test('consolidating again changes nothing', () => {
    expect(mergesAgain).toEqual([]);
  });

  test('a few more posts change few signals', () => {
    const unmoved = [...Map.groupBy(signalOf, ([, signal]) => signal).values()].filter(
      (clusters) => new Set(clusters.map(([cluster]) => signalAfterMore.get(cluster))).size === 1,
    );
    expect(unmoved.length / new Set(signalOf.values()).size).toBeGreaterThan(0.95);
  });
});
