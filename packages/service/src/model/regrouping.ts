/**
 * merge: a signal ends and its id answers with another; split: clusters leave a signal and are one of their own; move: they
 * leave it for another.
 */
export type MoveKind = 'merge' | 'split' | 'move';

/** Clusters that change their signal. */
export interface SignalMove {
  kind: MoveKind;
  fromId: string;
  toId: string;
  clusterIds: readonly string[];
  posts: number;
  /** Of a merge: how alike all of the signal's clusters are; else how alike the clusters are to what they left. 0-1. */
  similarity: number | null;
}

/** Which clusters are which signals from now on, as far as it differs from today. */
export interface IdentityPlan {
  signals: readonly { id: string; clusterIds: readonly string[] }[];
  /** Signals of today that have no cluster of theirs left; null: there is none that answers for them. */
  ended: readonly { id: string; survivorId: string | null }[];
  moves: readonly SignalMove[];
}
