import { type History, providerName, type SignalStats, type Timeline } from '@pain-signals/contract';
import type { SectionBlock } from '@slack/types';
import type { CardPart } from '../kit/card.ts';
import { formatScore } from '../kit/format.ts';
import { BLOCK_LIMITS } from '../kit/limits.ts';
import { nativeChart } from '../kit/native-blocks.ts';
import { type DayCount, dailyCounts, dateLabels, sumOf, thinOut } from './plots/days.ts';

/** Slack's own charts, for where no picture can be shown. */
const STEPS = [1, 2, 7, 14, 30];

/** Sums of equal spans by their first days; the last one ends today. */
function spansOf(counts: readonly DayCount[]): { title: string; spans: DayCount[] } {
  const step = STEPS.find((days) => counts.length / days <= BLOCK_LIMITS.chartPoints) ?? 30;
  const rest = counts.length % step;
  const spans = Array.from({ length: Math.floor(counts.length / step) }, (_, at) => {
    const span = counts.slice(rest + at * step, rest + (at + 1) * step);
    return { date: span[0]?.date ?? '', count: sumOf(span) };
  });
  return {
    title: step === 1 ? 'Mentions per day (UTC)' : `Mentions per ${step} days (UTC)`,
    spans,
  };
}

const labelsOf = (spans: readonly DayCount[]) => dateLabels(spans.map(({ date }) => date));

/** @param instead the placeholder of a picture */
export function timelineChart(timeline: Timeline, days: number, instead: SectionBlock): CardPart {
  const counts = dailyCounts(timeline).slice(-days);
  if (sumOf(counts) === 0) return instead;
  const { title, spans } = spansOf(counts);
  const lines = [{ name: 'Mentions', values: spans.map(({ count }) => count) }];
  return nativeChart({ title, categories: labelsOf(spans), lines }, [instead]) ?? instead;
}

/** Both on the days they share. */
export function comparisonChart(a: Timeline, b: Timeline, days: number, instead: SectionBlock): CardPart {
  const [ofA, ofB] = [dailyCounts(a).slice(-days), dailyCounts(b).slice(-days)];
  const length = Math.min(ofA.length, ofB.length);
  const { title, spans } = spansOf(length === 0 ? [] : ofA.slice(-length));
  const lines = [
    { name: 'A', values: spans.map(({ count }) => count) },
    { name: 'B', values: spansOf(length === 0 ? [] : ofB.slice(-length)).spans.map(({ count }) => count) },
  ];
  return nativeChart({ title, categories: labelsOf(spans), lines }, [instead]) ?? instead;
}

export function historyChart({ points }: History, instead: SectionBlock): CardPart {
  const shown = thinOut(points, BLOCK_LIMITS.chartPoints);
  const lines = [{ name: 'Score', values: shown.map(({ score }) => Number(formatScore(score))) }];
  const categories = dateLabels(shown.map(({ date }) => date));
  return nativeChart({ title: 'Score', categories, lines }, [instead]) ?? instead;
}

export function sourcesChart({ sourceDistribution }: SignalStats, instead: SectionBlock): CardPart {
  const sources = sourceDistribution.toSorted((one, other) => other.mentions - one.mentions).slice(0, 10);
  const categories = sources.map(({ provider }) => providerName(provider) || 'Unnamed source');
  const lines = [{ name: 'Mentions', values: sources.map(({ mentions }) => mentions) }];
  return nativeChart({ title: 'Mentions by source', categories, lines, type: 'bar' }, [instead]) ?? instead;
}
