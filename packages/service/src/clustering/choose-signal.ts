import type { Centroid } from './centroid.ts';

/** A micro-cluster that shares words with an arriving post. */
export interface Kin {
  cluster: Centroid;
  similarity: number;
  signalId: string;
}

/**
 * Least mean similarity of a post to all posts of a signal. Lower than at night, when posts have borrowed terms and are more alike.
 */
const ARRIVAL_COHERENCE = 0.12;

/**
 * The signal of a post that founds a micro-cluster, until the night looks at it: the one that it makes most coherent; null when it
 * would only loosen each. Posts of a signal that are not among the kin count as having nothing in common with it.
 */
export function chooseSignal(kin: readonly Kin[], postsIn: (signalId: string) => number): string | null {
  const shared = new Map<string, number>();
  for (const { cluster, signalId, similarity } of kin) {
    shared.set(signalId, (shared.get(signalId) ?? 0) + similarity * cluster.documents);
  }
  let chosen: string | null = null;
  let most = 0;
  for (const [signalId, sum] of shared) {
    const gain = sum - ARRIVAL_COHERENCE * postsIn(signalId);
    if (gain <= most) continue;
    chosen = signalId;
    most = gain;
  }
  return chosen;
}
