import { homeCard } from '#blocks/home-card.ts';
import { moverIds } from '#blocks/mover-rows.ts';
import type { Deps, Requester } from './deps.ts';
import type { CardRenderer } from './drawing.ts';
import { freshnessOf, optional } from './freshness.ts';
import { findMovers } from './movers.ts';

/** A bare `/pain`: what moved, and the doors, which are shown even when the service is away. */
export async function showHome(deps: Deps, requester: Requester): Promise<CardRenderer> {
  const { client, linkTo, lastLists } = deps;
  const asked = optional(deps, client.pipeline());
  const [found, pipeline] = await Promise.all([optional(deps, findMovers(deps, asked)), asked]);
  const movers = found?.movers ?? null;
  if (movers !== null && movers.length > 0) {
    lastLists.remember(requester, { key: 'home', firstRank: 1, signalIds: moverIds(movers) });
  }
  const activeSignals = pipeline?.data.totalActiveSignals ?? null;
  const freshness = freshnessOf(pipeline, [pipeline, ...(found?.answers ?? [])]);
  return () => homeCard({ activeSignals, movers, freshness, linkTo });
}
