import { createHash } from 'node:crypto';

const NAMESPACE = Buffer.from('6f0b2d5c1c0f4d0e9d5b3a7c84e1f290', 'hex');

/**
 * The id of a signal founded by this post: a name-based UUID (RFC 9562, version 5). The same posts give the same ids on any
 * machine, so links survive a new import.
 */
export function signalIdOf({ provider, externalId }: { provider: string; externalId: string }): string {
  const bytes = createHash('sha1').update(NAMESPACE).update(`${provider}\n${externalId}`).digest().subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x50, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = bytes.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

/** The id of a split-off signal when its clusters' own ids are all taken. */
export const splitIdOf = (clusterId: string, attempt: number): string =>
  signalIdOf({ provider: 'split', externalId: `${clusterId}\n${attempt}` });

/**
 * merge: a signal ends and its id redirects to another; split: clusters leave a signal and form a new one; move: they leave it for
 * another.
 */
export type MoveKind = 'merge' | 'split' | 'move';

/** Clusters that change signals. */
export interface SignalMove {
  kind: MoveKind;
  fromId: string;
  toId: string;
  clusterIds: readonly string[];
  posts: number;
  /** Merge: similarity of all the signal's clusters; else: of the clusters to the signal they left. 0-1. */
  similarity: number | null;
}

/** Changes of which clusters belong to which signals. */
export interface IdentityPlan {
  signals: readonly { id: string; clusterIds: readonly string[] }[];
  /** Signals without clusters left; null: no other signal replaces them. */
  ended: readonly { id: string; survivorId: string | null }[];
  moves: readonly SignalMove[];
}
