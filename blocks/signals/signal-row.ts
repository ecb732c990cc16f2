import type { FoundSignal, PainSignalDetail, PainSignalListItem } from '@pain-signals/contract';
import type { ListQuery } from '@pain-signals/domain';
import type { SectionBlock } from '@slack/types';
import { ACTION } from '../kit/action-ids.ts';
import { encodeQuery } from '../kit/button-values.ts';
import { type Card, card } from '../kit/card.ts';
import { type CardContext, describeFreshness, formatFreshness } from '../kit/card-context.ts';
import { button, context, joinParts, section } from '../kit/elements.ts';
import { formatScore, type Locale } from '../kit/format.ts';
import {
  describeFinding,
  describeTrend,
  formatAreaAndType,
  formatOwners,
  formatPeriod,
  formatTopic,
  formatTopicLink,
  formatTotal,
  formatTrend,
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

/** Topic; how it moves; score, area, type and owners; the sentence that matched. */
export function formatSignalRow(signal: FoundSignal, { rank, linkTo, list, locale, count }: RowOptions): string {
  const isAllFromThisWeek = signal.volume === signal.mentionsLastWindow;
  const days = list?.days;
  return [
    `${rank === undefined ? '' : `*${rank}.* `}${formatTopicLink(signal, linkTo)}`,
    joinParts(
      count === undefined || days === undefined
        ? [formatTrend(signal, locale), isAllFromThisWeek ? null : formatTotal(signal, locale)]
        : [formatPeriod(count, days, locale)],
    ),
    joinParts([
      signal.confirmed === false ? '*Not confirmed yet*' : null,
      `Score *${formatScore(signal.score)}*`,
      formatAreaAndType(signal),
      formatOwners(signal, locale),
    ]),
    matchLine(signal, rank ?? 1),
  ]
    .filter((line) => line !== null)
    .join('\n');
}

/** `1. Topic (score 68, up 140%: 24 mentions this week, 10 last week)` */
export function describeSignalRow(signal: PainSignalListItem, rank: number, locale: Locale): string {
  return `${rank}. ${formatTopic(signal)} (score ${formatScore(signal.score)}, ${describeTrend(signal, locale)})`;
}

const SUMMARY = 300;

/** Shown below a pasted link to a signal. */
export function unfurlCard(signal: PainSignalDetail, { freshness, linkTo, locale }: CardContext): Card {
  const summary = escapeMrkdwn(signal.summary, SUMMARY);
  return card(`${describeFinding(signal, locale)}.${describeFreshness(freshness)}`, [
    section(formatSignalRow(signal, { linkTo, locale })),
    summary === '' ? null : section(summary),
    context(formatFreshness(freshness)),
  ]);
}
