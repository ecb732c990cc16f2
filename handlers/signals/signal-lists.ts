import type { EmergingQuery, TopQuery, TrendingQuery } from '@pain-signals/domain';
import type { Deps } from '../ports.ts';
import type { CardRenderer } from '../reply/card-renderer.ts';
import { optional } from '../reply/service-responses.ts';
import type { Requester } from '../request-context.ts';
import { drawList, slicePage } from './draw-list.ts';
import { listOverPeriod } from './list-over-period.ts';

/** `/pain trending`, `/pain emerging` and `/pain top`: at most ten signals, chosen by the service. */

export function showTrending(deps: Deps, query: TrendingQuery, requester: Requester): Promise<CardRenderer> {
  return drawDashboard(deps, query, requester, () => deps.client.trending({ limit: query.limit }));
}

export function showEmerging(deps: Deps, query: EmergingQuery, requester: Requester): Promise<CardRenderer> {
  const { maxVolume, minGrowth, limit } = query;
  return drawDashboard(deps, query, requester, () => deps.client.emerging({ maxVolume, minGrowth, limit }));
}

export function showTop(deps: Deps, query: TopQuery, requester: Requester): Promise<CardRenderer> {
  const { metric, limit } = query;
  return drawDashboard(deps, query, requester, () => deps.client.top({ metric, limit }));
}

function drawDashboard(
  deps: Deps,
  query: TrendingQuery | EmergingQuery | TopQuery,
  requester: Requester,
  fetch: () => ReturnType<Deps['client']['trending']>,
): Promise<CardRenderer> {
  const { days } = query;
  if (days !== undefined) return drawList(deps, listOverPeriod(deps, { ...query, days }), requester);
  // First: a new snapshot invalidates the cached list.
  const fetched = optional(deps, deps.client.pipeline()).then(fetch);
  return drawList(
    deps,
    fetched.then((answer) => ({ answer, page: slicePage(query, answer.data) })),
    requester,
  );
}
