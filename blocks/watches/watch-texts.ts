import { areaName, painTypeName } from '@pain-signals/contract';
import {
  BOT_NAME,
  MUTED_FOREVER,
  type QuietHours,
  type SearchFilter,
  type Watch,
  type WatchPauseReason,
  type WatchRule,
  type WatchSubject,
} from '@pain-signals/domain';
import { formatDate, type Locale } from '../kit/format.ts';
import { formatTopic } from '../kit/signal-text.ts';
import { escapeMrkdwn } from '../kit/text.ts';

/** `“OAuth tokens expire”`, or `signals about “oauth” in Auth & identity`. */
export function describeSubject(subject: WatchSubject, locale: Locale): string {
  return subject.of === 'signal' ? `“${formatTopic(subject)}”` : `signals ${describeFilter(subject.filter, locale)}`;
}

function describeFilter({ words, area, type, owner, minScore, minRepositories }: SearchFilter, locale: Locale): string {
  const parts = [
    words === undefined ? null : `about “${escapeMrkdwn(words, 100)}”`,
    area === undefined ? null : `in ${escapeMrkdwn(areaName(area), 60)}`,
    type === undefined ? null : `of type ${painTypeName(type).toLowerCase()}`,
    owner === undefined ? null : `of owner ${escapeMrkdwn(owner, 60)}`,
    minScore === undefined ? null : `with a score from ${locale.decimal(minScore)}`,
    minRepositories === undefined ? null : `in ${locale.count(minRepositories)} or more repositories`,
  ];
  return parts.filter((part) => part !== null).join(' ');
}

/** `growth comes over 100%`. */
export function describeRule(rule: WatchRule, locale: Locale): string {
  switch (rule.when) {
    case 'growth':
      return `growth comes over ${locale.ratio(rule.above)}`;
    case 'score':
      return `the score comes over ${locale.decimal(rule.above)}`;
    case 'new':
      return 'a new one appears';
  }
}

/** Both in one: `the growth of “OAuth tokens expire” comes over 100%`. */
export function describeWatch({ rule, subject }: Pick<Watch, 'rule' | 'subject'>, locale: Locale): string {
  const one =
    subject.of === 'signal' ? describeSubject(subject, locale) : `one of the ${describeSubject(subject, locale)}`;
  switch (rule.when) {
    case 'growth':
      return `the growth of ${one} comes over ${locale.ratio(rule.above)}`;
    case 'score':
      return `the score of ${one} comes over ${locale.decimal(rule.above)}`;
    case 'new':
      return subject.of === 'signal'
        ? `${one} is new`
        : `a new signal ${describeFilter(subject.filter, locale)} appears`;
  }
}

export const describeTarget = ({ channelId }: Pick<Watch, 'channelId'>): string =>
  channelId === null ? 'you, by direct message,' : `<#${channelId}>`;

export function describeQuietHours(quiet: QuietHours | null): string {
  return quiet === null ? 'at any hour' : `silent ${hour(quiet.from)}–${hour(quiet.to)}`;
}

const hour = (each: number) => `${String(each).padStart(2, '0')}:00`;

export const PAUSE_TEXTS: Record<WatchPauseReason, { because: string; next: string }> = {
  'no-channel': {
    because: 'I cannot post in its channel any more: it is archived or gone, or I am no member.',
    next: `Let me in with \`/invite @${BOT_NAME}\` there, or choose another channel with Adjust; then press Resume.`,
  },
  'no-key': {
    because: 'The service does not accept our key any more.',
    next: 'When an admin or the person who runs this app has set a new one, press Resume.',
  },
  'no-signal': {
    because: 'What it watches is no longer there.',
    next: 'Watch something else in its place, or stop it.',
  },
  outsider: {
    because: 'Who made it is no longer a full member of this workspace.',
    next: 'An admin can stop it.',
  },
};

/** Null while the watch is active. */
export function describeWatchState({ paused, mutedUntil }: Watch, now: number): string | null {
  if (paused !== null) return `Paused: ${PAUSE_TEXTS[paused].because}`;
  if (mutedUntil === null || mutedUntil <= now) return null;
  return mutedUntil === MUTED_FOREVER ? 'Muted for good' : `Muted until ${formatDate(mutedUntil, 'minute')}`;
}
