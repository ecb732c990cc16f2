import { type IdentityPlan, type SignalMove, splitIdOf } from '../model/signal-identity.ts';
import type { Merge } from './consolidate.ts';

/** A cluster with its posts counted by the signals that they are in today. */
export interface CurrentCluster {
  id: string;
  postsBySignal: ReadonlyMap<string, number>;
}

interface PlannedSignal extends Merge {
  signalId: string;
}

/** What is known of a signal of today while the new groups are named. */
interface Claim {
  signalId: string;
  isPublic: boolean;
  /** The place of its founding cluster, or else of its oldest. */
  order: number;
  posts: number;
  /** The group with most of its posts, and how many those are. */
  heir: number;
  inHeir: number;
}

/** What is known of today's signals. */
export interface KnownSignals {
  publicIds: ReadonlySet<string>;
  /** Those that an operator has hidden, candidates included. */
  hiddenIds: ReadonlySet<string>;
}

/**
 * Which id each group of clusters has. A signal's id stays where most of its posts are. Of several ids that meet in one group a
 * public one goes before one that nobody has seen, then the older one; the others answer with it, so long as it has more than half
 * of their posts. A group with no claim takes the id of its oldest cluster that is free. Clusters in the order of making. A hidden
 * signal hides what it joins, so it stays apart from a group that is mostly of others.
 */
export function planSignalIdentities(
  clusters: readonly CurrentCluster[],
  groups: readonly Merge[],
  { publicIds, hiddenIds }: KnownSignals,
): IdentityPlan {
  const order = new Map(clusters.map(({ id }, index) => [id, index]));
  const byId = new Map(clusters.map((cluster) => [cluster.id, cluster]));
  const sorted = keepApart(groups, byId, hiddenIds).map((group) => ({
    ...group,
    clusterIds: group.clusterIds.toSorted((one, other) => (order.get(one) ?? 0) - (order.get(other) ?? 0)),
  }));
  const claims = claimsOn(sorted, byId, order, publicIds);
  const planned = assignIds(sorted, claims, new Set([...claims.keys(), ...publicIds, ...hiddenIds]));
  const ended = endedBy(claims, planned);
  return {
    signals: planned.map(({ signalId, clusterIds }) => ({ id: signalId, clusterIds })),
    ended,
    moves: planned.flatMap((signal) => movesInto(signal, byId, { claims, ended })),
  };
}

/** Without clusters of hidden signals in groups that are mostly of others: these get a group for each hidden signal. */
function keepApart(
  groups: readonly Merge[],
  clusters: ReadonlyMap<string, CurrentCluster>,
  hiddenIds: ReadonlySet<string>,
): readonly Merge[] {
  if (hiddenIds.size === 0) return groups;
  const counts = (id: string) => clusters.get(id)?.postsBySignal ?? new Map<string, number>();
  const hiddenHome = (id: string) => {
    const home = majoritySignalOf(counts(id));
    return home !== null && hiddenIds.has(home) ? home : null;
  };
  const apart = new Map<string, Merge>();
  const kept = groups.map((group) => {
    const sizes = group.clusterIds.map((id) => sumOf(counts(id)));
    const hidden = group.clusterIds.map((id, at) => (hiddenHome(id) === null ? 0 : (sizes[at] ?? 0)));
    if (sumOf(hidden.entries()) * 2 > sumOf(sizes.entries())) return group;
    for (const id of group.clusterIds) {
      const home = hiddenHome(id);
      if (home === null) continue;
      const own = apart.get(home) ?? { ...group, clusterIds: [] };
      apart.set(home, { ...own, clusterIds: [...own.clusterIds, id] });
    }
    return { ...group, clusterIds: group.clusterIds.filter((id) => hiddenHome(id) === null) };
  });
  return [...kept.filter(({ clusterIds }) => clusterIds.length > 0), ...apart.values()];
}

const sumOf = (counts: Iterable<readonly [unknown, number]>): number =>
  [...counts].reduce((sum, [, count]) => sum + count, 0);

