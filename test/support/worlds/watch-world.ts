import type { PainSignalListItem } from '@pain-signals/contract';
import { aDetail, idOf } from '../service/sample-signals.ts';
import { startWorld, type World } from './slack-world.ts';

const HOUR_MS = 3_600_000;

/** A world in which nights pass and figures change. */
export interface WatchWorld extends World {
  /** The service has a new snapshot with this signal, or these lists. */
  snapshot(signal: Partial<PainSignalListItem>): void;
  snapshotOfLists(signals: readonly PainSignalListItem[]): void;
  /** Lets hours pass, then runs the jobs that are due. */
  pass(hours: number): Promise<void>;
}

export const WATCHED = idOf(1);

/** Noon in Stockholm, outside quiet hours. */
export async function startWatchWorld(): Promise<WatchWorld> {
  const world = await startWorld();
  const now = Date.now();
  world.passTime((34 - new Date(now).getUTCHours()) * HOUR_MS - (now % HOUR_MS));
  let snapshots = 0;
  const compute = () => {
    snapshots += 1;
    const latestSnapshotAt = new Date(now + snapshots * 60_000).toISOString();
    world.service.plan('/api/meta/pipeline', { body: { latestSnapshotAt, totalActiveSignals: 120, sample: true } });
  };
  return {
    ...world,
    snapshot(signal) {
      compute();
      world.service.plan(`/api/pain-signals/${WATCHED}`, { body: aDetail({ id: WATCHED, ...signal }) });
    },
    snapshotOfLists(items) {
      compute();
      const page = { items, page: 0, size: 50, totalItems: items.length, totalPages: 1 };
      world.service.plan('/api/pain-signals', { body: page });
    },
    async pass(hours) {
      world.passTime(hours * HOUR_MS);
      await world.runDueNow();
    },
  };
}
