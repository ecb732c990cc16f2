import type { PainSignalDetail, ScoreParts, SignalStats, Timeline } from '@pain-signals/contract';
import { providerName } from '@pain-signals/contract';
import type { SignalQuery } from '@pain-signals/domain';
import type { ActionsBlock, Button } from '@slack/types';
import { menuBlockId, moreMenu, timeSpanLabel, timeSpanMenu } from '../charts/chart-controls.ts';
import { dailySparkline, picturePlaceholder } from '../charts/picture.ts';
import { ACTION } from '../kit/action-ids.ts';
import { type CardContext, shareButtons, sharedByLine } from '../kit/audience.ts';
import { encodeQuery } from '../kit/button-values.ts';
import { type Card, card } from '../kit/card.ts';
import { actions, button, context, fields, header, linkButton, section } from '../kit/elements.ts';
import { formatDate, formatScore, type Locale, scoreBar } from '../kit/format.ts';
import { describeFreshness, formatFreshness } from '../kit/freshness.ts';
import {
  describeGrowth,
  describeWeeklyMentions,
  formatAreaAndType,
  formatGrowth,
  formatOwners,
  formatTopic,
  SCORE_PART_TEXTS,
} from '../kit/signal-text.ts';
import { escapeMrkdwn, escapePlainText } from '../kit/text.ts';

const SUMMARY = 900;
/** Default time span. */
export const CARD_DAYS = 30;
const SOURCES = 5;

export interface SignalFacts {
  query: SignalQuery;
  detail: PainSignalDetail;
  /** Null when the service did not answer. */
  stats: SignalStats | null;
  timeline: Timeline | null;
}

export function signalCard(facts: SignalFacts, cardContext: CardContext): Card {
  const { query, detail, stats, timeline } = facts;
  const { days = CARD_DAYS } = query;
  const { freshness, audience, locale } = cardContext;
  const summary = escapeMrkdwn(detail.summary, SUMMARY);
  return card(describeSignal(detail, cardContext), [
    header(escapePlainText(detail.topic, 150) || 'Untitled signal'),
    context([
      formatAreaAndType(detail),
      detail.macroAreaConfidence === null ? null : formatConfidence(detail.macroAreaConfidence),
    ]),
    summary === '' ? null : section(summary),
    fields([
      formatHowBad(detail),
      formatHowFast(detail, locale),
      formatSince(detail, locale),
      formatWho(detail, locale),
    ]),
    timeline && picturePlaceholder(`*${timeSpanLabel(days)}*\n${dailySparkline(timeline, days, locale)}`),
    context([stats && formatSources(stats, locale)]),
    context(formatFreshness(freshness)),
    audience.kind === 'person'
      ? signalButtons(query, cardContext, audience.isShared ?? false)
      : actions([...evidenceButtons(query), openButton(query.id, cardContext)]),
    audience.kind === 'channel' ? sharedByLine(audience, query) : null,
  ]);
}

function describeSignal(detail: PainSignalDetail, { freshness, locale }: CardContext): string {
  const windows = describeWeeklyMentions(detail, locale);
  const growth = windows === null ? describeGrowth(detail, locale) : `${describeGrowth(detail, locale)} (${windows})`;
  const summary = escapeMrkdwn(detail.summary, 400);
  return `${formatTopic(detail)}: pain score ${formatScore(detail.score)} of 100, ${growth}, ${locale.plural(detail.volume, 'mention')} in all. ${summary}${describeFreshness(freshness)}`;
}

const formatConfidence = (confidence: number) => (confidence < 0.5 ? 'area is a guess' : null);

function formatHowBad({ score, scoreParts }: PainSignalDetail): string {
  const why = scoreParts ? explainScore(scoreParts) : null;
  return `*How bad*\n${scoreBar(score)} *${formatScore(score)}* of 100${why === null ? '' : `\n${why}`}`;
}

function formatHowFast(detail: PainSignalDetail, locale: Locale): string {
  const windows = describeWeeklyMentions(detail, locale);
  return `*How fast*\n${formatGrowth(detail, locale)}${windows === null ? '' : `\n${windows}`}`;
}