function claimsOn(
  groups: readonly Merge[],
  clusters: ReadonlyMap<string, CurrentCluster>,
  order: ReadonlyMap<string, number>,
  publicIds: ReadonlySet<string>,
): Map<string, Claim> {
  const claims = new Map<string, Claim>();
  groups.forEach(({ clusterIds }, group) => {
    const inGroup = new Map<string, number>();
    for (const id of clusterIds) {
      for (const [signalId, posts] of clusters.get(id)?.postsBySignal ?? []) {
        inGroup.set(signalId, (inGroup.get(signalId) ?? 0) + posts);
        const isPublic = publicIds.has(signalId);
        const known = claims.get(signalId);
        const place = order.get(signalId) ?? Math.min(known?.order ?? Number.POSITIVE_INFINITY, order.get(id) ?? 0);
        claims.set(signalId, { signalId, isPublic, posts: 0, heir: -1, inHeir: 0, ...known, order: place });
      }
    }
    for (const [signalId, posts] of inGroup) {
      const claim = claims.get(signalId);
      if (claim === undefined) continue;
      claim.posts += posts;
      // Of two parts of a size the one with the founding cluster, whose id it is.
      const isFounders = posts === claim.inHeir && clusterIds.includes(signalId);
      if (posts > claim.inHeir || isFounders) Object.assign(claim, { heir: group, inHeir: posts });
    }
  });
  return claims;
}

/** `taken`: ids of signals of today; those without a claim have no cluster here, but may live. */
function assignIds(groups: readonly Merge[], claims: ReadonlyMap<string, Claim>, taken: Set<string>): PlannedSignal[] {
  const claimants = Map.groupBy(claims.values(), ({ heir }) => heir);
  return groups.map((group, index) => {
    const [first] = (claimants.get(index) ?? []).sort(
      (one, other) => Number(other.isPublic) - Number(one.isPublic) || one.order - other.order,
    );
    const signalId = first?.signalId ?? freeIdOf(group, taken);
    taken.add(signalId);
    return { ...group, signalId };
  });
}

function freeIdOf({ clusterIds }: Merge, taken: ReadonlySet<string>): string {
  const free = clusterIds.find((id) => !taken.has(id));
  if (free !== undefined) return free;
  for (let attempt = 1; ; attempt += 1) {
    const id = splitIdOf(clusterIds[0] ?? '', attempt);
    if (!taken.has(id)) return id;
  }
}

function endedBy(claims: ReadonlyMap<string, Claim>, planned: readonly PlannedSignal[]): IdentityPlan['ended'] {
  const living = new Set(planned.map(({ signalId }) => signalId));
  return [...claims.values()]
    .filter(({ signalId }) => !living.has(signalId))
    .map(({ signalId, heir, inHeir, posts }) => ({
      id: signalId,
      survivorId: inHeir * 2 > posts ? (planned[heir]?.signalId ?? null) : null,
    }));
}

function movesInto(
  signal: PlannedSignal,
  clusters: ReadonlyMap<string, CurrentCluster>,
  { claims, ended }: { claims: ReadonlyMap<string, Claim>; ended: IdentityPlan['ended'] },
): SignalMove[] {
  const toId = signal.signalId;
  const home = (id: string) => majoritySignalOf(clusters.get(id)?.postsBySignal ?? new Map());
  const survivors = new Map(ended.map(({ id, survivorId }) => [id, survivorId]));
  return [...Map.groupBy(signal.clusterIds, home)].flatMap(([fromId, clusterIds]) => {
    if (fromId === null || fromId === toId) return [];
    const isMerge = survivors.get(fromId) === toId;
    const kind = isMerge ? 'merge' : claims.has(toId) ? 'move' : 'split';
    const posts = clusterIds.flatMap((id) => [...(clusters.get(id)?.postsBySignal.values() ?? [])]);
    const similarity = isMerge ? signal.similarity : signal.parted;
    return [{ kind, fromId, toId, clusterIds, posts: posts.reduce((sum, count) => sum + count, 0), similarity }];
  });
}

/** The signal of today that most of a cluster's posts are in. */
export function majoritySignalOf(postsBySignal: ReadonlyMap<string, number>): string | null {
  let home: string | null = null;
  let most = 0;
  for (const [signalId, posts] of postsBySignal) {
    if (posts < most || (posts === most && home !== null && signalId > home)) continue;
    home = signalId;
    most = posts;
  }
  return home;
}
