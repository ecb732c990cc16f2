import { type OpportunityListItem, type PainSignalListItem, PainType, type ScoreParts } from '@pain-signals/contract';
import { z } from 'zod';
import type { CitedEvidence } from './cited-evidence.ts';
import type { Freshness } from './freshness.ts';
import type { ListQuery } from './list-query.ts';

/** At most so many signals in one digest. */
export const DIGEST_LENGTH = { min: 1, max: 10, default: 5 } as const;

const TIME_OF_DAY = /^([01]\d|2[0-3]):[0-5]\d$/;

/** What a channel gets, and when. */
export const DigestPlan = z.object({
  /** 1 is Monday, 7 Sunday. */
  weekday: z.int().min(1).max(7),
  /** `09:30`, by the clocks of the zone. */
  time: z.string().regex(TIME_OF_DAY),
  /** IANA. */
  zone: z.string().max(60).refine(isTimeZone),
  /** Empty: all. An open string: a service may have areas that this app has not heard of. */
  areas: z.array(z.string().min(1).max(60)).max(30),
  /** Empty: all. */
  types: z.array(PainType),
  length: z.int().min(DIGEST_LENGTH.min).max(DIGEST_LENGTH.max),
  /** Whether a week in which nothing rises is worth a line. */
  quietWeeks: z.enum(['say', 'silent']),
  hasThread: z.boolean(),
});
export type DigestPlan = z.output<typeof DigestPlan>;

/** What the list was about from which somebody came to a channel's digest. */
export const DigestProposal = z.object({
  areas: z.array(z.string().min(1).max(60)).max(1).default([]),
  types: z.array(PainType).max(1).default([]),
});
export type DigestProposal = z.output<typeof DigestProposal>;

/** `person`: somebody did. `channel`: Slack does not let us post there. `key`: the service does not take the key. */
export type DigestPauseReason = 'person' | 'channel' | 'key';

/** A channel's weekly digest. */
export interface DigestSubscription {
  id: string;
  channelId: string;
  /** Who last saved it. */
  ownerId: string;
  plan: DigestPlan;
  pausedBecause: DigestPauseReason | null;
  nextDueAt: number;
}

/**
 * How far a message to Slack has come. `waiting`: for its turn. `claimed`: a process prepares it, nothing was sent. `posting`: Slack
 * may have it. `unconfirmed`: nobody knows whether Slack has it. `told`: the same, and its owner knows. In the last three nothing was sent.
 */
export type DeliveryState =
  | 'waiting'
  | 'claimed'
  | 'posting'
  | 'confirmed'
  | 'unconfirmed'
  | 'told'
  | 'quiet'
  | 'skipped'
  | 'refused';

/** Reading thousands of plans asks this thousands of times, and looking up a zone takes half a millisecond. */
const knownTimeZones = new Set<string>();
/** There are some 600, and each can be written in small and capital letters. */
const MAX_KNOWN_TIME_ZONES = 2_000;

/** Whether there are clocks that go by this name. */
export function isTimeZone(zone: string): boolean {
  if (knownTimeZones.has(zone)) return true;
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone });
    if (knownTimeZones.size < MAX_KNOWN_TIME_ZONES) knownTimeZones.add(zone);
    return true;
  } catch {
    return false;
  }
}

/** Null for a list that is about nothing a digest can be about. */
export function digestProposalFor(query: ListQuery): DigestProposal | null {
  if (query.show === 'trending' || query.show === 'emerging') return { areas: [], types: [] };
  if (query.show !== 'search' || (query.area === undefined && query.type === undefined)) return null;
  return {
    areas: query.area === undefined ? [] : [query.area],
    types: query.type === undefined ? [] : [query.type],
  };
}

/** Takes nothing away: what is empty stands for all. */
export function addProposal(plan: DigestPlan, { areas, types }: DigestProposal): DigestPlan {
  return {
    ...plan,
    areas: plan.areas.length === 0 ? [] : [...new Set([...plan.areas, ...areas])],
    types: plan.types.length === 0 ? [] : [...new Set([...plan.types, ...types])],
  };
}

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

/** A digest without the quotes that its workspace has hidden since it was composed. */
export const redactDigest = (digest: Digest, hidden: ReadonlySet<string>): Digest =>
  mapEvidence(digest, ({ quote }) => (quote === null || hidden.has(quote.quoteId) ? null : quote));

/** What is kept of a digest that needs nothing more: nothing of what people wrote. */
export const stripEvidence = (digest: Digest): Digest => mapEvidence(digest, () => null);

function mapEvidence(digest: Digest, quoteOf: (item: DigestItem) => DigestItem['quote']): Digest {
  const change = (items: readonly DigestItem[]) => items.map((item) => ({ ...item, quote: quoteOf(item) }));
  const { risers, newcomers, others, faded } = digest;
  return {
    ...digest,
    ...{ risers: change(risers), newcomers: change(newcomers), others: change(others), faded: change(faded) },
  };
}
