import type { FoundSignal, PainSignalDetail, PainSignalListItem } from '@pain-signals/contract';
import type { ListQuery } from '@pain-signals/domain';
import type { SectionBlock } from '@slack/types';
import { ACTION } from '../kit/action-ids.ts';
import type { CardContext } from '../kit/audience.ts';
import { encodeQuery } from '../kit/button-values.ts';
import { type Card, card } from '../kit/card.ts';
import { button, context, joinParts, section } from '../kit/elements.ts';
import { formatDate, formatScore, type Locale, scoreBar } from '../kit/format.ts';
import { describeFreshness, formatFreshness } from '../kit/freshness.ts';
import {
  describeGrowth,
  formatAreaAndType,
  formatGrowth,
  formatOwners,
  formatPeriod,
  formatTopic,
  formatTopicLink,
  formatWeeklyMentions,
  type RowOptions,
} from '../kit/signal-text.ts';
import { escapeMrkdwn, escapePlainText } from '../kit/text.ts';
import { matchLine } from './answer-card.ts';

/** One row of a list; "Details" leads to the signal and back. */
export function signalRow(signal: FoundSignal, place: RowOptions & { list: ListQuery }): SectionBlock {
  const details = button(ACTION.details, {
    text: 'Details',
    label: `Details of ${escapePlainText(signal.topic, 60)}`,
    value: encodeQuery({ show: 'signal', id: signal.id, back: place.list }),
  });
  return section(formatSignalRow(signal, place), details);
}

/** Three lines: topic; score, growth and mentions; area, type, owners and last mention. */
export function formatSignalRow(signal: FoundSignal, { rank, linkTo, list, locale, count }: RowOptions): string {
  const days = list === undefined ? undefined : list.days;
  return [
    `*${rank}.* ${formatTopicLink(signal, linkTo)}`,
    joinParts([
      `${scoreBar(signal.score)} *${formatScore(signal.score)}*`,
      ...(count === undefined || days === undefined
        ? [formatGrowth(signal, locale), formatWeeklyMentions(signal, locale)]
        : formatPeriod(count, days, locale)),
      formatVolume(signal, list, locale),
    ]),
    joinParts([
      signal.confirmed === false ? '*not yet confirmed*' : null,
      formatAreaAndType(signal),
      formatOwners(signal, locale),
      `last seen ${formatDate(signal.lastSeenAt, 'day')}`,
    ]),
    matchLine(signal, rank),
  ]
    .filter((line) => line !== null)
    .join('\n');
}

/** Emerging lists show the limit as well. */
const formatVolume = ({ volume }: PainSignalListItem, list: ListQuery | undefined, locale: Locale): string =>
  list?.show === 'emerging'
    ? `${locale.count(volume)} of at most ${locale.plural(list.maxVolume, 'mention')}`
    : locale.plural(volume, 'mention');

/** `1. Topic (score 68, rising 140%)` */
export function describeSignalRow(signal: PainSignalListItem, rank: number, locale: Locale): string {
  return `${rank}. ${formatTopic(signal)} (score ${formatScore(signal.score)}, ${describeGrowth(signal, locale)})`;
}

const SUMMARY = 300;

/** Shown below a pasted link to a signal. */
export function unfurlCard(signal: PainSignalDetail, { freshness, linkTo, locale }: CardContext): Card {
  const summary = escapeMrkdwn(signal.summary, SUMMARY);
  return card(`${describeSignalRow(signal, 1, locale).replace(/^1\. /, '')}.${describeFreshness(freshness)}`, [
    section(formatSignalRow(signal, { rank: 1, linkTo, locale }).replace(/^\*1\.\* /, '')),
    summary === '' ? null : section(summary),
    context(formatFreshness(freshness)),
  ]);
}
