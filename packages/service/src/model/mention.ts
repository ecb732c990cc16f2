import type { SignalFigures } from './signal.ts';

/** A post of a signal as figures are counted from it. */
export interface Mention {
  /** UTC epoch milliseconds. */
  createdAt: number;
  provider: string;
  /** Equal for posts of one author; a post without an author has its own. */
  authorKey: string;
  /** Its repository; provider and site stand in where there is none. */
  place: string;
  codeHost: boolean;
  /** Null away from code hosts. */
  owner: string | null;
  chunkCount: number;
  severity: number;
  reactions: number;
  /** Cosine to its cluster, 0-1. */
  similarity: number;
  sample: boolean;
}

/** The figures of a signal, and what its row says beyond them. */
export interface CountedFigures extends SignalFigures {
  codeHostChunks: number;
  /** Some of its posts are of the sample stream. */
  sample: boolean;
}