function formatSince({ volume, firstSeenAt, lastSeenAt }: PainSignalDetail, locale: Locale): string {
  return `*How much*\n${locale.plural(volume, 'mention')} since ${formatDate(firstSeenAt, 'day')}\nlast seen ${formatDate(lastSeenAt, 'minute')}`;
}

function formatWho(detail: PainSignalDetail, locale: Locale): string {
  return `*Who*\n${formatOwners(detail, locale) ?? 'no source-code owner'}`;
}

function formatSources({ sourceDistribution }: SignalStats, locale: Locale): string | null {
  const sources = [...sourceDistribution].sort((a, b) => b.mentions - a.mentions);
  if (sources.length === 0) return null;
  const named = sources
    .slice(0, SOURCES)
    .map(({ provider, percent }) => `${escapeMrkdwn(providerName(provider), 30)} ${locale.percent(percent)}`);
  const more = sources.length - named.length;
  return `From ${named.join(', ')}${more > 0 ? ` and ${locale.plural(more, 'more source')}` : ''}`;
}

function signalButtons(query: SignalQuery, { linkTo }: CardContext, isShared: boolean): ActionsBlock | null {
  const { id, back, days = CARD_DAYS } = query;
  const about = menuBlockId(query);
  const chart = encodeQuery({ show: 'chart', id, kind: 'timeline', days, ...(back ? { back } : {}) });
  return actions(
    [
      back ? button(ACTION.backToList, { text: '‹ Back to list', value: encodeQuery(back) }) : null,
      ...shareButtons(query, { isShared, style: 'primary' }),
      ...evidenceButtons(query),
      button(ACTION.chart, { text: 'Chart', value: chart }),
      button(ACTION.openCompare, {
        text: 'Compare…',
        label: 'Compare it with another signal',
        value: encodeQuery({ show: 'signal', id }),
      }),
      about === null ? null : timeSpanMenu(days),
      about === null ? null : moreMenu(linkTo(id)),
    ],
    about,
  );
}

function evidenceButtons({ id, back }: SignalQuery): (Button | null)[] {
  const way = back ? { back } : {};
  return [
    button(ACTION.evidence, { text: 'Evidence', value: encodeQuery({ show: 'evidence', id, page: 0, ...way }) }),
    button(ACTION.brief, { text: 'Brief', value: encodeQuery({ show: 'brief', id, ...way }) }),
  ];
}

const openButton = (id: string, { linkTo }: CardContext) => linkButton(ACTION.openPage, 'Open page', linkTo(id));

type Part = Exclude<keyof ScoreParts, 'confidence' | 'cap'>;

const RATED_PARTS = ['volume', 'growth', 'breadth', 'severity', 'recency'] as const satisfies readonly Part[];

const WEAKNESSES: Record<Part, string> = {
  volume: 'few report it',
  growth: 'it does not grow',
  breadth: 'it comes from few places',
  severity: 'it is rather an annoyance',
  recency: 'it has become quiet',
};

const STRONG = 0.6;
const WEAK = 0.2;
const SURE = 0.8;

/** Explains a score in one sentence; null when nothing stands out. */
export function explainScore(parts: ScoreParts): string | null {
  const ranked = RATED_PARTS.toSorted((a, b) => parts[b] - parts[a]);
  const strong = ranked.filter((part) => parts[part] >= STRONG).slice(0, 2);
  const weak = ranked.filter((part) => parts[part] <= WEAK).slice(-2);
  const sentences = [
    strong.length > 0 ? `driven by ${joinWords(strong.map((part) => SCORE_PART_TEXTS[part]))}` : null,
    weak.length > 0 ? `held back because ${joinWords(weak.map((part) => WEAKNESSES[part]))}` : null,
    parts.confidence < SURE ? 'lowered because its posts differ a lot or say little of trouble' : null,
    parts.cap < 100 ? 'scaled down because one owner or under three authors carry it' : null,
  ].filter((sentence) => sentence !== null);
  return sentences.length > 0 ? sentences.join('; ') : null;
}

const joinWords = (words: readonly string[]) => words.join(' and ');
