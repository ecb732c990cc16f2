import type { ServiceCalls } from '@pain-signals/client';
import type { PainSignalDetail } from '@pain-signals/contract';
import type { ChartQuery } from '@pain-signals/domain';
import { type ChartData, chartCard, describeChart } from '#blocks/charts/chart-card.ts';
import { chartedDays, sinceFirstMention } from '#blocks/charts/plots/days.ts';
import type { Deps } from '../ports.ts';
import type { CardRenderer } from '../reply/card-renderer.ts';
import { freshnessOf, optional } from '../reply/service-responses.ts';

/** `/pain chart`: one signal as a picture. */
export async function showChart(deps: Deps, query: ChartQuery): Promise<CardRenderer> {
  const { client, linkTo } = deps;
  const [detail, drawn, pipeline] = await client.together(2, (calls) =>
    Promise.all([calls.signal(query.id), fetchChartData(calls, query), optional(deps, client.pipeline())]),
  );
  const freshness = freshnessOf(pipeline, [detail, drawn.answer]);
  const facts = { query, detail: detail.data, data: fromFirstMention(drawn.data, detail.data) };
  const chart = describeChart(facts, freshness);
  return (audience) => ({
    ...chartCard(facts, { freshness, linkTo, audience }),
    chart: async () => chart,
  });
}

const fromFirstMention = (data: ChartData, detail: PainSignalDetail): ChartData =>
  data.kind === 'timeline' ? { ...data, timeline: sinceFirstMention(data.timeline, detail) } : data;

async function fetchChartData(client: ServiceCalls, { id, kind, days }: ChartQuery) {
  switch (kind) {
    case 'timeline': {
      const answer = await client.timeline(id, { days: chartedDays(days) });
      return { answer, data: { kind, timeline: answer.data } satisfies ChartData };
    }
    case 'history': {
      const answer = await client.history(id, { days });
      return { answer, data: { kind, history: answer.data } satisfies ChartData };
    }
    case 'sources': {
      const answer = await client.stats(id);
      return { answer, data: { kind, stats: answer.data } satisfies ChartData };
    }
  }
}
