import { LONGEST_PAGE } from '@pain-signals/contract';
import { areasCard } from '#blocks/help/areas-card.ts';
import type { Deps } from '../ports.ts';
import type { CardRenderer } from '../reply/card-renderer.ts';
import { freshnessOf, optional } from '../reply/service-responses.ts';

/** The areas, ranked by what people mention this week; a plain list when the service doesn't answer. Signals beyond the longest page have few mentions. */
export async function showAreas(deps: Deps): Promise<CardRenderer> {
  const [signals, pipeline] = await Promise.all([
    optional(deps, deps.client.signals({ sortBy: 'volume', direction: 'desc', page: 0, size: LONGEST_PAGE })),
    optional(deps, deps.client.pipeline()),
  ]);
  const freshness = freshnessOf(pipeline, [signals]);
  const active = pipeline?.data.totalActiveSignals ?? null;
  const ranked = signals && { signals: signals.data.items, total: signals.data.totalItems, active, freshness };
  return () => areasCard(ranked);
}
