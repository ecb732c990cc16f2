import { type OpportunityListItem, type PainSignalListItem, PainType, type ScoreParts } from '@pain-signals/contract';
import { z } from 'zod';
import type { CitedEvidence } from './evidence.ts';
import type { Freshness } from './freshness.ts';
import type { ListQuery } from './list-query.ts';

/** Signals in one digest. */
export const DIGEST_LENGTH = { min: 1, max: 10, default: 5 } as const;

const TIME_OF_DAY = /^([01]\d|2[0-3]):[0-5]\d$/;

export const DigestPlan = z.object({
  /** 1 is Monday, 7 Sunday. */
  weekday: z.int().min(1).max(7),
  /** `09:30`, in the zone. */
  time: z.string().regex(TIME_OF_DAY),
  /** IANA. */
  zone: z.string().max(60).refine(isTimeZone),
  /** Empty: all. Open strings: a service may have other areas. */
  areas: z.array(z.string().min(1).max(60)).max(30),
  /** Empty: all. */
  types: z.array(PainType),
  length: z.int().min(DIGEST_LENGTH.min).max(DIGEST_LENGTH.max),
  /** Whether a quiet week gets a line. */
  quietWeeks: z.enum(['say', 'silent']),
  hasThread: z.boolean(),
});
export type DigestPlan = z.output<typeof DigestPlan>;

/** Mondays at nine, about everything. */
export const DEFAULT_DIGEST_PLAN: DigestPlan = {
  weekday: 1,
  time: '09:00',
  zone: 'Etc/UTC',
  areas: [],
  types: [],
  length: DIGEST_LENGTH.default,
  quietWeeks: 'say',
  hasThread: true,
};

/** What the list that led to the digest dialog was about. */
export const DigestProposal = z.object({
  areas: z.array(z.string().min(1).max(60)).max(1).default([]),
  types: z.array(PainType).max(1).default([]),
});
export type DigestProposal = z.output<typeof DigestProposal>;

/**
 * `person`: paused by hand. `channel`: Slack refuses posts there. `shared`: another organization reads the channel by now. `key`: the
 * service refuses the key. `unreadable`: the stored plan is damaged, and `plan` is the default.
 */
export type DigestPauseReason = 'person' | 'channel' | 'shared' | 'key' | 'unreadable';

/** A channel's weekly digest. */
export interface DigestSubscription {
  id: string;
  channelId: string;
  /** Who set it up. */
  ownerId: string;
  /** Who saved its settings last; null where that was before it was kept. */
  changedBy: string | null;
  plan: DigestPlan;
  /** Somebody chose this channel, or stayed with it, knowing that another organization reads it. */
  mayReachOthers: boolean;
  pausedBecause: DigestPauseReason | null;
  nextDueAt: number;
}

/**
 * How far a message to Slack has come. `waiting`: for its turn. `claimed`: a process prepares it, nothing was sent. `posting`: Slack
 * may have it. `unconfirmed`: Slack may or may not have it. `told`: the same, and its owner knows. In the last three nothing was sent.
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

/** Bounded. Validating a zone takes half a millisecond, and every stored plan is validated. */
const knownTimeZones = new Set<string>();
const MAX_KNOWN_TIME_ZONES = 2_000;

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

/** Null for a list that a digest can't follow. */
export function digestProposalFor(query: ListQuery): DigestProposal | null {
  if (query.show === 'trending' || query.show === 'emerging') return { areas: [], types: [] };
  if (query.show !== 'search' || (query.area === undefined && query.type === undefined)) return null;
  return {
    areas: query.area === undefined ? [] : [query.area],
    types: query.type === undefined ? [] : [query.type],
  };
}

/** Only adds; empty means all. */
export function addProposal(plan: DigestPlan, { areas, types }: DigestProposal): DigestPlan {
  return {
    ...plan,
    areas: plan.areas.length === 0 ? [] : [...new Set([...plan.areas, ...areas])],
    types: plan.types.length === 0 ? [] : [...new Set([...plan.types, ...types])],
  };
}

/** Compared with the channel's last digest; null for the first one. */
export type DigestMovement = 'new' | 'up' | 'down' | 'same' | null;

export interface DigestItem {
  signal: PainSignalListItem;
  movement: DigestMovement;
  /** Distinct authors this week and the week before; null if unknown. */
  people: { last: number; previous: number } | null;
  parts: ScoreParts | null;
  /** The newest excerpt; null when there is none, and after the thread is posted. */
  quote: (CitedEvidence & { quoteId: string }) | null;
}

/** The signal to read first. */
export interface DigestLead {
  signalId: string;
}

/** One week's digest. Stored as JSON to finish its thread and to compare the next week. */
export interface Digest {
  version: 1;
  /** Local date: `2026-03-20`. */
  date: string;
  /** How many signals its table and thread show, whatever its plan says later; missing in those of earlier versions. */
  length?: number;
  risers: readonly DigestItem[];
  /** Small signals with significant increases. */
  newcomers: readonly DigestItem[];
  /** Growing in the chosen areas, not significantly. */
  others: readonly DigestItem[];
  faded: readonly DigestItem[];
  /** In the last digest but not in this one. */
  gone: readonly Pick<PainSignalListItem, 'id' | 'topic'>[];
  lead: DigestLead | null;
  briefs: readonly OpportunityListItem[];
  /** Signals that rose and that the workspace has hidden; missing without any. */
  hidden?: number;
  freshness: Freshness;
}

/** How many people wrote about it this week; its mentions where people aren't counted. */
export const peopleOf = ({ people, signal }: DigestItem): number => people?.last ?? signal.mentionsLastWindow ?? 0;

export const isQuietWeek = ({ risers, newcomers }: Pick<Digest, 'risers' | 'newcomers'>): boolean =>
  risers.length === 0 && newcomers.length === 0;

/** Drops excerpts the workspace has hidden since. */
export const redactDigest = (digest: Digest, hidden: ReadonlySet<string>): Digest =>
  mapEvidence(digest, ({ quote }) => (quote === null || hidden.has(quote.quoteId) ? null : quote));

/** The digest as if these signals had never been in it. */
export function withoutSignals(digest: Digest, ids: ReadonlySet<string>): Digest {
  const left = (items: readonly DigestItem[]) => items.filter(({ signal }) => !ids.has(signal.id));
  const { risers, newcomers, others, faded, gone, lead, briefs, hidden = 0 } = digest;
  const hiddenNow = [...risers, ...newcomers].filter(({ signal }) => ids.has(signal.id)).length;
  return {
    ...digest,
    ...(hiddenNow === 0 ? {} : { hidden: hidden + hiddenNow }),
    ...{ risers: left(risers), newcomers: left(newcomers), others: left(others), faded: left(faded) },
    gone: gone.filter(({ id }) => !ids.has(id)),
    lead: lead !== null && ids.has(lead.signalId) ? null : lead,
    briefs: briefs.filter(({ painSignalId }) => !ids.has(painSignalId)),
  };
}

/** Drops all excerpts, once they are no longer needed. */
export const stripEvidence = (digest: Digest): Digest => mapEvidence(digest, () => null);

function mapEvidence(digest: Digest, quoteOf: (item: DigestItem) => DigestItem['quote']): Digest {
  const change = (items: readonly DigestItem[]) => items.map((item) => ({ ...item, quote: quoteOf(item) }));
  const { risers, newcomers, others, faded } = digest;
  return {
    ...digest,
    ...{ risers: change(risers), newcomers: change(newcomers), others: change(others), faded: change(faded) },
  };
}
