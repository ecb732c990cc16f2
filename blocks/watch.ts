import { z } from 'zod';
import { SearchFilter } from './question.ts';
import { signalId } from './signal-name.ts';
import type { WatchRule } from './watch-rule.ts';

/** A service may have topics of any length; refusing to read a stored one would hide all the other watches too. */
const cutTopic = (topic: string) => topic.slice(0, 1_000);

export const WatchSubject = z.discriminatedUnion('of', [
  z.object({ of: z.literal('signal'), id: signalId, topic: z.string().transform(cutTopic) }),
  z.object({ of: z.literal('search'), filter: SearchFilter }),
]);
export type WatchSubject = z.output<typeof WatchSubject>;

/** Hours of the day, by the clock of who made the watch, in which it is silent; `from` may be later than `to`. */
export const QuietHours = z.object({ from: z.int().min(0).max(23), to: z.int().min(0).max(23) });
export type QuietHours = z.output<typeof QuietHours>;

export const DAILY_ALERT_LIMITS = [1, 3, 5, 10] as const;

/** Why a watch does nothing until somebody resumes it. */
export const WATCH_PAUSE_REASONS = ['no-channel', 'no-key', 'no-signal', 'outsider'] as const;
export type WatchPauseReason = (typeof WATCH_PAUSE_REASONS)[number];

/** What can be changed of a watch. */
export interface WatchOptions {
  rule: WatchRule;
  /** Null: direct messages to who made it. */
  channelId: string | null;
  quiet: QuietHours | null;
  mostADay: number;
}

export interface Watch extends WatchOptions {
  id: string;
  ownerId: string;
  subject: WatchSubject;
  /** Epoch ms; null: not muted. */
  mutedUntil: number | null;
  paused: WatchPauseReason | null;
}

/** Muted until somebody resumes it. */
export const MUTED_FOREVER = Date.UTC(9999, 0, 1);

export const DEFAULT_QUIET_HOURS: QuietHours = { from: 22, to: 7 };
export const DEFAULT_DAILY_LIMIT = 3;
