import { homeCard } from '#blocks/home-card.ts';
import type { Deps } from './deps.ts';
import type { Drawing } from './drawing.ts';
import { freshnessOf, orNull } from './freshness.ts';

/** A bare `/pain`. The doors are shown even when the service is away. */
export async function showHome(deps: Deps): Promise<Drawing> {
  const pipeline = await orNull(deps, deps.client.pipeline());
  return () => homeCard(pipeline?.data.totalActiveSignals ?? null, freshnessOf(pipeline, [pipeline]));
}
