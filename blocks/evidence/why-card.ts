import {
  growthDirection,
  hasNoRecentMentions,
  isBackThisWeek,
  movesTooLittle,
  type PainSignalDetail,
  type Timeline,
} from '@pain-signals/contract';
import { DAY_MS, type Reason, WEEK_DAYS, type WhyQuery } from '@pain-signals/domain';
import { ACTION, encodeQuery } from '../kit/buttons.ts';
import { type Card, type CardPart, card } from '../kit/card.ts';
import {
  type CardContext,
  describeFreshness,
  formatFreshness,
  shareButtons,
  sharedByLine,
} from '../kit/card-context.ts';
import { actions, button, context, header, section } from '../kit/elements.ts';
import { describeDay, formatCount, plural } from '../kit/format.ts';
import { signalMenu } from '../kit/signal-menu.ts';
import { describeChange, formatTopic, sayOfIt } from '../kit/signal-text.ts';
import { capitalize, escapeMrkdwn, escapePlainText } from '../kit/text.ts';
import { formatOrigin } from './evidence-blocks.ts';

export interface WhyFacts {
  query: WhyQuery;
  detail: PainSignalDetail;
  timeline: Timeline | null;
  reasons: readonly Reason[];
  /** They are of this week. */
  areRecent: boolean;
  /** A cause that an older post names, where this week's posts name none. */
  earlierCause: Reason | null;
  /** Whether the service's lists say so of its rise; undefined where it has none, or they weren't asked. */
  isSignificant?: boolean | undefined;
}

const SENTENCE = 300;

/** What changed about a signal this week, with this week's posts. */
export function whyCard(facts: WhyFacts, cardContext: CardContext): Card {
  const { query, detail, reasons, earlierCause, isSignificant } = facts;
  const { freshness, audience } = cardContext;
  const silence = describeSilence(facts);
  const movement = describeChange(detail, isSignificant) ?? `has ${plural(detail.volume, 'mention')} in total`;
  const change = `${silence === null ? movement : movement.replace(/^is back/, `is back ${silence}`)}.`;
  const quotes = reasons.map(quoteOf);
  // No post says why others stopped.
  const hasLess =
    hasNoRecentMentions(detail) || (growthDirection(detail.growth) === 'falling' && !movesTooLittle(detail));
  return card(`“${formatTopic(detail)}” ${change} ${quotes.join(' ')}${describeFreshness(freshness)}`, [
    header(headerOf(detail, silence)),
    section(
      [
        silence === null ? sayOfIt(change) : capitalize(`${movement}.`.replace(/^is back: /, '')),
        hasLess ? null : describeBusiestDay(facts),
      ]
        .filter(Boolean)
        .join(' '),
    ),
    reasons.length === 0 ? section('None of its posts can be quoted.') : null,
    ...reasons.flatMap((reason, at) => {
      const heading = headingOf(facts, hasLess, at);
      return [heading === null ? null : section(heading), ...reasonBlocks(reason, at)];
    }),
    ...(earlierCause === null || hasLess
      ? []
      : [section('*A clue in an earlier post*'), ...reasonBlocks(earlierCause, reasons.length)]),
    context(formatFreshness(freshness)),
    audience.kind === 'person'
      ? whyButtons(query, audience.isShared ?? false)
      : actions([openButton(query), signalMenu(query.id)]),
    audience.kind === 'person' ? null : sharedByLine(audience, query),
  ]);
}

/** `“OAuth tokens expire” is back after 6 weeks` */
function headerOf({ topic }: PainSignalDetail, silence: string | null): string {
  const name = escapePlainText(topic, LONGEST_NAMED) || 'Untitled signal';
  return silence === null ? name : `“${name}” is back ${silence}`;
}

const LONGEST_NAMED = 120;
const DAYS_OF_TWO_WEEKS = 14;

