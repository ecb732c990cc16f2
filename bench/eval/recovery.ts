import type { Pain, RawPost } from './corpora.ts';

/** A pain is found when the best public cluster reaches this F1. */
const FOUND = 0.4;

const DAY_MS = 86_400_000;
const LEAST_POSTS = 3;

export interface Recovery {
  meanF1: number;
  found: number;
  of: number;
}

/** Clusters that pass the gate: three posts or more by two authors, on two days or in two places. By cluster, the places of its posts. */
export function publicClusters(
  posts: readonly RawPost[],
  clusterOf: readonly (string | null)[],
): Map<string, readonly number[]> {
  const clusters = Map.groupBy(clusterOf.keys(), (place) => clusterOf[place] ?? null);
  return new Map(
    [...clusters].flatMap(([id, places]) => {
      const differ = (read: (post: RawPost) => unknown) =>
        new Set(places.flatMap((place) => (posts[place] ? (read(posts[place]) ?? []) : []))).size >= 2;
      const isPublic =
        places.length >= LEAST_POSTS &&
        (differ(({ author }) => author) ||
          differ(({ createdAt }) => Math.floor(Date.parse(String(createdAt)) / DAY_MS)) ||
          differ(({ repository }) => repository));
      return id !== null && isPublic ? [[id, places] as const] : [];
    }),
  );
}

/** Best F1 of a pain over the public clusters. Of a sample, hits are scaled up to the whole pain. */
function bestF1(pain: Pain, clusterOf: readonly (string | null)[], sizes: ReadonlyMap<string, number>): number {
  const hits = new Map<string, number>();
  for (const place of pain.places) {
    const id = clusterOf[place] ?? null;
    if (id !== null && sizes.has(id)) hits.set(id, (hits.get(id) ?? 0) + 1);
  }
  const scale = pain.posts / Math.max(1, pain.places.length);
  return Math.max(
    0,
    ...Array.from(hits, ([id, count]) => {
      const size = sizes.get(id) ?? 0;
      return (2 * Math.min(count * scale, size)) / (pain.posts + size);
    }),
  );
}

export function recover(
  pains: readonly Pain[],
  clusterOf: readonly (string | null)[],
  clusters: ReadonlyMap<string, readonly number[]>,
): Recovery {
  const sizes = new Map(Array.from(clusters, ([id, places]) => [id, places.length]));
  const scores = pains.map((pain) => bestF1(pain, clusterOf, sizes));
  return {
    meanF1: scores.reduce((sum, score) => sum + score, 0) / Math.max(1, scores.length),
    found: scores.filter((score) => score >= FOUND).length,
    of: scores.length,
  };
}

/** A pain is public when the signal that holds most of its posts, and this share of them, is. */
const HELD = 1 / 3;

/** How many pains are public. `clusterOf`: the public signal of each post; `groupOf`: its signal, public or not. */
export function publicPains(
  pains: readonly Pain[],
  clusterOf: readonly (string | null)[],
  groupOf: readonly (string | null)[],
): number {
  return pains.filter(({ places }) => {
    const [largest] = [...Map.groupBy(places, (place) => groupOf[place] ?? null)]
      .filter(([group]) => group !== null)
      .map(([, own]) => own)
      .sort((one, other) => other.length - one.length);
    const isPublic = largest?.some((place) => clusterOf[place] !== null) === true;
    return isPublic && largest.length >= HELD * places.length;
  }).length;
}
