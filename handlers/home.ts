import { homeCard } from '#blocks/home-card.ts';
import { moverIds } from '#blocks/mover-rows.ts';
import type { Asker, Deps } from './deps.ts';
import type { Drawing } from './drawing.ts';
import { freshnessOf, orNull } from './freshness.ts';
import { findMovers } from './movers.ts';

/** A bare `/pain`: what moved, and the doors, which are shown even when the service is away. */
export async function showHome(deps: Deps, asker: Asker): Promise<Drawing> {
  const { client, linkTo, lastLists } = deps;
  const asked = orNull(deps, client.pipeline());
  const [found, pipeline] = await Promise.all([orNull(deps, findMovers(deps, asked)), asked]);
  const movers = found?.movers ?? null;
  if (movers !== null && movers.length > 0) {
    lastLists.remember(asker, { key: 'home', firstRank: 1, signalIds: moverIds(movers) });
  }
  const activeSignals = pipeline?.data.totalActiveSignals ?? null;
  const freshness = freshnessOf(pipeline, [pipeline, ...(found?.answers ?? [])]);
  return () => homeCard({ activeSignals, movers, freshness, linkTo });
}
