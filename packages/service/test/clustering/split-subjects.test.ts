import { describe, expect, test } from 'vitest';
import { consolidate } from '../../src/clustering/consolidate.ts';
import type { SignalCluster } from '../../src/model/cluster.ts';
import { saysWhichPain } from '../../src/naming/index.ts';
import { rowsOf } from './support/cluster-posts.ts';

const MOST_IN_CLUSTER = 5;

/** Clusters of five posts or fewer that all hold `subject`, as often as `weight` says, and the words of their part. */
const clustersOf = (subject: string, parts: Readonly<Record<string, number>>, weight = 4): SignalCluster[] =>
  Object.entries(parts).flatMap(([words, posts]) =>
    Array.from({ length: Math.ceil(posts / MOST_IN_CLUSTER) }, (_, number) => {
      const id = `${words.replaceAll(' ', '-')}-${number}`;
      const said = (text: string, sum: number) => text.split(' ').map((word): [string, number] => [word, sum]);
      return {
        id,
        signalId: id,
        terms: [...said(subject, weight), ...said(words, 3), [`only-${id}`, 1]],
        documents: Math.min(MOST_IN_CLUSTER, posts - number * MOST_IN_CLUSTER),
        lastAt: 0,
      };
    }),
  );

/** How many posts of each part every group holds. */
function groupsOf(clusters: readonly SignalCluster[], together: string[][] = []): string[] {
  const documentFrequencies = new Map<string, number>();
  for (const { terms, documents } of clusters)
    for (const [term] of terms) documentFrequencies.set(term, (documentFrequencies.get(term) ?? 0) + documents);
  const { merges } = consolidate({
    saysPain: saysWhichPain,
    clusters: rowsOf(clusters, { documentFrequencies, documents: 500 }),
    decisions: { alone: [], together },
  });
  return merges
    .map(({ clusterIds }) =>
      Object.entries(Object.groupBy(clusterIds, (id) => id.replace(/-\d+$/, '')))
        .map(
          ([part, ids]) =>
            `${clusters.filter(({ id }) => ids?.includes(id)).reduce((sum, { documents }) => sum + documents, 0)} ${part}`,
        )
        .toSorted()
        .join(', '),
    )
    .toSorted();
}

describe('a subject with several pains', () => {
  test('becomes a signal for each of them', () => {
    expect(groupsOf(clustersOf('keyboard manager', { 'editor open': 12, 'layout accent': 12 }))).toEqual([
      '12 editor-open',
      '12 layout-accent',
    ]);
  });

  test('stays one signal where the posts share what goes wrong', () => {
    expect(groupsOf(clustersOf('keyboard crash', { 'editor open': 12, 'layout accent': 12 }))).toEqual([
      '12 editor-open, 12 layout-accent',
    ]);
  });

  test('stays one signal where the parts say it in nearly the same words', () => {
    expect(groupsOf(clustersOf('keyboard manager', { 'editor open': 12, 'layout accent': 12 }, 9))).toEqual([
      '12 editor-open, 12 layout-accent',
    ]);
  });

  test('is parted too where they share only that something goes wrong', () => {
    expect(groupsOf(clustersOf('keyboard problem', { 'editor open': 12, 'layout accent': 12 }))).toHaveLength(2);
  });

  test('stays one signal as long as it has fewer than twenty posts', () => {
    expect(groupsOf(clustersOf('keyboard manager', { 'editor open': 10, 'layout accent': 9 }))).toHaveLength(1);
    expect(groupsOf(clustersOf('keyboard manager', { 'editor open': 10, 'layout accent': 10 }))).toHaveLength(2);
  });

  test('keeps parts of fewer than five posts with what is left', () => {
    expect(
      groupsOf(clustersOf('keyboard manager', { 'editor open': 10, 'layout accent': 10, 'tray icon': 4 })),
    ).toEqual(['10 editor-open', '10 layout-accent']);
    expect(groupsOf(clustersOf('keyboard manager', { 'editor open': 20, 'layout accent': 4 }))).toEqual([
      '20 editor-open, 4 layout-accent',
    ]);
  });

  test('stays one signal where an operator undid the split', () => {
    const clusters = clustersOf('keyboard manager', { 'editor open': 12, 'layout accent': 12 });
    expect(groupsOf(clusters, [clusters.map(({ id }) => id)])).toEqual(['12 editor-open, 12 layout-accent']);
  });
});
