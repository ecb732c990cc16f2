import type { ServiceCalls } from '@pain-signals/client';
import { TIMELINE_DAYS } from '@pain-signals/contract';
import type { CompareQuery } from '@pain-signals/domain';
import {
  type ComparedSignal,
  comparisonCard,
  describeComparison,
  sameSignalCard,
} from '#blocks/compare/comparison-card.ts';
import type { Deps } from '../ports.ts';
import type { CardRenderer } from '../reply/card-renderer.ts';
import { freshnessOf, optional } from '../reply/service-responses.ts';

/** `/pain compare`: two signals side by side. */
export async function showComparison(deps: Deps, query: CompareQuery): Promise<CardRenderer> {
  const { client, linkTo } = deps;
  const [first, second] = query.ids;
  const [a, b, pipeline] = await client.together(4, (calls) =>
    Promise.all([
      fetchCompared(deps, calls, first),
      fetchCompared(deps, calls, second),
      optional(deps, client.pipeline()),
    ]),
  );
  // A merged signal's id returns the survivor.
  if (a.compared.detail.id === b.compared.detail.id) return () => sameSignalCard(a.compared.detail);
  const freshness = freshnessOf(pipeline, [...a.answers, ...b.answers]);
  const chart = describeComparison([a.compared, b.compared], freshness.isSample);
  return (locale, audience) => ({
    ...comparisonCard(query, [a.compared, b.compared], { freshness, linkTo, locale, audience }),
    chart: async () => chart,
  });
}

async function fetchCompared(deps: Deps, calls: ServiceCalls, id: string) {
  const [detail, timeline] = await Promise.all([
    calls.signal(id),
    optional(deps, calls.timeline(id, { days: TIMELINE_DAYS.default })),
  ]);
  const compared: ComparedSignal = { detail: detail.data, timeline: timeline?.data ?? null };
  return { compared, answers: [detail, timeline] };
}
