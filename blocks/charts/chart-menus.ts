import type { History, Timeline } from '@pain-signals/contract';
import { CHART_DAYS, CHART_KINDS, ChartQuery, type SignalQuery } from '@pain-signals/domain';
import type { StaticSelect } from '@slack/types';
import { ACTION } from '../kit/buttons.ts';
import { type MenuOption, select } from '../kit/elements.ts';
import { formatDay } from '../kit/format.ts';
import { decodeAboutSignal } from '../kit/signal-menu.ts';
import { chartedDays, dailyCounts, everyDay } from './plots/days.ts';

const TIME_SPANS: Record<ChartQuery['days'], string> = {
  7: '7 days',
  30: '30 days',
  90: '90 days',
  180: '180 days',
  365: '12 months',
};

export const CHART_KIND_LABELS: Record<ChartQuery['kind'], string> = {
  timeline: 'Mentions',
  history: 'Score history',
  sources: 'Sources',
};

const timeSpanLabel = (days: ChartQuery['days']): string => `Last ${TIME_SPANS[days]}`;

/** `Mentions, last 90 days`, or where a long span begins with its first mention, and of a week, `Mentions since Jul 2, 2026`. */
export function mentionsLabel(what: string, timeline: Timeline, days: ChartQuery['days']): string {
  const shown = dailyCounts(timeline).slice(-chartedDays(days));
  const first = shown.at(0)?.date;
  const isOther = days > 30 ? shown.length < days : shown.length > days;
  return first === undefined || !isOther
    ? `${what}, ${timeSpanLabel(days).toLowerCase()}`
    : `${what} since ${formatDay(first)}`;
}

/** `Score history, last 90 days`, or where it was tracked for fewer, `Score history since Aug 30, 2026`. */
export function historyLabel({ points }: History, days: ChartQuery['days']): string {
  const dates = everyDay(points.map(({ date }) => date));
  const [first] = dates;
  return first === undefined || dates.length >= days
    ? `${CHART_KIND_LABELS.history}, ${timeSpanLabel(days).toLowerCase()}`
    : `${CHART_KIND_LABELS.history} since ${formatDay(first)}`;
}

export function timeSpanMenu(days: ChartQuery['days']): StaticSelect {
  const spans = CHART_DAYS.map((each) => ({ text: timeSpanLabel(each), value: `timeline ${each}` }));
  const others = [
    { text: CHART_KIND_LABELS.history, value: 'history 90' },
    { text: CHART_KIND_LABELS.sources, value: 'sources' },
  ];
  return select(ACTION.chartChange, [...spans, ...others], `timeline ${days}`);
}

export function chartMenu({ kind, days }: ChartQuery): StaticSelect {
  const options = CHART_KINDS.flatMap((each): MenuOption[] =>
    each === 'sources'
      ? [{ text: CHART_KIND_LABELS.sources, value: 'sources' }]
      : CHART_DAYS.map((span) => ({
          text: `${CHART_KIND_LABELS[each]}, ${TIME_SPANS[span]}`,
          value: `${each} ${span}`,
        })),
  );
  return select(ACTION.chartChange, options, kind === 'sources' ? kind : `${kind} ${days}`);
}

/** The query that a choice in either menu asks for; null for a choice of another version. */
export function decodeChartChoice(blockId: unknown, value: unknown): ChartQuery | SignalQuery | null {
  const about = decodeAboutSignal(blockId);
  const [, kind, days] = /^(\S+)(?: (\d{1,3}))?$/.exec(String(value)) ?? [];
  if (about === null || kind === undefined) return null;
  const { id, back } = about;
  const chart = ChartQuery.safeParse({ show: 'chart', id, kind, ...(days ? { days: Number(days) } : {}), back });
  if (!chart.success) return null;
  const isOfCard = about.show === 'signal' && kind === 'timeline';
  return isOfCard ? { ...about, days: chart.data.days } : chart.data;
}
