import { type History, providerName, type SignalStats, type Timeline } from '@pain-signals/contract';
import type { SectionBlock } from '@slack/types';
import type { CardPart } from '../kit/card.ts';
import { formatScore } from '../kit/format.ts';
import { BLOCK_LIMITS } from '../kit/limits.ts';
import { nativeChart } from '../kit/native-blocks.ts';
import {
  axisLabels,
  chartedDays,
  type DayCount,
  dailyCounts,
  perSpan,
  spanLabels,
  spansOf,
  sumOf,
  thinOut,
} from './plots/days.ts';

/** Slack's own charts, for where no picture can be shown. @param instead the placeholder of a picture */
export function timelineChart(timeline: Timeline, days: number, instead: SectionBlock): CardPart {
  const counts = dailyCounts(timeline).slice(-chartedDays(days));
  if (sumOf(counts) === 0) return instead;
  const drawn = spansOf(counts, BLOCK_LIMITS.chartPoints);
  const lines = [{ name: 'Mentions', values: drawn.spans.map(({ count }) => count) }];
  return nativeChart({ title: perSpan(drawn), categories: spanLabels(drawn.spans), lines }, [instead]) ?? instead;
}

/** Both on the days they share. */
export function comparisonChart(a: Timeline, b: Timeline, days: number, instead: SectionBlock): CardPart {
  const [ofA, ofB] = [dailyCounts(a).slice(-days), dailyCounts(b).slice(-days)];
  const length = Math.min(ofA.length, ofB.length);
  const spansOfLast = (counts: readonly DayCount[]) =>
    spansOf(length === 0 ? [] : counts.slice(-length), BLOCK_LIMITS.chartPoints);
  const drawn = spansOfLast(ofA);
  const lines = [
    { name: 'A', values: drawn.spans.map(({ count }) => count) },
    { name: 'B', values: spansOfLast(ofB).spans.map(({ count }) => count) },
  ];
  return nativeChart({ title: perSpan(drawn), categories: spanLabels(drawn.spans), lines }, [instead]) ?? instead;
}

export function historyChart({ points }: History, instead: SectionBlock): CardPart {
  const shown = thinOut(points, BLOCK_LIMITS.chartPoints);
  const lines = [{ name: 'Score', values: shown.map(({ score }) => Number(formatScore(score))) }];
  const categories = axisLabels(shown.map(({ date }) => date));
  return nativeChart({ title: 'Score', categories, lines }, [instead]) ?? instead;
}

export function sourcesChart({ sourceDistribution }: SignalStats, instead: SectionBlock): CardPart {
  const sources = sourceDistribution.toSorted((one, other) => other.mentions - one.mentions).slice(0, 10);
  const categories = sources.map(({ provider }) => providerName(provider) || 'Unnamed source');
  const lines = [{ name: 'Mentions', values: sources.map(({ mentions }) => mentions) }];
  return nativeChart({ title: 'Mentions by source', categories, lines, type: 'bar' }, [instead]) ?? instead;
}
