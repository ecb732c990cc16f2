import { TIMELINE_DAYS } from '@pain-signals/contract';
import { type Compared, comparisonCard, describeComparison, sameSignalCard } from '#blocks/comparison-card.ts';
import type { CompareQuestion } from '#blocks/question.ts';
import type { Deps } from './deps.ts';
import type { Drawing } from './drawing.ts';
import { freshnessOf, orNull } from './freshness.ts';

/** `/pain compare`: two signals side by side. */
export async function showComparison(deps: Deps, question: CompareQuestion): Promise<Drawing> {
  const { client, linkTo } = deps;
  const [first, second] = question.ids;
  const [a, b, pipeline] = await Promise.all([
    lookUp(deps, first),
    lookUp(deps, second),
    orNull(deps, client.pipeline()),
  ]);
  // Different ids can lead to one signal: those that were merged answer with the survivor.
  if (a.compared.detail.id === b.compared.detail.id) return () => sameSignalCard(a.compared.detail);
  const freshness = freshnessOf(pipeline, [...a.answers, ...b.answers]);
  const chart = describeComparison([a.compared, b.compared], freshness.isSample);
  return (audience) => ({
    ...comparisonCard(question, [a.compared, b.compared], { freshness, linkTo, audience }),
    chart: async () => chart,
  });
}

async function lookUp(deps: Deps, id: string) {
  const [detail, timeline] = await Promise.all([
    deps.client.signal(id),
    orNull(deps, deps.client.timeline(id, { days: TIMELINE_DAYS.default })),
  ]);
  const compared: Compared = { detail: detail.data, timeline: timeline?.data ?? null };
  return { compared, answers: [detail, timeline] };
}
