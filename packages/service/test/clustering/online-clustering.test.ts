import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { OnlineClustering, type OnlineState } from '../../src/clustering/online-clustering.ts';
import type { SignalCluster } from '../../src/model/cluster.ts';
import { countTerms } from '../../src/text/tokenize.ts';
import { numberedIds } from './support/cluster-posts.ts';

const DAY_MS = 86_400_000;
const NOW = Date.UTC(2026, 2, 1);

const assign = (leader: OnlineClustering, text: string, at = NOW) => leader.assign(countTerms(null, text), at);

/** Posts about three things with a few words each, and words of their own. */
const TOPICS = [
  'docker layer cache invalidated rebuild image buildkit',
  'oauth refresh token redirect logout session keycloak',
  'migration table lock timeout postgres column',
];

interface Drawn {
  topic: string;
  taken: number[];
  own: number;
  days: number;
}
const drawnPosts = fc.array(
  fc.record({
    topic: fc.constantFrom(...TOPICS),
    taken: fc.uniqueArray(fc.nat(5), { minLength: 1, maxLength: 5 }),
    own: fc.nat(20),
    days: fc.nat(200),
  }),
  { minLength: 1, maxLength: 60 },
);

const textOf = ({ topic, taken, own }: Drawn) =>
  `${taken.map((index) => topic.split(' ')[index]).join(' ')} word${own} aside${own % 3}`;

type StoredState = OnlineState & { clusters: SignalCluster[] };

/** What a store makes of the changes: it keeps each cluster as last written and adds up the counts. */
function storeOf(leader: OnlineClustering, before: StoredState): StoredState {
  const { clusters, documentFrequencies, documents, retired } = leader.takeChanges();
  const kept = new Map([...before.clusters, ...clusters].map((cluster) => [cluster.id, cluster]));
  for (const id of retired) kept.delete(id);
  const counts = new Map(before.documentFrequencies);
  for (const [term, add] of documentFrequencies) counts.set(term, (counts.get(term) ?? 0) + add);
  return JSON.parse(
    JSON.stringify({
      clusters: [...kept.values()].toReversed(),
      documentFrequencies: [...counts].toReversed(),
      documents: before.documents + documents,
    }),
  );
}

