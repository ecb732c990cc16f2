import type { PainSignalDetail, SignalStats, Timeline } from '@pain-signals/contract';
import type { ActionsBlock, Button } from '@slack/types';
import { ACTION } from './action-ids.ts';
import { type Card, card } from './card.ts';
import { menuBlockId, moreMenu, timeSpanLabel, timeSpanMenu } from './chart-menu.ts';
import { dailySparkline } from './daily-line.ts';
import { formatDate } from './dates.ts';
import { actions, button, context, fields, header, linkButton, section } from './elements.ts';
import { describeFreshness, formatFreshness } from './freshness.ts';
import { describeGrowth, describeWeeklyMentions, formatGrowth } from './growth.ts';
import { providerName } from './names.ts';
import { formatPercent, formatScore, plural } from './numbers.ts';
import { picturePlaceholder } from './picture.ts';
import { encodeQuery, type SignalQuery } from './question.ts';
import { explainScore } from './score-words.ts';
import type { CardContext } from './setting.ts';
import { shareButtons } from './share-buttons.ts';
import { sharedByLine } from './shared-line.ts';
import { formatAreaAndType, formatOwners, formatTopic } from './signal-row.ts';
import { scoreBar } from './sparkline.ts';
import { escapeMrkdwn, escapePlainText } from './text.ts';

const SUMMARY = 900;
/** How far back its days reach, unless asked otherwise. */
export const CARD_DAYS = 30;
const SOURCES = 5;

export interface SignalFacts {
  question: SignalQuery;
  detail: PainSignalDetail;
  /** null when the service did not answer; the card then does without. */
  stats: SignalStats | null;
  timeline: Timeline | null;
}

/** All about one signal: what it is, how bad, how fast, since when, where, and who. */
export function signalCard(facts: SignalFacts, cardContext: CardContext): Card {
  const { question: query, detail, stats, timeline } = facts;
  const { days = CARD_DAYS } = query;
  const { freshness, audience } = cardContext;
  const summary = escapeMrkdwn(detail.summary, SUMMARY);
  return card(describeSignal(detail, cardContext), [
    header(escapePlainText(detail.topic, 150) || 'Untitled signal'),
    context([
      formatAreaAndType(detail),
      detail.macroAreaConfidence === null ? null : formatConfidence(detail.macroAreaConfidence),
    ]),
    summary === '' ? null : section(summary),
    fields([formatHowBad(detail), formatHowFast(detail), formatSince(detail), formatWho(detail)]),
    timeline && picturePlaceholder(`*${timeSpanLabel(days)}*\n${dailySparkline(timeline, days)}`),
    context([stats && formatSources(stats)]),
    context(formatFreshness(freshness)),
    audience.kind === 'person'
      ? signalButtons(query, cardContext, audience.isShared ?? false)
      : actions([...evidenceButtons(query), openButton(query.id, cardContext)]),
    audience.kind === 'channel' ? sharedByLine(audience, query) : null,
  ]);
}

function describeSignal(detail: PainSignalDetail, { freshness }: CardContext): string {
  const windows = describeWeeklyMentions(detail);
  const growth = windows === null ? describeGrowth(detail) : `${describeGrowth(detail)} (${windows})`;
  const summary = escapeMrkdwn(detail.summary, 400);
  return `${formatTopic(detail)}: pain score ${formatScore(detail.score)} of 100, ${growth}, ${plural(detail.volume, 'mention')} in all. ${summary}${describeFreshness(freshness)}`;
}

const formatConfidence = (confidence: number) => (confidence < 0.5 ? 'area is a guess' : null);

function formatHowBad({ score, scoreParts }: PainSignalDetail): string {
  const why = scoreParts ? explainScore(score, scoreParts) : null;
  return `*How bad*\n${scoreBar(score)} *${formatScore(score)}* of 100${why === null ? '' : `\n${why}`}`;
}

function formatHowFast(detail: PainSignalDetail): string {
  const windows = describeWeeklyMentions(detail);
  return `*How fast*\n${formatGrowth(detail)}${windows === null ? '' : `\n${windows}`}`;
}

function formatSince({ volume, firstSeenAt, lastSeenAt }: PainSignalDetail): string {
  return `*How much*\n${plural(volume, 'mention')} since ${formatDate(firstSeenAt, 'day')}\nlast seen ${formatDate(lastSeenAt, 'minute')}`;
}

function formatWho(detail: PainSignalDetail): string {
  return `*Who*\n${formatOwners(detail) ?? 'no source-code owner'}`;
}

function formatSources({ sourceDistribution }: SignalStats): string | null {
  const sources = [...sourceDistribution].sort((a, b) => b.mentions - a.mentions);
  if (sources.length === 0) return null;
  const named = sources
    .slice(0, SOURCES)
    .map(({ provider, percent }) => `${escapeMrkdwn(providerName(provider), 30)} ${formatPercent(percent)}`);
  const more = sources.length - named.length;
  return `From ${named.join(', ')}${more > 0 ? ` and ${plural(more, 'more source')}` : ''}`;
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

/** What a signal rests on. */
function evidenceButtons({ id, back }: SignalQuery): (Button | null)[] {
  const way = back ? { back } : {};
  return [
    button(ACTION.evidence, { text: 'Evidence', value: encodeQuery({ show: 'evidence', id, page: 0, ...way }) }),
    button(ACTION.brief, { text: 'Brief', value: encodeQuery({ show: 'brief', id, ...way }) }),
  ];
}

const openButton = (id: string, { linkTo }: CardContext) => linkButton(ACTION.openPage, 'Open page', linkTo(id));
