import {
  type FoundSignal,
  type PainSignalDetail,
  type PainSignalListItem,
  STRONG_RELEVANCE,
} from '@pain-signals/contract';
import { type AskQuery, type ListQuery, wordsOf } from '@pain-signals/domain';
import type { SectionBlock } from '@slack/types';
import { ACTION, encodeQuery } from '../kit/buttons.ts';
import { type Card, card } from '../kit/card.ts';
import { type CardContext, describeFreshness, formatFreshness } from '../kit/card-context.ts';
import { button, context, joinParts, section } from '../kit/elements.ts';
import { formatCount, formatScore, plural } from '../kit/format.ts';
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
import { escapeMrkdwn, escapePlainText, formatLink } from '../kit/text.ts';

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
export function formatSignalRow(signal: FoundSignal, { rank, linkTo, list, count }: RowOptions): string {
  const isAllFromThisWeek = signal.volume === signal.mentionsLastWindow;
  const days = list?.days;
  return joinParts(
    [
      `${rank === undefined ? '' : `*${rank}.* `}${formatTopicLink(signal, linkTo)}`,
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
      matchLine(signal, list?.show === 'ask' ? (rank ?? 1) : null),
    ],
    '\n',
  );
}

/** `1. Topic (score 68, up 140%: 24 mentions this week, 10 last week)` */
export function describeSignalRow(signal: PainSignalListItem, rank: number): string {
  return `${rank}. ${formatTopic(signal)} (score ${formatScore(signal.score)}, ${describeTrend(signal)})`;
}

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

const MAX_SENTENCES = 3;
const QUOTED = 300;

/** Questions that are answered by yes before anything else. */
const YES_OR_NO = /^(?:(?:hey|hi|so|ok)[, ]+)?(?:do|does|did|is|are|has|have|any(?:one|body)?)\b/i;

/**
 * Up to three sentences that answer a question, each with its source: [1] is the post quoted in the first row. Null where no post
 * is known.
 * @param withCounts says how often each is mentioned, for where no row does
 * @param asked what the question is about; only a hit that says all of it is a yes
 */
export function answerSentences(
  query: AskQuery,
  rows: readonly FoundSignal[],
  { withCounts, asked }: { withCounts: boolean; asked: string },
): string | null {
  const sourced = rows
    .map((row, at) => ({ row, number: query.page === 0 ? at + 1 : 0 }))
    .filter(({ row, number }) => number > 0 && hasSource(row))
    .slice(0, MAX_SENTENCES);
  if (sourced.length === 0) return null;
  const isYesOrNo = YES_OR_NO.test(query.question);
  const strong = sourced.filter(({ row }) => isStrong(row, rows) && (!isYesOrNo || saysAll(row, asked)));
  if (strong.length === 0) {
    const names = sourced.map(({ row, number }) => `“${formatTopic(row)}” [${number}]`);
    return `${isYesOrNo ? 'Nothing close to that.' : 'Nothing matches closely.'} Possibly related: ${names.join(', ')}.`;
  }
  const [first, ...others] = strong.map(
    ({ row, number }) => `“${formatTopic(row)}”${withCounts ? ` (${describeVolume(row)})` : ''} [${number}]`,
  );
  const also = others.length === 0 ? '' : ` They also report ${others.join(' and ')}.`;
  return `${isYesOrNo ? 'Yes: people' : 'People'} report ${first}.${also}`;
}

function describeVolume({ volume, mentionsLastWindow: last, confirmed = true }: FoundSignal): string {
  const week = last === null ? '' : last === 0 ? ', none this week' : `, ${formatCount(last)} this week`;
  return `${plural(volume, 'mention')}${week}${confirmed ? '' : ', not yet confirmed'}`;
}

/** A weaker hit, and one of a single word where others have several, may be about something else. Other services don't say. */
const STRONG_WORDS = 2;

function isStrong({ match }: FoundSignal, rows: readonly FoundSignal[]): boolean {
  const most = Math.max(0, ...rows.map((row) => row.match?.words.length ?? 0));
  return (
    match === undefined || (match.relevance >= STRONG_RELEVANCE && match.words.length >= Math.min(STRONG_WORDS, most))
  );
}

/** Words that a topic is written with, and that a post need not repeat. */
const GLUE = /^(?:the|and|for|with|from|when|that|this|are|our|its|your|their|into|about|while|after|before|using)$/;

/** Whether its name and the sentence that matched have every word of what was asked: a hit on "docker" is no yes to "docker image size". */
function saysAll({ topic, match }: FoundSignal, asked: string): boolean {
  const said = wordsOf(`${topic} ${match?.sentence ?? ''}`, MIN_WORD);
  const wanted = wordsOf(asked, MIN_WORD).filter((word) => !GLUE.test(word));
  return wanted.every((word) => said.some((other) => hasSameStem(word, other)));
}

const [MIN_WORD, MIN_STEM, LONGEST_ENDING] = [3, 4, 3];

/** `billing` and `billed`, `test` and `tests`. */
function hasSameStem(one: string, other: string): boolean {
  const differs = [...one].findIndex((letter, at) => letter !== other[at]);
  const stem = differs === -1 ? one.length : differs;
  return (
    one === other ||
    (stem >= Math.min(MIN_STEM, one.length) && stem >= Math.max(one.length, other.length) - LONGEST_ENDING)
  );
}

const hasSource = ({ match }: FoundSignal): boolean => (match?.sentence ?? null) !== null;

/** The sentence that matched, with its post and the number that an answer cites it by; null where none is known. */
function matchLine({ match }: FoundSignal, cited: number | null): string | null {
  if (match === undefined || match.sentence === null) return null;
  const sentence = escapeMrkdwn(match.sentence, QUOTED);
  if (sentence === '') return null;
  const author = escapeMrkdwn(match.author ?? '', 60);
  const source = [match.url === null ? null : formatLink(match.url), author === '' ? null : `by ${author}`];
  return `> “${sentence}”${cited === null ? '' : ` [${cited}]`} ${source.filter((part) => part !== null).join(', ')}`.trim();
}
