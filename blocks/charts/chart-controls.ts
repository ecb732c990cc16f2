import { CHART_DAYS, CHART_KINDS, ChartQuery, type Query, type SignalQuery } from '@pain-signals/domain';
import type { Overflow, StaticSelect } from '@slack/types';
import { ACTION, decodeQuery, encodeQuery, withoutBackQuery } from '../kit/buttons.ts';
import { BLOCK_LIMITS } from '../kit/card.ts';
import { type MenuOption, overflow, select } from '../kit/elements.ts';

/** A menu's values are short, so the query is in the block id. */

type AboutSignal = SignalQuery | ChartQuery;

const TIME_SPANS: Record<ChartQuery['days'], string> = {
  7: '7 days',
  30: '30 days',
  90: '90 days',
  180: '180 days',
  365: '1 year',
};

export const CHART_KIND_LABELS: Record<ChartQuery['kind'], string> = {
  timeline: 'Mentions',
  history: 'Score history',
  sources: 'Sources',
};

/** `Last 30 days`. */
export const timeSpanLabel = (days: ChartQuery['days']): string =>
  days === 365 ? 'Last year' : `Last ${TIME_SPANS[days]}`;

/** Null when the query doesn't fit in a block id; then there is no menu. */
export function menuBlockId(question: AboutSignal): string | null {
  const ids = [encodeQuery(question), JSON.stringify(withoutBackQuery(question))];
  return ids.find((id) => id !== null && id.length <= BLOCK_LIMITS.blockId) ?? null;
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

/** Slack takes five entries. */
export function moreMenu(link: string | null): Overflow {
  return overflow(ACTION.more, [
    { text: 'Share to…', value: MORE.share },
    { text: 'Compare…', value: MORE.compare },
    { text: 'Watch', value: 'watch' },
    { text: 'Hide this signal…', value: 'hide' },
    link === null || link.length > BLOCK_LIMITS.buttonUrl ? null : { text: 'Open page', value: OPEN, url: link },
  ]);
}

/** For the other cards about a signal. Null for ids longer than Slack's values. */
export const signalMenu = (id: string): Overflow | null =>
  id.length > MAX_ID
    ? null
    : overflow(ACTION.more, [
        { text: 'Watch', value: `watch ${id}` },
        { text: 'Hide this signal…', value: `hide ${id}` },
      ]);

const MAX_ID = 70;

/** What opens a dialog. */
export const MORE = { share: 'share', compare: 'compare' } as const;

/** Slack opens the link by itself. */
const OPEN = 'open';

/** The query of a menu choice; `open` needs no answer, null is a choice of another version. */
export function decodeChartChoice(blockId: unknown, value: unknown): Query | typeof OPEN | null {
  const [, wanted, ofSignal] = /^(watch|hide) (\S{1,70})$/.exec(String(value)) ?? [];
  if (ofSignal !== undefined) return wanted === 'hide' ? { show: 'hide', id: ofSignal } : watchQuery(ofSignal);
  if (value === OPEN) return OPEN;
  const about = decodeQuery(blockId);
  if (about?.show !== 'signal' && about?.show !== 'chart') return null;
  if (value === MORE.share || value === MORE.compare) return about;
  if (value === 'hide') return { show: 'hide', id: about.id, ...(about.back ? { back: about.back } : {}) };
  if (value === 'watch') return watchQuery(about.id);
  const [, kind, days] = /^(timeline|history|sources)(?: (\d{1,3}))?$/.exec(String(value)) ?? [];
  const { id, back } = about;
  const chart = ChartQuery.safeParse({ show: 'chart', id, kind, ...(days ? { days: Number(days) } : {}), back });
  if (kind === undefined || !chart.success) return null;
  const isOfCard = about.show === 'signal' && kind === 'timeline';
  return isOfCard ? { ...about, days: chart.data.days } : chart.data;
}

const watchQuery = (id: string): Query => ({
  show: 'watch',
  what: { of: 'signal', name: { by: 'id', id } },
  tell: 'me',
});
