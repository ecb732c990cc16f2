import type { PainSignalListItem } from '@pain-signals/contract';
import type { SectionBlock } from '@slack/types';
import { ACTION } from './action-ids.ts';
import { formatDate } from './dates.ts';
import { button, section } from './elements.ts';
import { describeGrowth, formatGrowth, formatWeeklyMentions } from './growth.ts';
import { areaName, painTypeName } from './names.ts';
import { formatCount, formatPercent, formatScore, plural } from './numbers.ts';
import { encodeQuery, type ListQuery } from './question.ts';
import { scoreBar } from './sparkline.ts';
import { escapeMrkdwn, escapePlainText } from './text.ts';

const TOPIC = 160;
const OWNER = 60;

interface RowOptions {
  rank: number;
  /** The list it stands in. */
  list?: ListQuery;
  linkTo: (signalId: string) => string | null;
}

/** One signal of a list, one press away from the rest and from there back to the list. */
export function signalRow(signal: PainSignalListItem, place: RowOptions & { list: ListQuery }): SectionBlock {
  const details = button(ACTION.details, {
    text: 'Details',
    label: `Details of ${escapePlainText(signal.topic, 60)}`,
    value: encodeQuery({ show: 'signal', id: signal.id, back: place.list }),
  });
  return section(formatSignalRow(signal, place), details);
}

/** A signal in three lines: what; how bad, how fast, how much; which kind, who, when. */
export function formatSignalRow(signal: PainSignalListItem, { rank, linkTo, list }: RowOptions): string {
  return [
    `*${rank}.* ${formatTopicLink(signal, linkTo)}`,
    joinParts([
      `${scoreBar(signal.score)} *${formatScore(signal.score)}*`,
      formatGrowth(signal),
      formatWeeklyMentions(signal),
      formatVolume(signal, list),
    ]),
    joinParts([formatAreaAndType(signal), formatOwners(signal), `last seen ${formatDate(signal.lastSeenAt, 'day')}`]),
  ].join('\n');
}

/** In a list of small signals the bound is the reason why it stands there. */
const formatVolume = ({ volume }: PainSignalListItem, list: ListQuery | undefined): string =>
  list?.show === 'emerging'
    ? `${formatCount(volume)} of at most ${plural(list.maxVolume, 'mention')}`
    : plural(volume, 'mention');

/** The same for a message's text: `1. Topic (score 68, rising 140%)`. */
export function describeSignalRow(signal: PainSignalListItem, rank: number): string {
  return `${rank}. ${formatTopic(signal)} (score ${formatScore(signal.score)}, ${describeGrowth(signal)})`;
}

export function formatTopic({ topic }: { topic: string }): string {
  return escapeMrkdwn(topic, TOPIC) || 'Untitled signal';
}

/** With a link to its page, where there is one. */
export function formatTopicLink(signal: { id: string; topic: string }, linkTo: RowOptions['linkTo']): string {
  const url = linkTo(signal.id);
  const topic = formatTopic(signal);
  return url === null ? `*${topic}*` : `*<${url}|${topic}>*`;
}

/** Area and type in words, or null when the service could not tell either. */
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

/** Who owns the code that hurts, or null for signals that do not come from a code host. */
export function formatOwners(signal: PainSignalListItem): string | null {
  const { uniqueOwnerCount: owners } = signal;
  const top = formatTopOwner(signal);
  if (top === null) return owners > 0 ? plural(owners, 'owner') : null;
  return owners > 1 ? `${top}, ${plural(owners, 'owner')}` : top;
}

/** The one who has most of it, without how many others there are. */
export function formatTopOwner(signal: PainSignalListItem): string | null {
  const { topOwnerName, topOwnerDominancePct: percent, uniqueOwnerCount: owners } = signal;
  const name = topOwnerName === null ? '' : escapeMrkdwn(topOwnerName, OWNER);
  if (name === '') return null;
  return owners > 1 ? `${formatPercent(percent)} from ${name}` : `all from ${name}`;
}

const joinParts = (parts: readonly (string | null)[]) =>
  parts.filter((part) => part !== null && part !== '').join('  ·  ');
