import { z } from 'zod';
import { SearchFilter, signalId } from './list-query.ts';

/** A ratio: 1 is twice as many mentions as the week before. */
const MAX_WATCHED_GROWTH = 1_000;

/** Alerts when growth or score passes a level, or when a new signal appears. */
export const WatchRule = z.discriminatedUnion('when', [
  z.object({ when: z.literal('growth'), above: z.number().min(0).max(MAX_WATCHED_GROWTH) }),
  z.object({ when: z.literal('score'), above: z.number().min(0).lt(100) }),
  z.object({ when: z.literal('new') }),
]);
export type WatchRule = z.output<typeof WatchRule>;

export const DEFAULT_WATCH_RULE = {
  signal: { when: 'growth', above: 0.5 },
  search: { when: 'new' },
} as const satisfies Record<'signal' | 'search', WatchRule>;

/** Cut, not refused: one unreadable topic would hide all watches. */
const cutTopic = (topic: string) => topic.slice(0, 1_000);

export const WatchSubject = z.discriminatedUnion('of', [
  z.object({ of: z.literal('signal'), id: signalId, topic: z.string().transform(cutTopic) }),
  z.object({ of: z.literal('search'), filter: SearchFilter }),
]);
export type WatchSubject = z.output<typeof WatchSubject>;

/** Hours without alerts, in the owner's time zone; `from` may be later than `to`. */
export const QuietHours = z.object({ from: z.int().min(0).max(23), to: z.int().min(0).max(23) });
export type QuietHours = z.output<typeof QuietHours>;

/** Watches of one person and of a workspace: each is at most one query an hour, and the service takes 3,000 background queries an hour. */
export const WATCH_LIMITS = { person: 20, workspace: 200 } as const;

export const DAILY_ALERT_LIMITS = [1, 3, 5, 10] as const;

/** `refused`: Slack took no alert for a day. `shared`: another organization reads its channel by now. `unreadable`: its stored settings are damaged, and it shows defaults instead. */
export const WATCH_PAUSE_REASONS = [
  'no-channel',
  'refused',
  'shared',
  'no-key',
  'no-signal',
  'hidden',
  'outsider',
  'unreadable',
] as const;
export type WatchPauseReason = (typeof WATCH_PAUSE_REASONS)[number];

/** Checked each hour, and over once what caused them is. */
export const SELF_ENDING_PAUSES = ['no-signal', 'hidden'] as const satisfies readonly WatchPauseReason[];

export interface WatchOptions {
  rule: WatchRule;
  /** Null: direct messages to who made it. */
  channelId: string | null;
  /** Somebody chose this channel, or stayed with it, knowing that another organization reads it. */
  mayReachOthers: boolean;
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

export const endsByItself = (paused: Watch['paused']): boolean => SELF_ENDING_PAUSES.some((each) => each === paused);

/** What an edit or "Resume" leaves of a pause. */
export const pauseAfterEdit = (paused: Watch['paused']): Watch['paused'] => (endsByItself(paused) ? paused : null);

/** Muted until somebody unmutes it. */
export const MUTED_FOREVER = Date.UTC(9999, 0, 1);

export const DEFAULT_QUIET_HOURS: QuietHours = { from: 22, to: 7 };
export const DEFAULT_DAILY_LIMIT = 3;

/** Equal for one person's watches with the same alerts. */
export function watchKey({ subject, rule, channelId }: Pick<Watch, 'subject' | 'rule' | 'channelId'>): string {
  const what = subject.of === 'signal' ? subject.id : subject.filter;
  return JSON.stringify([what, rule, channelId]);
}

/** Equal where an edit would replace the same. A pause that an edit leaves is none of it. */
export const watchSettingsKey = ({ rule, channelId, mayReachOthers, quiet, mostADay, paused }: Watch): string =>
  JSON.stringify([rule, channelId, mayReachOthers, quiet, mostADay, endsByItself(paused) ? null : paused]);

/** Equal for watches that need the same request to the service. */
export const queryKeyOf = ({ subject, rule }: Pick<Watch, 'subject' | 'rule'>): string =>
  subject.of === 'signal'
    ? `signal ${subject.id}`
    : `search ${rule.when === 'score' ? 'score' : 'growth'} ${JSON.stringify(subject.filter)}`;
