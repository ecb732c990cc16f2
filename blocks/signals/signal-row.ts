import type { FoundSignal, PainSignalDetail, PainSignalListItem } from '@pain-signals/contract';
import type { ListQuery } from '@pain-signals/domain';
import type { SectionBlock } from '@slack/types';
import { ACTION, encodeQuery } from '../kit/buttons.ts';
import { type Card, card } from '../kit/card.ts';
import { type CardContext, describeFreshness, formatFreshness } from '../kit/card-context.ts';
import { button, context, joinParts, section } from '../kit/elements.ts';
import { formatScore } from '../kit/format.ts';
import {
  describeFinding,
  describeTrend,
  formatAreaAndType,
  formatOwnersBriefly,
  formatPeriod,
  formatTopic,
  formatTopicLink,
  formatTotalBriefly,
  formatTrend,
  type RowOptions,
} from '../kit/signal-text.ts';
import { escapeMrkdwn, escapePlainText, formatLink, saysTheSame } from '../kit/text.ts';

/** One row of a list; "Details" leads to the signal and back. One that isn't confirmed has no details yet. */
export function signalRow(signal: FoundSignal, place: RowOptions & { list: ListQuery }): SectionBlock {
  if (signal.confirmed === false) return section(formatSignalRow(signal, place));
  const details = button(ACTION.details, {
    text: 'Details',
    label: `Details of ${escapePlainText(signal.topic, 60)}`,
    value: encodeQuery({ show: 'signal', id: signal.id, back: place.list }),
  });
  return section(formatSignalRow(signal, place), details);
}

/** Topic; how it moves; score, area, type and owners; the sentence that matched. */
export function formatSignalRow(signal: FoundSignal, { rank, linkTo, list, count, isCited }: RowOptions): string {
  const isAllFromThisWeek = signal.volume === signal.mentionsLastWindow;
  const days = list?.days;
  return joinParts(
    [
      `${rank === undefined ? '' : `*${rank}.* `}${signal.confirmed === false ? `*${formatTopic(signal)}*` : formatTopicLink(signal, linkTo)}`,
      joinParts(
        count === undefined || days === undefined
          ? [formatTrend(signal), isAllFromThisWeek ? null : formatTotalBriefly(signal)]
          : [formatPeriod(count, { days, volume: signal.volume }), formatTotalBriefly(signal)],
      ),
      joinParts([
        signal.confirmed === false ? '*Not confirmed yet*' : null,
        `Score *${formatScore(signal.score)}*`,
        formatAreaAndType(signal),
        formatOwnersBriefly(signal),
      ]),
      matchLine(signal, { isAsked: list?.show === 'ask', number: isCited ? (rank ?? 1) : null }),
    ],
    '\n',
  );
}

/** `1. Topic (score 68, up 140%: 24 mentions this week, 10 last week)`, over a period with its counts. */
export function describeSignalRow(signal: PainSignalListItem, rank: number, period: RowPeriod = {}): string {
  const { days, count } = period;
  const isCounted = count !== undefined && days !== undefined;
  const trend = isCounted
    ? formatPeriod(count, { days, volume: signal.volume }).replace(/^[▲▼✦] /, '')
    : describeTrend(signal);
  return `${rank}. ${formatTopic(signal)} (score ${formatScore(signal.score)}, ${trend})`;
}

type RowPeriod = Pick<RowOptions, 'count'> & { days?: number | undefined };

const SUMMARY = 300;

/** Shown below a pasted link to a signal. */
export function unfurlCard(signal: PainSignalDetail, { freshness, linkTo }: CardContext): Card {
  const summary = escapeMrkdwn(signal.summary, SUMMARY);
  return card(`${describeFinding(signal)}.${describeFreshness(freshness)}`, [
    section(formatSignalRow(signal, { linkTo })),
    summary === '' ? null : section(summary),
    context(formatFreshness(freshness)),
  ]);
}

const QUOTED = 300;

/**
 * The sentence that matched, with its post and the number that an answer cites it by; null where none is known. A question's hits
 * all show theirs, others where it says more than the topic.
 */
function matchLine(
  { topic, match }: FoundSignal,
  { isAsked, number }: { isAsked: boolean; number: number | null },
): string | null {
  if (match === undefined || match.sentence === null) return null;
  if (!isAsked && saysTheSame(match.sentence, topic)) return null;
  const sentence = escapeMrkdwn(match.sentence, QUOTED);
  if (sentence === '') return null;
  const author = escapeMrkdwn(match.author ?? '', 60);
  const from = joinParts([author === '' ? null : `by ${author}`, match.url === null ? null : formatLink(match.url)]);
  return `> “${sentence}”${number === null ? '' : ` [${number}]`}${from === '' ? '' : `\n${from}`}`;
}
