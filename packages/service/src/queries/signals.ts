import type {
  EmergingParameters,
  History,
  Page,
  SignalListParameters,
  SignalStats,
  Timeline,
  TopParameters,
} from '@pain-signals/contract';
import type { z } from 'zod';
import { DAY_MS, dayName, isoInstant } from '../model/day.ts';
import { keywordsOf } from '../model/keyword-search.ts';
import { ServiceError } from '../model/service-error.ts';
import type { SignalRow } from '../store/index.ts';
import type { QueryDeps } from './deps.ts';
import { type SignalDetail, type SignalItem, toPage, toSignalItem } from './responses.ts';

/** The signal, or the one it was merged into. Throws NOT_FOUND. */
export async function findSignal({ store }: Pick<QueryDeps, 'store'>, id: string): Promise<SignalRow> {
  const row = await store.signals.find(id.toLowerCase());
  if (row === null) throw signalNotFound();
  return row;
}

export const signalNotFound = (): ServiceError => new ServiceError('NOT_FOUND', 'No signal has this ID.');

/** The last `count` UTC days, YYYY-MM-DD, oldest first; the day of `at` is the last. */
export const lastDays = (at: number, count: number): string[] =>
  Array.from({ length: count }, (_, index) => dayName(at - (count - 1 - index) * DAY_MS));

/** One signal. Each throws NOT_FOUND for an unknown id. */
export function signalQueries({ store, at }: Pick<QueryDeps, 'store' | 'at'>) {
  /** The timelines of several signals, in their order, from one read. */
  async function timelines(ids: readonly string[], days: number): Promise<Timeline[]> {
    const dates = lastDays(at(), days);
    const counts = await store.evidence.dailyCounts(ids, dates[0] ?? '', dates.at(-1) ?? '');
    return ids.map((painSignalId) => {
      const countOf = new Map(counts.get(painSignalId)?.map(({ date, count }) => [date, count]));
      const buckets = dates.map((date) => ({ date, count: countOf.get(date) ?? 0 }));
      return { painSignalId, buckets, totalMentions: buckets.reduce((sum, { count }) => sum + count, 0) };
    });
  }
  return {
    /** Section 2.2. */
    async getSignal(id: string): Promise<SignalDetail> {
      const row = await findSignal({ store }, id);
      return {
        ...toSignalItem(row),
        summary: row.summary,
        chunkCount: row.chunkCount,
        firstSeenAt: isoInstant(row.firstSeenAt),
        createdAt: isoInstant(row.createdAt),
        updatedAt: isoInstant(row.updatedAt),
        scoreParts: row.scoreParts,
        scorePartsWeekBefore: row.scorePartsWeekBefore,
      };
    },
    /** Section 2.3: as of the last snapshot, like lists and details. */
    async stats(id: string): Promise<SignalStats> {
      const row = await findSignal({ store }, id);
      return {
        painSignalId: row.id,
        totalMentions: row.volume,
        last7dMentions: row.mentionsLastWindow,
        prev7dMentions: row.mentionsPrevWindow,
        growthRate: row.growth,
        sourceDistribution: row.sourceDistribution,
      };
    },
    /** Section 2.4: mentions of the last `days` UTC days, today included; `totalMentions` is their sum. */
    async timeline(id: string, days: number): Promise<Timeline> {
      const { id: painSignalId } = await findSignal({ store }, id);
      const [found] = await timelines([painSignalId], days);
      return found ?? { painSignalId, buckets: [], totalMentions: 0 };
    },
    timelines,
    /** Section 2.5: the nightly snapshots of the last `days` UTC days. */
    async history(id: string, days: number): Promise<History> {
      const row = await findSignal({ store }, id);
      const [from = ''] = lastDays(at(), days);
      const points = await store.snapshots.history(row.id, from);
      return { painSignalId: row.id, points, trackingStartedAt: isoInstant(row.trackingStartedAt ?? row.createdAt) };
    },
  };
}

type EmergingQuery = z.output<typeof EmergingParameters>;
type TopQuery = z.output<typeof TopParameters>;
export type SignalListQuery = z.output<typeof SignalListParameters>;

export const listQueries = ({ store, cached }: QueryDeps) => ({
  /** Signals with a statistically significant increase, fastest first. */
  trending: ({ limit }: { limit: number }): Promise<SignalItem[]> =>
    cached(`trending ${limit}`, async () => (await store.signals.trending(limit)).map(toSignalItem)),

  /** Significantly growing signals with at most `maxVolume` mentions and at least `minGrowth`, fastest first. */
  emerging: ({ maxVolume, minGrowth, limit }: EmergingQuery): Promise<SignalItem[]> =>
    cached(`emerging ${maxVolume} ${minGrowth} ${limit}`, async () =>
      (await store.signals.emerging({ maxVolume, minGrowth, limit })).map(toSignalItem),
    ),

  /** Active signals by a metric, highest first. */
  top: ({ metric, limit }: TopQuery): Promise<SignalItem[]> =>
    cached(`top ${metric} ${limit}`, async () => (await store.signals.top({ metric, limit })).map(toSignalItem)),

  /** Active and dormant signals, filtered and sorted, a page of them. */
  async listSignals({ query = '', owner, ...listing }: SignalListQuery): Promise<Page<SignalItem>> {
    const { page, size } = listing;
    const keywords = keywordsOf(query);
    // A query without words, such as "???", matches nothing rather than everything.
    if (keywords.length === 0 && query.trim() !== '') return toPage([], 0, page, size);
    // PostgreSQL rejects NUL in text.
    const { rows, total } = await store.signals.list({ ...listing, keywords, owner: owner?.replaceAll('\0', '') });
    return toPage(rows.map(toSignalItem), total, page, size);
  },
});