describe('one pass over the posts', () => {
  test('puts posts together whose few words all others have too, however many they are', () => {
    const leader = new OnlineClustering(null, numberedIds());
    for (let post = 0; post < 3_000; post += 1) assign(leader, 'Docker build cache broken again');
    expect([...leader.clusters()]).toMatchObject([{ documents: 3_000 }]);
  });

  test('puts posts with the same telling words together and others apart', () => {
    const leader = new OnlineClustering(null, numberedIds());
    const first = assign(leader, 'Docker layer cache invalidated on every push');
    const other = assign(leader, 'Refresh token lost after the OAuth redirect');
    const second = assign(leader, 'layer cache of docker is invalidated again');
    expect(first.isNew).toBe(true);
    expect(other).toMatchObject({ isNew: true });
    expect(second).toMatchObject({ isNew: false, clusterId: first.clusterId });
    expect(second.similarity).toBeGreaterThan(0.4);
    expect(second.similarity).toBeLessThanOrEqual(1);
  });

  test('a cluster of mixed posts does not draw in whatever shares the words of the project', () => {
    const leader = new OnlineClustering(null, numberedIds());
    const everywhere = 'acme console window profile';
    const words = Array.from(
      { length: 400 },
      (_, number) => `${everywhere} alpha${number} beta${number} gamma${number} delta${number}`,
    );
    const ids = words.map((text) => assign(leader, text).clusterId);
    const sizes = [...Map.groupBy(ids, (id) => id).values()].map((same) => same.length);
    expect(Math.max(...sizes)).toBeLessThan(40);
  });

  test('a topic that comes back after a long silence starts anew', () => {
    const leader = new OnlineClustering(null, numberedIds());
    const before = assign(leader, 'docker layer cache invalidated');
    expect(assign(leader, 'docker layer cache invalidated', NOW + 80 * DAY_MS).clusterId).toBe(before.clusterId);
    expect(assign(leader, 'docker layer cache invalidated', NOW + 180 * DAY_MS).clusterId).not.toBe(before.clusterId);
  });

  test('an old post may join a topic of today', () => {
    const leader = new OnlineClustering(null, numberedIds());
    const today = assign(leader, 'docker layer cache invalidated');
    expect(assign(leader, 'docker layer cache invalidated', NOW - 900 * DAY_MS).clusterId).toBe(today.clusterId);
  });

  test('clusters that can take no more posts are let go', () => {
    const leader = new OnlineClustering(null, numberedIds());
    const { clusterId } = assign(leader, 'docker layer cache invalidated');
    expect(leader.takeChanges().retired).toEqual([]);
    assign(leader, 'refresh token lost', NOW + 100 * DAY_MS);
    expect(leader.takeChanges().retired).toEqual([clusterId]);
    expect(Array.from(leader.clusters(), ({ id }) => id)).not.toContain(clusterId);
  });

  test('a stream of years keeps no more clusters open than its seasons need, old posts now and then or not', () => {
    const leader = new OnlineClustering(null, numberedIds());
    const open = new Set<string>();
    const mostOpen: number[] = [];
    for (let month = 0; month < 60; month += 1) {
      for (let post = 0; post < 100; post += 1) {
        const topic = `topic${month}x${post % 25}`;
        const at = post === 99 ? NOW : NOW + (month * 30 + post / 4) * DAY_MS;
        const { clusterId } = assign(leader, `${topic}a ${topic}b ${topic}c everywhere word${post}`, at);
        open.add(clusterId);
      }
      for (const id of leader.takeChanges().retired) expect(open.delete(id)).toBe(true);
      expect(Array.from(leader.clusters(), ({ id }) => id).sort()).toEqual([...open].sort());
      mostOpen[Math.floor(month / 12)] = Math.max(mostOpen[Math.floor(month / 12)] ?? 0, open.size);
    }
    expect(mostOpen[4]).toBeLessThanOrEqual(mostOpen[1] ?? 0);
  });

  test('changes are told once', () => {
    const leader = new OnlineClustering(null, numberedIds());
    assign(leader, 'docker layer cache');
    expect(leader.takeChanges()).toMatchObject({ documents: 1, clusters: [{ documents: 1, lastAt: NOW }] });
    expect(leader.takeChanges()).toEqual({ clusters: [], documentFrequencies: [], documents: 0, retired: [] });
  });
});

describe('a leader taken up from what was stored', () => {
  test('goes on as if it had never stopped, whatever the order of the rows', () => {
    const breaks = fc.uniqueArray(fc.nat(59), { maxLength: 5 });
    fc.assert(
      fc.property(drawnPosts, breaks, (posts, stops) => {
        const idOf = (index: number) => `cluster-${String(index).padStart(6, '0')}`;
        const run = (killed: boolean) => {
          let state: StoredState = { clusters: [], documentFrequencies: [], documents: 0 };
          let index = 0;
          let leader = new OnlineClustering(null, () => idOf(index));
          return posts.map((post) => {
            if (stops.includes(index)) {
              state = storeOf(leader, state);
              if (killed) {
                leader = new OnlineClustering(state, () => idOf(index));
                for (const cluster of state.clusters) leader.read(cluster);
              }
            }
            const { clusterId, similarity } = assign(leader, textOf(post), NOW + post.days * DAY_MS);
            index += 1;
            return { clusterId, similarity };
          });
        };
        expect(run(true)).toEqual(run(false));
      }),
      { numRuns: 200 },
    );
  });

  test('keeps centroids small however much is written', () => {
    const leader = new OnlineClustering(null, numberedIds());
    for (let number = 0; number < 300; number++) {
      for (const aside of 'abc') assign(leader, `noise${aside}${number} chatter${aside}${number}`);
      assign(
        leader,
        `docker layer cache invalidated on push, rebuild of every image step takes minutes own${number % 30}`,
      );
    }
    const cluster = [...leader.clusters()].find(({ documents }) => documents > 200);
    expect(cluster?.terms.length).toBeLessThanOrEqual(144);
    expect(cluster?.terms.map(([term]) => term)).toEqual(expect.arrayContaining(['docker', 'layer']));
  });
});
