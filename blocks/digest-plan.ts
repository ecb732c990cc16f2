import { PainType } from '@pain-signals/contract';
import { z } from 'zod';

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
 * `waiting`: for its turn. `claimed`: is being composed; nothing was sent. `posting`: Slack may have it, or not. `posted`: it is
 * there, its thread perhaps not yet. The others are ends.
 */
export type DigestDeliveryState =
  | 'waiting'
  | 'claimed'
  | 'posting'
  | 'posted'
  | 'done'
  | 'quiet'
  | 'unknown'
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
