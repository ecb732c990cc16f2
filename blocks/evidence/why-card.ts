import type { PainSignalDetail, Timeline } from '@pain-signals/contract';
import { type CitedEvidence, couldBeChance, type WhyQuery } from '@pain-signals/domain';
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
import { formatCount, formatDay, plural } from '../kit/format.ts';
import { signalMenu } from '../kit/signal-menu.ts';
import { formatTopic } from '../kit/signal-text.ts';
import { escapeMrkdwn, escapePlainText } from '../kit/text.ts';
import { formatOrigin } from './evidence-blocks.ts';

/** What a post says, in one sentence. */
export interface Reason {
  sentence: string;
  namesCause: boolean;
  source: CitedEvidence;
}

export interface WhyFacts {
  query: WhyQuery;
  detail: PainSignalDetail;
  timeline: Timeline | null;
  reasons: readonly Reason[];
  /** They are of this week. */
  areRecent: boolean;
  /** A cause that an older post names, where this week's posts name none. */
  earlierCause: Reason | null;
}

const SENTENCE = 300;

/** What changed about a signal this week, with this week's posts. */
export function whyCard(facts: WhyFacts, cardContext: CardContext): Card {
  const { query, detail, reasons, areRecent, earlierCause } = facts;
  const { freshness, audience } = cardContext;
  const change = describeChange(detail);
  const quotes = reasons.map(quoteOf);
  return card(`${formatTopic(detail)} ${change} ${quotes.join(' ')}${describeFreshness(freshness)}`, [
    header(escapePlainText(detail.topic, 150) || 'Untitled signal'),
    section(
      [change.replace(/^(is|has) /, (_, verb) => (verb === 'is' ? 'It’s ' : 'It has ')), describeBusiestDay(facts)]
        .filter(Boolean)
        .join(' '),
    ),
    section(reasons.length === 0 ? 'None of its posts can be quoted.' : headingOf(reasons, areRecent)),
    ...reasons.flatMap(reasonBlocks),
    ...(earlierCause === null
      ? []
      : [section('*An earlier post names a possible cause*'), ...reasonBlocks(earlierCause, reasons.length)]),
    context(formatFreshness(freshness)),
    audience.kind === 'person'
      ? whyButtons(query, audience.isShared ?? false)
      : actions([openButton(query), signalMenu(query.id)]),
    audience.kind === 'person' ? null : sharedByLine(audience, query),
  ]);
}

const quoteOf = ({ sentence }: Reason, at: number) => `“${escapeMrkdwn(sentence, SENTENCE)}” [${at + 1}]`;

function reasonBlocks(reason: Reason, at: number): CardPart[] {
  const { title, ...source } = reason.source;
  const lines = [titleOf(title, reason.sentence), `> ${quoteOf(reason, at)}`].filter((line) => line !== null);
  return [section(lines.join('\n')), context([formatOrigin({ title, ...source })])].filter((block) => block !== null);
}

function headingOf(reasons: readonly Reason[], areRecent: boolean): string {
  if (reasons.some(({ namesCause }) => namesCause)) {
    return areRecent ? '*Possible causes in this week’s posts*' : '*Possible causes in earlier posts*';
  }
  return areRecent
    ? '*This week’s posts don’t say why.* They report:'
    : '*Its latest posts don’t say why.* They report:';
}

/** What the sentence is from, unless it says the same. */
function titleOf(title: string | null, sentence: string): string | null {
  const named = escapeMrkdwn(title ?? '', 150);
  return named === '' || sentence.startsWith((title ?? '').replace(/(?:…|\.{3})$/, '').trim()) ? null : `*${named}*`;
}

/** `is up: 16 mentions this week, none last week.` */
function describeChange({
  mentionsLastWindow: last,
  mentionsPrevWindow: before,
  volume,
}: Pick<PainSignalDetail, 'mentionsLastWindow' | 'mentionsPrevWindow' | 'volume'>): string {
  if (last === null || before === null) return `has ${plural(volume, 'mention')} in total.`;
  if (last === 0 && before === 0) return 'is quiet: no mentions in the last two weeks.';
  const weeks = `${last === 0 ? 'no mentions' : plural(last, 'mention')} this week, ${before === 0 ? 'none' : formatCount(before)} last week.`;
  if (before === 0 && volume <= last) return `is new: ${plural(last, 'mention')} this week, none before.`;
  if (last === before) return `is steady: ${weeks}`;
  const direction = last > before ? 'up' : 'down';
  const isSlight = couldBeChance({ mentionsLastWindow: last, mentionsPrevWindow: before });
  if (before === 0 && !isSlight) return `is back: ${weeks}`;
  return isSlight ? `is ${direction} slightly, which could be chance: ${weeks}` : `is ${direction}: ${weeks}`;
}

/** Null when no day or two of the last seven stand out. */
function describeBusiestDay({ timeline }: WhyFacts): string | null {
  const week = timeline?.buckets.slice(-7) ?? [];
  const most = Math.max(0, ...week.map(({ count }) => count));
  const busiest = week.filter(({ count }) => count === most).map(({ date }) => formatDay(date));
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
