import type { History, PainSignalDetail, SignalStats, Timeline } from '@pain-signals/contract';
import type { ActionsBlock, ContextBlock, SectionBlock } from '@slack/types';
import { ACTION } from './action-ids.ts';
import { type Card, card } from './card.ts';
import { chartMenu, KINDS, menuBlockId, nameSpan } from './chart-menu.ts';
import type { ChartDescription } from './charts/chart.ts';
import { planChart } from './charts/plan-chart.ts';
import { markOf, showDailyLine } from './daily-line.ts';
import { actions, button, context, header } from './elements.ts';
import { sayFreshness, showFreshness } from './freshness.ts';
import { showGrowth, showWindows } from './growth.ts';
import { nameProvider } from './names.ts';
import { showCount, showScore, showShare } from './numbers.ts';
import { standIn } from './picture.ts';
import { type ChartQuestion, encodeQuestion, encodeShare } from './question.ts';
import type { Setting } from './setting.ts';
import { sharedLine } from './shared-line.ts';
import { showKind } from './signal-row.ts';
import { scoreBar, sparkline } from './sparkline.ts';
import { plainData, quoteData } from './text.ts';

/** What is drawn, by the kind of chart that was asked for. */
export type ChartData =
  | { kind: 'timeline'; timeline: Timeline }
  | { kind: 'history'; history: History }
  | { kind: 'sources'; stats: SignalStats };

export interface ChartFacts {
  question: ChartQuestion;
  detail: PainSignalDetail;
  data: ChartData;
}

const TEXT = 2_000;
const MOST_NIGHTS = 45;
const MOST_SOURCES = 8;

/** The picture that a chart's card is about. */
export function describeChart({ detail, data }: Pick<ChartFacts, 'detail' | 'data'>, isSample: boolean) {
  const { topic } = detail;
  switch (data.kind) {
    case 'timeline':
      return { kind: 'timeline', signal: detail, timeline: data.timeline, isSample } satisfies ChartDescription;
    case 'history':
      return { kind: 'history', topic, history: data.history, isSample } satisfies ChartDescription;
    case 'sources':
      return { kind: 'sources', topic, stats: data.stats, isSample } satisfies ChartDescription;
  }
}

/** One signal as a picture, or as the same in text where no picture can be shown. */
export function chartCard(facts: ChartFacts, setting: Setting): Card {
  const { question, detail } = facts;
  const { freshness, audience } = setting;
  const { caption } = planChart(describeChart(facts, false));
  return card(`${quoteData(caption.altText, TEXT)}${sayFreshness(freshness)}`, [
    header(plainData(detail.topic, 150) || 'Untitled signal'),
    context([nameChart(question), showKind(detail), ...showMoves(facts)]),
    showInText(facts),
    context(showFreshness(freshness)),
    audience.kind === 'person' ? chartButtons(question, audience.isShared ?? false) : toSignal(question),
    audience.kind === 'channel' ? sharedLine(audience, question) : null,
  ]);
}

const nameChart = ({ kind, days }: ChartQuestion) =>
  kind === 'sources' ? KINDS.sources : `${KINDS[kind]}, ${nameSpan(days).toLowerCase()}`;

const showMoves = ({ detail, data }: ChartFacts) =>
  data.kind === 'timeline' ? [showGrowth(detail), showWindows(detail)] : [];

function showInText({ question, data }: ChartFacts): SectionBlock {
  switch (data.kind) {
    case 'timeline':
      return standIn(
        `*Mentions a ${markOf(data.timeline, question.days)}*\n${showDailyLine(data.timeline, question.days)}`,
      );
    case 'history':
      return standIn(`*By night*\n${showNights(data.history)}`);
    case 'sources':
      return standIn(`*Where it was said*\n${showSources(data.stats)}`);
  }
}

function showNights({ points }: History): string {
  if (points.length === 0) return 'No night has been scored yet.';
  const scores = points.map(({ score }) => score);
  const volumes = points.map(({ volume }) => volume);
  const owners = points.map(({ ownerCount }) => ownerCount);
  return [
    `${sparkline(thinOut(scores), 100)}  score ${showWay(scores, showScore)}`,
    `${sparkline(thinOut(volumes))}  mentions ${showWay(volumes, showCount)}`,
    `${sparkline(thinOut(owners))}  owners ${showWay(owners, showCount)}`,
  ].join('\n');
}

function showWay(values: readonly number[], show: (value: number) => string): string {
  const [first, last] = [show(values.at(0) ?? 0), show(values.at(-1) ?? 0)];
  return first === last ? last : `${first} → ${last}`;
}

/** As many values as fit on a line, the last one among them. */
function thinOut(values: readonly number[]): number[] {
  const step = Math.ceil(values.length / MOST_NIGHTS);
  return values.filter((_, at) => (values.length - 1 - at) % step === 0);
}

function showSources({ sourceDistribution }: SignalStats): string {
  const sources = sourceDistribution.toSorted((one, other) => other.mentions - one.mentions);
  if (sources.length === 0) return 'No mention yet.';
  const rows = sources.slice(0, MOST_SOURCES).map(({ provider, mentions, percent }) => {
    return `${scoreBar(percent)}  ${quoteData(nameProvider(provider), 40) || 'Unnamed source'} ${showShare(percent)} (${showCount(mentions)})`;
  });
  const more = sources.length - rows.length;
  return [...rows, ...(more > 0 ? [`and ${showCount(more)} more`] : [])].join('\n');
}

function chartButtons(question: ChartQuestion, isShared: boolean): ActionsBlock | null {
  const { id, back, days } = question;
  const about = menuBlockId(question);
  const request = encodeShare({ subject: question, attempt: 1 });
  const signal = encodeQuestion({ show: 'signal', id, days, ...(back ? { back } : {}) });
  return actions(
    [
      button(ACTION.backToSignal, { text: '‹ Signal', value: signal, label: 'Back to the signal' }),
      isShared
        ? null
        : button(ACTION.showHere, {
            text: 'Share in channel',
            value: request,
            label: 'Post the picture in this channel',
            style: 'primary',
          }),
      button(ACTION.sendToMe, { text: 'Send it to me', value: request, label: 'Send the picture to me alone' }),
      about === null ? null : chartMenu(question),
    ],
    about,
  );
}

const toSignal = ({ id }: ChartQuestion): ActionsBlock | ContextBlock | null =>
  actions([button(ACTION.details, { text: 'Details', value: encodeQuestion({ show: 'signal', id }) })]);
