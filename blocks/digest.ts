import type { OpportunityListItem, PainSignalListItem, ScoreParts } from '@pain-signals/contract';
import type { Freshness } from './freshness.ts';
import type { CitedEvidence } from './quote-block.ts';

/** Against the last digest of the channel; null where there was none. */
export type DigestMovement = 'new' | 'up' | 'down' | 'same' | null;

export interface DigestItem {
  signal: PainSignalListItem;
  movement: DigestMovement;
  /** Distinct people who wrote of it, this week and the one before; null where the service does not say who. */
  people: { last: number; previous: number } | null;
  parts: ScoreParts | null;
  /** The newest one with words, and what it is known by; null where there is none, and once the thread is posted. */
  quote: (CitedEvidence & { quoteId: string }) | null;
}

/** The one thing to read. */
export interface DigestLead {
  signalId: string;
  /** The parts of the score that changed most, the larger one first; by how much it was, where that is known. */
  changes: readonly { part: keyof ScoreParts; from: number | null; to: number }[];
}

/** What a channel is told of one week. Kept as JSON, so that a thread can be finished and the next week compared. */
export interface Digest {
  version: 1;
  /** The day it is for, by the clocks of the channel: `2026-03-20`. */
  date: string;
  /** Rising beyond chance. */
  risers: readonly DigestItem[];
  /** Small and rising beyond chance. */
  newcomers: readonly DigestItem[];
  /** Growing in the chosen areas, as chance alone could explain. */
  others: readonly DigestItem[];
  faded: readonly DigestItem[];
  /** In the last digest, and in none of these lists. */
  gone: readonly Pick<PainSignalListItem, 'id' | 'topic'>[];
  lead: DigestLead | null;
  briefs: readonly OpportunityListItem[];
  freshness: Freshness;
}

export const isQuietWeek = ({ risers, newcomers }: Pick<Digest, 'risers' | 'newcomers'>): boolean =>
  risers.length === 0 && newcomers.length === 0;
