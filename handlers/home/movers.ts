import type { Answer } from '@pain-signals/client';
import { hasFaded, isNewThisWeek, LONGEST_PAGE, mentionLoss, type PainSignalListItem } from '@pain-signals/contract';
import { EmergingQuery, SearchQuery, TrendingQuery } from '@pain-signals/domain';
import { homeCard, type Movers, moverIds } from '#blocks/home/movers.ts';
import type { Deps } from '../ports.ts';
import type { CardRenderer } from '../reply/card-renderer.ts';
import { freshnessOf, optional } from '../reply/service-responses.ts';
import type { Requester } from '../request-context.ts';

const RISING = TrendingQuery.parse({ show: 'trending' });
const NEW = EmergingQuery.parse({ show: 'emerging' });
const NEW_MENTIONS = SearchQuery.parse({ show: 'search', sort: 'growth' });
const FADING = SearchQuery.parse({ show: 'search', sort: 'fading' });
/** The full lists have the rest. */
const MAX_RISING = 3;
const MAX_OF_A_KIND = 2;

const byMentions = (one: PainSignalListItem, other: PainSignalListItem) =>
  (other.mentionsLastWindow ?? 0) - (one.mentionsLastWindow ?? 0);
const byLoss = (one: PainSignalListItem, other: PainSignalListItem) => mentionLoss(other) - mentionLoss(one);

/**
 * A few movers of each kind, each signal once. Throws when the trending list fails.
 * @param pipeline awaited first: a new snapshot invalidates the cached lists
 */
export async function findMovers(
  deps: Deps,
  pipeline: Promise<unknown>,
): Promise<{ movers: Movers; hidden: number; answers: readonly (Answer<unknown> | null)[] }> {
  const { client } = deps;
  const { limit, maxVolume, minGrowth } = NEW;
  await pipeline;
  const [trending, emerging, slowest] = await Promise.all([
    client.trending({ limit: RISING.limit }),
    optional(deps, client.emerging({ maxVolume, minGrowth, limit })),
    optional(deps, client.signals({ sortBy: 'growth', direction: 'asc', page: 0, size: LONGEST_PAGE })),
  ]);
  const rising = trending.data;
  const known = new Set(rising.map(({ id }) => id));
  const small = (emerging?.data ?? []).filter(({ id }) => !known.has(id));
  const fastest = rising.length + small.length > 0 ? null : await optional(deps, fetchFastest(deps));
  /** A signal is of one kind only. */
  const shown = new Set<string>();
  const first = (
    rows: readonly PainSignalListItem[],
    belongs: (row: PainSignalListItem) => boolean,
    most = MAX_OF_A_KIND,
  ) => {
    const all = rows.filter((row) => belongs(row) && !shown.has(row.id));
    const taken = all.slice(0, most);
    for (const { id } of taken) shown.add(id);
    return { rows: taken, total: all.length };
  };
  const movers = [
    // In the order of `/pain trending`, so that 1 is number 1 there too.
    { kind: 'rising', list: RISING, ...first(rising, () => true, MAX_RISING) },
    { kind: 'small', list: NEW, ...first(small, (row) => !isNewThisWeek(row)) },
    { kind: 'new', list: NEW, ...first([...rising, ...small], isNewThisWeek) },
    { kind: 'heard', list: NEW_MENTIONS, ...first((fastest?.data.items ?? []).toSorted(byMentions), isNewThisWeek) },
    { kind: 'fading', list: FADING, ...first((slowest?.data.items ?? []).toSorted(byLoss), hasFaded) },
  ] as const;
  const hidden = [
    ...(trending.hidden ?? []),
    ...(emerging?.hidden ?? []),
    ...(fastest?.hidden ?? []).filter(isNewThisWeek),
    ...(slowest?.hidden ?? []).filter(hasFaded),
  ];
  return {
    movers: movers.filter(({ rows }) => rows.length > 0),
    hidden: new Set(hidden.map(({ id }) => id)).size,
    answers: [trending, emerging, slowest, fastest],
  };
}

/** For weeks without significant risers: the fastest growing, however few their posts. */
const fetchFastest = ({ client }: Deps) =>
  client.signals({ sortBy: 'growth', direction: 'desc', page: 0, size: LONGEST_PAGE });

/** A bare `/pain`: movers and the main buttons, which are shown even when the service is down. */
export async function showHome(deps: Deps, requester: Requester): Promise<CardRenderer> {
  const { client, linkTo, lastLists } = deps;
  const fetching = optional(deps, client.pipeline());
  const [found, pipeline] = await Promise.all([optional(deps, findMovers(deps, fetching)), fetching]);
  const movers = found?.movers ?? null;
  if (movers !== null && movers.length > 0) {
    await lastLists.remember(requester, { key: 'home', firstRank: 1, signalIds: moverIds(movers) });
  }
  const activeSignals = pipeline?.data.totalActiveSignals ?? null;
  const freshness = freshnessOf(pipeline, [pipeline, ...(found?.answers ?? [])]);
  return () => homeCard({ activeSignals, movers, hidden: found?.hidden ?? 0, freshness, linkTo });
}
