import { areaName, painTypeName } from '@pain-signals/contract';
import {
  DAY_MS,
  endsByItself,
  MUTED_FOREVER,
  type QuietHours,
  type SearchFilter,
  type Watch,
  type WatchSubject,
} from '@pain-signals/domain';
import type { Button, StaticSelect } from '@slack/types';
import { ACTION, encodeQuery, encodeResume } from '../kit/buttons.ts';
import { button, placeholderSelect } from '../kit/elements.ts';
import { formatCount, formatDecimal, formatRatio } from '../kit/format.ts';
import { formatTopic } from '../kit/signal-text.ts';
import { escapeMrkdwn, joinNames } from '../kit/text.ts';

/** `“OAuth tokens expire”`, or `bugs about “oauth” in Auth & identity`. */
export function describeSubject(subject: WatchSubject): string {
  if (subject.of === 'signal') return `“${formatTopic(subject)}”`;
  return `${kindOf(subject.filter)}s${describeFilter(subject.filter)}`;
}

/** `signal`, or `bug`: as titles of searches say it. */
const kindOf = ({ type }: SearchFilter): string => (type === undefined ? 'signal' : painTypeName(type).toLowerCase());

function describeFilter({ words, area, owner, minScore, minRepositories }: SearchFilter): string {
  const parts = [
    words === undefined ? null : `about “${escapeMrkdwn(words, 100)}”`,
    area === undefined ? null : `in ${escapeMrkdwn(areaName(area), 60)}`,
    owner === undefined ? null : `from ${escapeMrkdwn(owner, 60)}`,
    minScore === undefined ? null : `scoring ${formatDecimal(minScore)} or more`,
    minRepositories === undefined ? null : `in ${formatCount(minRepositories)} or more repositories`,
  ];
  return parts.flatMap((part) => (part === null ? [] : [` ${part}`])).join('');
}

/** `it grows more than 100% in a week`, or of a search `one grows …`. */
export function describeRule({ rule, subject }: Pick<Watch, 'rule' | 'subject'>): string {
  const isOne = subject.of === 'signal';
  switch (rule.when) {
    case 'growth':
      return `${isOne ? 'it' : 'one'} grows more than ${formatRatio(rule.above)} in a week`;
    case 'score':
      return `${isOne ? 'it' : 'one'} scores above ${formatDecimal(rule.above)}`;
    case 'new':
      return 'a new one appears';
  }
}

/** `growth over 50% in a week` */
export function describeThreshold(rule: Watch['rule']): string {
  switch (rule.when) {
    case 'growth':
      return `growth over ${formatRatio(rule.above)} in a week`;
    case 'score':
      return `score over ${formatDecimal(rule.above)}`;
    case 'new':
      return 'new signals';
  }
}

/** Both in one: `“OAuth tokens expire” grows more than 100% in a week`. */
export function describeWatch({ rule, subject }: Pick<Watch, 'rule' | 'subject'>): string {
  const one =
    subject.of === 'signal' ? describeSubject(subject) : `a ${kindOf(subject.filter)}${describeFilter(subject.filter)}`;
  switch (rule.when) {
    case 'growth':
      return `${one} grows more than ${formatRatio(rule.above)} in a week`;
    case 'score':
      return `${one} scores above ${formatDecimal(rule.above)}`;
    case 'new':
      return subject.of === 'signal'
        ? `${one} is new`
        : `a new ${kindOf(subject.filter)}${describeFilter(subject.filter)} appears`;
  }
}

/** `I’ll DM you when “OAuth tokens expire” grows more than 50% in a week.` */
export function describePromise(watch: Pick<Watch, 'rule' | 'subject' | 'channelId'>, whom = 'you'): string {
  const how = watch.channelId === null ? `I’ll DM ${whom}` : `I’ll post in <#${watch.channelId}>`;
  return `${how} when ${describeWatch(watch)}.`;
}

/** Whom its promise names to this reader. */
export const ownerFor = (viewerId: string | null, { ownerId }: Pick<Watch, 'ownerId'>): string =>
  ownerId === viewerId ? 'you' : `<@${ownerId}>`;

