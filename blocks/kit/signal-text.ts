import type { PainSignalListItem, ScoreParts } from '@pain-signals/contract';
import { areaName, painTypeName } from '@pain-signals/contract';
import {
  type GrowthDirection,
  type GrowthFigures,
  growthDirection,
  hasGoneQuiet,
  hasNoRecentMentions,
  isBackThisWeek,
  isNewThisWeek,
  type ListQuery,
} from '@pain-signals/domain';
import { joinParts } from './elements.ts';
import { type Locale, sparkline } from './format.ts';
import { escapeMrkdwn } from './text.ts';

/** Arrow and word together: not everybody can read arrows or colors. */
export function formatGrowth(signal: GrowthFigures, locale: Locale): string {
  if (isNewThisWeek(signal)) return '✦ new this week';
  if (isBackThisWeek(signal)) return '▲ back after a quiet week';
  if (hasNoRecentMentions(signal)) return '▬ quiet';
  if (hasGoneQuiet(signal)) return '▼ gone quiet';
  return GROWTH_ARROWS[growthDirection(signal.growth)](locale.ratio(Math.abs(signal.growth)));
}

/** `▄█ 10 → 24 a week`; null when the service doesn't give both weeks. */
export function formatWeeklyMentions(
  { mentionsLastWindow: last, mentionsPrevWindow: previous }: GrowthFigures,
  locale: Locale,
): string | null {
  if (last === null || previous === null) return null;
  if (hasNoRecentMentions({ mentionsLastWindow: last, mentionsPrevWindow: previous })) return NO_RECENT_MENTIONS;
  return `${sparkline([previous, last])} ${locale.count(previous)} → ${locale.count(last)} a week`;
}

/** `▲ rising +200%  ·  ▂█ 6 → 18 in 30 days`: growth and mentions over a list's own period. */
export function formatPeriod(
  { mentions, before }: NonNullable<RowOptions['count']>,
  days: number,
  locale: Locale,
): (string | null)[] {
  const span = locale.plural(days, 'day');
  if (before === null) return [`${locale.plural(mentions, 'mention')} in ${span}`];
  const arrow =
    before === 0
      ? mentions === 0
        ? '▬ quiet'
        : '✦ none in the period before'
      : GROWTH_ARROWS[growthDirection((mentions - before) / before)](
          locale.ratio(Math.abs(mentions - before) / before),
        );
  return [arrow, `${sparkline([before, mentions])} ${locale.count(before)} → ${locale.count(mentions)} in ${span}`];
}

/** `rising 140%`, for sentences. */
export function describeGrowth(signal: GrowthFigures, locale: Locale): string {
  if (isNewThisWeek(signal)) return 'new this week';
  if (isBackThisWeek(signal)) return 'back after a quiet week';
  if (hasNoRecentMentions(signal)) return 'quiet';
  if (hasGoneQuiet(signal)) return 'gone quiet';
  const direction = growthDirection(signal.growth);
  return direction === 'steady' ? 'steady' : `${direction} ${locale.ratio(Math.abs(signal.growth))}`;
}

/** Both weeks in words; null when the service doesn't give them. */
export function describeWeeklyMentions(
  { mentionsLastWindow: last, mentionsPrevWindow: previous }: GrowthFigures,
  locale: Locale,
): string | null {
  if (last === null || previous === null) return null;
  if (hasNoRecentMentions({ mentionsLastWindow: last, mentionsPrevWindow: previous })) return NO_RECENT_MENTIONS;
  return `${locale.plural(last, 'mention')} in the last 7 days, ${locale.count(previous)} in the 7 before`;
}

const NO_RECENT_MENTIONS = 'no mention in the last 14 days';

const GROWTH_ARROWS: Record<GrowthDirection, (percent: string) => string> = {
  rising: (percent) => `▲ rising +${percent}`,
  falling: (percent) => `▼ falling −${percent}`,
  steady: () => '▬ steady',
};

const TOPIC = 160;
const OWNER = 60;

/** The address of a signal's page, null when there is none to link to. */
export type LinkTo = (signalId: string) => string | null;

export interface RowOptions {
  rank: number;
  /** The list that the row is part of. */
  list?: ListQuery;
  /** Mentions in the list's period, and in the one before. */
  count?: { mentions: number; before: number | null } | undefined;
  linkTo: LinkTo;
  locale: Locale;
}

export function formatTopic({ topic }: { topic: string }): string {
  return escapeMrkdwn(topic, TOPIC) || 'Untitled signal';
}

export function formatTopicLink(signal: { id: string; topic: string }, linkTo: LinkTo): string {
  const url = linkTo(signal.id);
  const topic = formatTopic(signal);
  return url === null ? `*${topic}*` : `*<${url}|${topic}>*`;
}

/** `Auth & identity  ·  Bug`, or null when neither is known. */
export function formatAreaAndType({
  macroArea,
  painType,
}: Pick<PainSignalListItem, 'macroArea' | 'painType'>): string | null {
  return (
    joinParts([
      macroArea === null ? null : escapeMrkdwn(areaName(macroArea), 40),
      painType && painTypeName(painType),
    ]) || null
  );
}

/** Owners of the affected repositories; null without code-host posts. */
export function formatOwners(signal: PainSignalListItem, locale: Locale): string | null {
  const { uniqueOwnerCount: owners } = signal;
  const top = formatTopOwner(signal, locale);
  if (top === null) return owners > 0 ? locale.plural(owners, 'owner') : null;
  return owners > 1 ? `${top}, ${locale.plural(owners, 'owner')}` : top;
}

/** The owner with the largest share. */
export function formatTopOwner(signal: PainSignalListItem, locale: Locale): string | null {
  const { topOwnerName, topOwnerDominancePct: percent, uniqueOwnerCount: owners } = signal;
  const name = topOwnerName === null ? '' : escapeMrkdwn(topOwnerName, OWNER);
  if (name === '') return null;
  return owners > 1 ? `${locale.percent(percent)} from ${name}` : `all from ${name}`;
}

/** What a part of the score measures. */
export const SCORE_PART_TEXTS: Record<keyof ScoreParts, string> = {
  volume: 'how many report it',
  growth: 'how fast it grows',
  breadth: 'how many projects it hits',
  severity: 'how badly it hurts',
  recency: 'how recent it is',
  confidence: 'how sure it is',
  cap: 'how far it may count',
};
