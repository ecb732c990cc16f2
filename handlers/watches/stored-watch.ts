import { z } from 'zod';
import { QuietHours, WATCH_PAUSE_REASONS, type Watch, WatchSubject } from '#blocks/watch.ts';
import { WatchRule } from '#blocks/watch-rule.ts';
import type { WatchMemory } from './judge-watch.ts';

/** What a store keeps as text. */
interface StoredWatch {
  subject: string;
  rule: string;
  quiet: string | null;
  paused: string | null;
}

const Paused = z.enum(WATCH_PAUSE_REASONS).nullable();

export const parseStoredWatch = ({ subject, rule, quiet, paused }: StoredWatch) => ({
  subject: WatchSubject.parse(JSON.parse(subject)),
  rule: WatchRule.parse(JSON.parse(rule)),
  quiet: quiet === null ? null : QuietHours.parse(JSON.parse(quiet)),
  paused: Paused.parse(paused),
});

/** Equal for watches that ask the service the same. */
export const queryKeyOf = ({ subject, rule }: Pick<Watch, 'subject' | 'rule'>): string =>
  subject.of === 'signal'
    ? `signal ${subject.id}`
    : `search ${rule.when === 'score' ? 'score' : 'growth'} ${JSON.stringify(subject.filter)}`;

const Memory = z.object({
  signals: z.record(
    z.string(),
    z.object({
      score: z.number(),
      growth: z.number(),
      isAbove: z.boolean(),
      toldAt: z.number().nullable(),
      alertId: z.string().nullable(),
    }),
  ),
  toldAt: z.array(z.number()),
});

/** Null for what another version wrote: it begins anew. */
export const parseWatchMemory = (text: string | null): WatchMemory | null =>
  text === null ? null : (Memory.safeParse(JSON.parse(text)).data ?? null);
