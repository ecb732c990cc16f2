import {
  type History,
  type PainSignalDetail,
  providerName,
  type SignalStats,
  type Timeline,
} from '@pain-signals/contract';
import type { ChartQuery, Freshness } from '@pain-signals/domain';
import type { ActionsBlock, ContextBlock } from '@slack/types';
import { ACTION, encodeQuery, encodeShareRequest } from '../kit/buttons.ts';
import { type Card, type CardPart, card } from '../kit/card.ts';
import { type CardContext, describeFreshness, formatFreshness, sharedByLine } from '../kit/card-context.ts';
import { actions, button, context, header, section } from '../kit/elements.ts';
import { formatCount, formatPercent, formatScore, scoreBar, sparkline } from '../kit/format.ts';
import { menuBlockId, signalMenu } from '../kit/signal-menu.ts';
import { formatAreaAndType } from '../kit/signal-text.ts';
import { escapeMrkdwn, escapePlainText } from '../kit/text.ts';
import { CHART_KIND_LABELS, chartMenu, historyLabel, mentionsLabel } from './chart-menus.ts';
import { historyChart, sourcesChart, timelineChart } from './native-charts.ts';
import { dailySparkline, picturePlaceholder } from './picture.ts';
import type { ChartDescription } from './plots/chart-description.ts';
import { thinOut } from './plots/days.ts';
import { planChart } from './plots/plan-chart.ts';

export type ChartData =
  | { kind: 'timeline'; timeline: Timeline }
  | { kind: 'history'; history: History }
  | { kind: 'sources'; stats: SignalStats };

export interface ChartFacts {
  query: ChartQuery;
  detail: PainSignalDetail;
  data: ChartData;
}

const TEXT = 2_000;
const MAX_NIGHTS = 45;
const MAX_SOURCES = 8;

export function describeChart(
  { detail, data }: Pick<ChartFacts, 'detail' | 'data'>,
  { isSample, snapshotAt: countedAt }: Pick<Freshness, 'isSample' | 'snapshotAt'>,
) {
  const { topic } = detail;
  switch (data.kind) {
    case 'timeline':
      return {
        kind: 'timeline',
        signal: detail,
        timeline: data.timeline,
        countedAt,
        isSample,
      } satisfies ChartDescription;
    case 'history':
      return { kind: 'history', topic, history: data.history, isSample } satisfies ChartDescription;
    case 'sources':
      return { kind: 'sources', topic, stats: data.stats, isSample } satisfies ChartDescription;
  }
}

/** A picture, or the same in text where none can be shown. */
export function chartCard(facts: ChartFacts, cardContext: CardContext): Card {
  const { query, detail } = facts;
  const { freshness, audience } = cardContext;
  const { caption } = planChart(describeChart(facts, { ...freshness, isSample: false }));
  return card(`${escapeMrkdwn(caption.altText, TEXT)}${describeFreshness(freshness)}`, [
    header(escapePlainText(detail.topic, 150) || 'Untitled signal'),
    caption.finding === '' ? null : section(`*${escapeMrkdwn(caption.finding, 300)}*`),
    formatChart(facts),
    context([chartLabel(facts), formatAreaAndType(detail)]),
    context(formatFreshness(freshness)),
    audience.kind === 'person' ? chartButtons(query, audience) : signalButton(query),
    audience.kind === 'channel' ? sharedByLine(audience, query) : null,
  ]);
}

function chartLabel({ query: { days }, data }: ChartFacts): string {
  switch (data.kind) {
    case 'timeline':
      return mentionsLabel(CHART_KIND_LABELS.timeline, data.timeline, days);
    case 'history':
      return historyLabel(data.history, days);
    case 'sources':
      return CHART_KIND_LABELS.sources;
  }
}

/** A picture where one can be shown, else Slack's own chart, else the same as text. */
function formatChart({ query, data }: ChartFacts): CardPart {
  switch (data.kind) {
    case 'timeline':
      return timelineChart(data.timeline, query.days, picturePlaceholder(dailySparkline(data.timeline, query.days)));
    case 'history':
      return historyChart(data.history, picturePlaceholder(`*Day by day*\n${formatNights(data.history)}`));
    case 'sources':
      return sourcesChart(data.stats, picturePlaceholder(`*Where people post about it*\n${formatSources(data.stats)}`));
  }
}

function formatNights({ points }: History): string {
  if (points.length === 0) return 'No scores yet. The first one comes tonight.';
  const scores = points.map(({ score }) => score);
  const volumes = points.map(({ volume }) => volume);
  const owners = points.map(({ ownerCount }) => ownerCount);
  return [
    `${sparkline(thinOut(scores, MAX_NIGHTS), 100)}  score ${formatFirstAndLast(scores, formatScore)}`,
    `${sparkline(thinOut(volumes, MAX_NIGHTS))}  mentions ${formatFirstAndLast(volumes, formatCount)}`,
    `${sparkline(thinOut(owners, MAX_NIGHTS))}  repository owners ${formatFirstAndLast(owners, formatCount)}`,
  ].join('\n');
}

function formatFirstAndLast(values: readonly number[], show: (value: number) => string): string {
  const [first, last] = [show(values.at(0) ?? 0), show(values.at(-1) ?? 0)];
  return first === last ? last : `${first} → ${last}`;
}

function formatSources({ sourceDistribution }: SignalStats): string {
  const sources = sourceDistribution.toSorted((one, other) => other.mentions - one.mentions);
  if (sources.length === 0) return 'No mentions yet';
  const rows = sources.slice(0, MAX_SOURCES).map(({ provider, mentions, percent }) => {
    return `${scoreBar(percent)}  ${escapeMrkdwn(providerName(provider), 40) || 'Unnamed source'} ${formatPercent(percent)} (${formatCount(mentions)})`;
  });
  const more = sources.length - rows.length;
  return [...rows, ...(more > 0 ? [`and ${formatCount(more)} more`] : [])].join('\n');
}

type Person = Extract<CardContext['audience'], { kind: 'person' }>;

function chartButtons(query: ChartQuery, { isShared, isDirect }: Person): ActionsBlock | null {
  const { id, back, days } = query;
  const about = menuBlockId(query);
  const request = encodeShareRequest({ subject: query, attempt: 1 });
  const signal = encodeQuery({ show: 'signal', id, days, ...(back ? { back } : {}) });
  return actions(
    [
      button(ACTION.backToSignal, { text: '‹ Details', value: signal, label: 'Back to the signal' }),
      isShared
        ? null
        : button(ACTION.shareHere, {
            text: 'Share in channel',
            value: request,
            label: 'Post the chart in this channel',
            style: 'primary',
          }),
      isDirect
        ? null
        : button(ACTION.sendAsDm, {
            text: 'Send it to me',
            value: request,
            label: 'Send the chart to me in a direct message',
          }),
      about === null ? null : chartMenu(query),
      signalMenu(id),
    ],
    about,
  );
}

const signalButton = ({ id }: ChartQuery): ActionsBlock | ContextBlock | null =>
  actions([button(ACTION.details, { text: 'Details', value: encodeQuery({ show: 'signal', id }) }), signalMenu(id)]);
