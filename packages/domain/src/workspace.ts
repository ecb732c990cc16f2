import { z } from 'zod';
import type { HideReason } from './signal-query.ts';

/** Slack is asked about each before they are saved. */
export const MOST_MANAGERS = 100;

/** What a workspace has chosen. */
export const Settings = z.object({
  /** For searches without an area. */
  defaultArea: z.string().max(60).nullable(),
  /** Preselected in dialogs. */
  defaultChannelId: z.string().max(100).nullable(),
  /** People who may change settings, besides admins. */
  managerIds: z.array(z.string().max(100)).readonly(),
  /** Who may set up digests and watches that post in a channel: every full member, or managers only. */
  setUpBy: z.enum(['members', 'managers']),
});
export type Settings = z.output<typeof Settings>;

/**
 * A log entry: one person's changes to one setting on one day. `setting` is a name of {@link Settings}, `key`, whose value is
 * never logged, or `quote`, `hiddenQuote` and `signal`, where each entry is about another evidence item or signal.
 */
export interface SettingsChange {
  at: number;
  userId: string;
  setting: string;
  /** Before the first change and after the last. */
  from: string | null;
  to: string | null;
  times: number;
}

/** A signal that isn't useful to the workspace. */
export interface HiddenSignal {
  id: string;
  topic: string;
  reason: HideReason;
  hiddenBy: string;
  hiddenAt: number;
  /** The hidden signal that was merged into this one; null where people hid it. */
  follows: string | null;
}

/** A card that is posted in a channel. */
export interface SharedCard {
  userId: string;
  channelId: string;
  /** Null when it was posted through a response_url, for which Slack returns no ts. */
  ts: string | null;
  title: string;
  link: string | null;
  /** What it is about; none for a list. */
  signalIds: readonly string[];
  sharedAt: number;
}

/**
 * `given`: the operator's service gives the workspace a key. `shared`: the operator's key for all workspaces. `none`: there is no key.
 * `own`: one that a person connected; `fallback` is the state without it.
 */
export type ConnectionState =
  | { kind: 'own'; prefix: string; connectedBy: string; connectedAt: number; fallback: 'given' | 'shared' | 'none' }
  | { kind: 'given' | 'shared' | 'none' };
