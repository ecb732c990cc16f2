import type { EmergingQuery, TopQuery, TrendingQuery } from '#blocks/question.ts';
import type { Deps, Requester } from './deps.ts';
import type { CardRenderer } from './drawing.ts';
import { optional } from './freshness.ts';
import { drawList, slicePage } from './list.ts';

/** `/pain trending`, `/pain emerging` and `/pain top`: at most ten signals, chosen by the service. */

export function showTrending(deps: Deps, query: TrendingQuery, requester: Requester): Promise<CardRenderer> {
  return drawDashboard(deps, { question: query, asker: requester }, () => deps.client.trending({ limit: query.limit }));
}

export function showEmerging(deps: Deps, query: EmergingQuery, requester: Requester): Promise<CardRenderer> {
  const { maxVolume, minGrowth, limit } = query;
  return drawDashboard(deps, { question: query, asker: requester }, () =>
    deps.client.emerging({ maxVolume, minGrowth, limit }),
  );
}

export function showTop(deps: Deps, query: TopQuery, requester: Requester): Promise<CardRenderer> {
  const { metric, limit } = query;
  return drawDashboard(deps, { question: query, asker: requester }, () => deps.client.top({ metric, limit }));
}

function drawDashboard(
  deps: Deps,
  { question: query, asker: requester }: { question: TrendingQuery | EmergingQuery | TopQuery; asker: Requester },
  ask: () => ReturnType<Deps['client']['trending']>,
): Promise<CardRenderer> {
  // First, since it tells whether the list that is known is still the last one.
  const asked = optional(deps, deps.client.pipeline()).then(ask);
  return drawList(
    deps,
    asked.then((answer) => ({ answer, page: slicePage(query, answer.data) })),
    requester,
  );
}
