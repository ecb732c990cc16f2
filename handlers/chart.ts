import { type ChartData, chartCard, describeChart } from '#blocks/chart-card.ts';
import type { ChartQuestion } from '#blocks/question.ts';
import type { Deps } from './deps.ts';
import type { Drawing } from './drawing.ts';
import { freshnessOf, orNull } from './freshness.ts';

/** `/pain chart`: one signal as a picture. */
export async function showChart(deps: Deps, question: ChartQuestion): Promise<Drawing> {
  const { client, linkTo } = deps;
  const [detail, drawn, pipeline] = await Promise.all([
    client.signal(question.id),
    askFor(deps, question),
    orNull(deps, client.pipeline()),
  ]);
  const freshness = freshnessOf(pipeline, [detail, drawn.answer]);
  const facts = { question, detail: detail.data, data: drawn.data };
  const chart = describeChart(facts, freshness.isSample);
  return (audience) => ({ ...chartCard(facts, { freshness, linkTo, audience }), chart: async () => chart });
}

async function askFor({ client }: Deps, { id, kind, days }: ChartQuestion) {
  switch (kind) {
    case 'timeline': {
      const answer = await client.timeline(id, { days });
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