/** @param whom as in the promise */
export const tell = ({ channelId }: Watch, whom: string) => (channelId === null ? `I’ll DM ${whom}` : 'I’ll post');

export const sharedChannelNote = (channelId: string) =>
  `⚠ <#${channelId}> is shared with another organization. They’ll see the alerts too.`;

export function describeQuietHours(quiet: QuietHours | null): string {
  return quiet === null ? 'at any hour' : `quiet from ${describeHours(quiet)}`;
}

/** As the digest's times are written: `10 PM to 7 AM`. */
export const describeHours = ({ from, to }: QuietHours): string => `${hour(from)} to ${hour(to)}`;

const hour = (each: number) => `${each % 12 || 12} ${each < 12 ? 'AM' : 'PM'}`;

const MOST_NAMED = 5;

/** `“OAuth tokens expire”, … and 3 more`. Several watches of the same are named once. */
export function nameSubjects(watches: readonly Pick<Watch, 'subject'>[]): string {
  const all = watches.map(({ subject }) => describeSubject(subject));
  const named = [...new Set(all)].slice(0, MOST_NAMED);
  const more = all.filter((name) => !named.includes(name)).length;
  return joinNames(more > 0 ? [...named, `${formatCount(more)} more`] : named);
}

export const isMuted = ({ mutedUntil }: Watch, now: number): boolean => mutedUntil !== null && mutedUntil > now;

/** False also where it goes on by itself, as once its signal is shown again. */
const canResume = (watch: Watch, now: number): boolean =>
  watch.paused === null || endsByItself(watch.paused) ? isMuted(watch, now) : watch.paused !== 'unreadable';

const SPANS = { day: '1 day', week: '1 week', good: 'until I unmute it' } as const;
type Span = keyof typeof SPANS;

/** The value holds duration and watch id. */
export const muteMenu = ({ id }: Pick<Watch, 'id'>): StaticSelect =>
  placeholderSelect(
    ACTION.watchMute,
    'Mute',
    (Object.keys(SPANS) as Span[]).map((span) => ({
      text: span === 'good' ? `Mute ${SPANS[span]}` : `Mute for ${SPANS[span]}`,
      value: `${span} ${id}`,
    })),
  );

export function decodeMute(value: unknown, now: number): { id: string; until: number } | null {
  const [, span, id] = /^(day|week|good) ([\w-]{1,100})$/.exec(typeof value === 'string' ? value : '') ?? [];
  if (span === undefined || id === undefined) return null;
  return { id, until: span === 'good' ? MUTED_FOREVER : now + (span === 'week' ? 7 : 1) * DAY_MS };
}

export const adjustButton = ({ id }: Pick<Watch, 'id'>): Button | null =>
  button(ACTION.watchAdjust, { text: 'Edit', value: id, label: 'Edit this watch' });

export const stopButton = ({ id }: Pick<Watch, 'id'>): Button | null =>
  button(ACTION.watchStop, { text: 'Stop', value: id, label: 'Stop this watch for good' });

/** Null where it changes nothing. */
export const resumeButtonIfAsleep = (watch: Watch, now: number): Button | null =>
  canResume(watch, now) ? resumeButton(watch) : null;

/** Whether there is a pause that pressing a button ends. */
export const endsPause = (paused: Watch['paused']): boolean => paused !== null && !endsByItself(paused);

/**
 * "Resume" ends a pause and a mute, "Unmute" the mute where no pause can be ended. Beside the reason of its pause: where another
 * organization reads the channel, pressing it agrees to that.
 */
export function resumeButton({ id, channelId, paused }: Pick<Watch, 'id' | 'channelId' | 'paused'>): Button | null {
  const text = endsPause(paused) ? 'Resume' : 'Unmute';
  return button(ACTION.watchResume, {
    text,
    value: encodeResume(id, paused === 'shared' ? channelId : null),
    label: `${text} this watch`,
  });
}

export const watchesButton = (): Button | null =>
  button(ACTION.watches, { text: 'All watches', value: encodeQuery({ show: 'watches' }) });

export const decodeWatchId = (value: unknown): string | null =>
  typeof value === 'string' && /^[\w-]{1,100}$/.test(value) ? value : null;
