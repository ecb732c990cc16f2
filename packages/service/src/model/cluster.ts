/** A cluster as the store keeps it. Read back in the same order, the terms give exactly the same clustering. */
export interface ClusterCentroid {
  id: string;
  /** Summed weights of its posts, before idf. */
  terms: [term: string, weight: number][];
  documents: number;
  /** Time of its newest post, UTC epoch milliseconds. */
  lastAt: number;
}

export interface SignalCluster extends ClusterCentroid {
  signalId: string;
  /** Mean cosine of its posts to the others of the signal, 0-1, when the signals were last consolidated; absent before. */
  coherence?: number | null;
  /** The repository that all of its posts are about, as far as they name one; null where they name several or none. */
  repository?: string | null;
}