/** `after 6 weeks`, `after at least 11 weeks`; null for what isn't back, or was silent for less than two weeks. */
function describeSilence({ detail, timeline }: WhyFacts): string | null {
  if (!isBackThisWeek(detail) || timeline === null) return null;
  const days = timeline.buckets.map(({ date, count }) => ({ count, at: Math.round(Date.parse(date) / DAY_MS) }));
  const from = (days.at(-1)?.at ?? 0) - WEEK_DAYS;
  const back = days.find(({ at, count }) => at >= from && count > 0);
  const before = days.findLast(({ at, count }) => at < from && count > 0);
  const since = before ?? days[0];
  if (back === undefined || since === undefined || back.at - since.at < DAYS_OF_TWO_WEEKS) return null;
  const weeks = plural(Math.floor((back.at - since.at) / WEEK_DAYS), 'week');
  return `after ${before === undefined ? 'at least ' : ''}${weeks}`;
}

const quoteOf = ({ sentence }: Reason, at: number) => `“${escapeMrkdwn(sentence, SENTENCE)}” [${at + 1}]`;

function reasonBlocks(reason: Reason, at: number): CardPart[] {
  const { title, ...source } = reason.source;
  const lines = [titleOf(title, reason.sentence), `> “${escapeMrkdwn(reason.sentence, SENTENCE)}”`].filter(
    (line) => line !== null,
  );
  const origin = `*[${at + 1}]* ${formatOrigin({ title, ...source })}`;
  return [context([origin]), section(lines.join('\n'))].filter((block) => block !== null);
}

/** Null where a sentence is of the same kind as the one before. A sentence without a word for a cause may still say why. */
function headingOf({ detail, reasons, areRecent }: WhyFacts, hasLess: boolean, at: number): string | null {
  const isClue = (reason: Reason | undefined) => !hasLess && reason?.namesCause === true;
  const [before, reason] = [reasons[at - 1], reasons[at]];
  if (before !== undefined && isClue(before) === isClue(reason)) return null;
  if (isClue(reason)) return areRecent ? '*Clues in this week’s posts*' : '*Clues in earlier posts*';
  if (before !== undefined) return '*They also report*';
  if (!areRecent) return '*What its latest posts report*';
  const [shown, posts] = [reasons.length, detail.mentionsLastWindow ?? 0];
  return posts > shown ? `*${formatCount(shown)} of this week’s ${formatCount(posts)} posts*` : '*This week’s posts*';
}

/** What the sentence is from, unless it says the same. */
function titleOf(title: string | null, sentence: string): string | null {
  const named = escapeMrkdwn(title ?? '', 150);
  return named === '' || sentence.startsWith((title ?? '').replace(/(?:…|\.{3})$/, '').trim()) ? null : `*${named}*`;
}

/** Null when no day or two of the week stand out. */
function describeBusiestDay({ timeline, detail }: WhyFacts): string | null {
  const days = timeline?.buckets.slice(-7) ?? [];
  // The week began during the day before: what these days lack of its mentions is of that day.
  const dayBefore = timeline?.buckets.at(-8);
  const missing = (detail.mentionsLastWindow ?? 0) - days.reduce((sum, { count }) => sum + count, 0);
  if (missing > (dayBefore?.count ?? 0)) return null;
  const week = dayBefore === undefined ? days : [{ ...dayBefore, count: missing }, ...days];
  const most = Math.max(0, ...week.map(({ count }) => count));
  const busiest = week.filter(({ count }) => count === most).map(({ date }) => describeDay(date));
  const mentions = plural(most, 'mention');
  if (most < 2 || busiest.length > 2) return null;
  return busiest.length === 1
    ? `The busiest day (UTC) was ${busiest[0]}, with ${mentions}.`
    : `The busiest days (UTC) were ${busiest.join(' and ')}, with ${mentions} each.`;
}

function whyButtons(query: WhyQuery, isShared: boolean) {
  const { id, back } = query;
  const way = back ? { back } : {};
  return actions([
    openButton(query),
    button(ACTION.evidence, { text: 'All evidence', value: encodeQuery({ show: 'evidence', id, page: 0, ...way }) }),
    button(ACTION.brief, { text: 'Brief', value: encodeQuery({ show: 'brief', id, ...way }) }),
    ...shareButtons(query, { isShared }),
    signalMenu(id),
  ]);
}

const openButton = ({ id, back }: WhyQuery) =>
  button(ACTION.details, {
    text: 'Details',
    value: encodeQuery({ show: 'signal', id, ...(back ? { back } : {}) }),
    style: 'primary',
  });
