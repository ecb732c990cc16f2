import { showDate } from './dates.ts';
import { nameArea, namePainType } from './names.ts';
import { showCount, showGiven, showPercent } from './numbers.ts';
import type { SearchFilter } from './question.ts';
import { sayTopic } from './signal-row.ts';
import { quoteData } from './text.ts';
import { FOR_GOOD, type PauseReason, type QuietHours, type Watch, type WatchSubject } from './watch.ts';
import type { WatchRule } from './watch-rule.ts';

/** `“OAuth tokens expire”`, or `signals about “oauth” in Auth & identity`. */
export function saySubject(subject: WatchSubject): string {
  return subject.of === 'signal' ? `“${sayTopic(subject)}”` : `signals ${sayFilter(subject.filter)}`;
}

function sayFilter({ words, area, type, owner, minScore, minRepositories }: SearchFilter): string {
  const parts = [
    words === undefined ? null : `about “${quoteData(words, 100)}”`,
    area === undefined ? null : `in ${quoteData(nameArea(area), 60)}`,
    type === undefined ? null : `of type ${namePainType(type).toLowerCase()}`,
    owner === undefined ? null : `of owner ${quoteData(owner, 60)}`,
    minScore === undefined ? null : `with a score from ${showGiven(minScore)}`,
    minRepositories === undefined ? null : `in ${showCount(minRepositories)} or more repositories`,
  ];
  return parts.filter((part) => part !== null).join(' ');
}

/** `growth comes over 100%`. */
export function sayRule(rule: WatchRule): string {
  switch (rule.when) {
    case 'growth':
      return `growth comes over ${showPercent(rule.above)}`;
    case 'score':
      return `the score comes over ${showGiven(rule.above)}`;
    case 'new':
      return 'a new one appears';
  }
}

/** Both in one: `the growth of “OAuth tokens expire” comes over 100%`. */
export function sayWatched({ rule, subject }: Pick<Watch, 'rule' | 'subject'>): string {
  const one = subject.of === 'signal' ? saySubject(subject) : `one of the ${saySubject(subject)}`;
  switch (rule.when) {
    case 'growth':
      return `the growth of ${one} comes over ${showPercent(rule.above)}`;
    case 'score':
      return `the score of ${one} comes over ${showGiven(rule.above)}`;
    case 'new':
      return subject.of === 'signal' ? `${one} is new` : `a new signal ${sayFilter(subject.filter)} appears`;
  }
}

/** Whom it tells. */
export const sayTarget = ({ channelId }: Pick<Watch, 'channelId'>): string =>
  channelId === null ? 'you, by direct message,' : `<#${channelId}>`;

export function sayQuiet(quiet: QuietHours | null): string {
  return quiet === null ? 'at any hour' : `silent ${hour(quiet.from)}–${hour(quiet.to)}`;
}

const hour = (each: number) => `${String(each).padStart(2, '0')}:00`;

export const PAUSED: Record<PauseReason, { because: string; next: string }> = {
  'no-channel': {
    because: 'I cannot post in its channel any more: it is archived or gone, or I am no member.',
    next: 'Let me in with `/invite @painsignals` there, or choose another channel with Adjust; then press Resume.',
  },
  'no-key': {
    because: 'The service does not accept our key any more.',
    next: 'When whoever runs this app, or an admin, has set a new one, press Resume.',
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

/** How it is just now, when it does not watch. */
export function sayState({ paused, mutedUntil }: Watch, now: number): string | null {
  if (paused !== null) return `Paused: ${PAUSED[paused].because}`;
  if (mutedUntil === null || mutedUntil <= now) return null;
  return mutedUntil === FOR_GOOD ? 'Muted for good' : `Muted until ${showDate(mutedUntil, 'minute')}`;
}
