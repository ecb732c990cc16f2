import type { Selectable } from 'kysely';
import { parseStoredWatch } from '#handlers/watches/stored-watch.ts';
import type { Watch, WatchOptions } from '#handlers/watches/watches.ts';
import type { WatchTable } from './tables.ts';

/** How a watch stands in its row. */

const HOUR_MS = 60 * 60 * 1_000;

/** At full hours, so that equal questions come together. */
export const nextHour = (now: number): number => (Math.floor(now / HOUR_MS) + 1) * HOUR_MS;

export const WATCH_COLUMNS = [
  'id',
  'owner_id',
  'channel_id',
  'subject_json',
  'rule_json',
  'quiet_json',
  'most_a_day',
  'muted_until',
  'paused',
] as const;

export const watchOf = (row: Pick<Selectable<WatchTable>, (typeof WATCH_COLUMNS)[number]>): Watch => ({
  id: row.id,
  ownerId: row.owner_id,
  channelId: row.channel_id,
  mostADay: row.most_a_day,
  mutedUntil: row.muted_until,
  ...parseStoredWatch({ subject: row.subject_json, rule: row.rule_json, quiet: row.quiet_json, paused: row.paused }),
});

export const choiceColumns = ({ channelId, rule, quiet, mostADay }: WatchOptions) => ({
  channel_id: channelId,
  rule_json: JSON.stringify(rule),
  quiet_json: quiet === null ? null : JSON.stringify(quiet),
  most_a_day: mostADay,
});
