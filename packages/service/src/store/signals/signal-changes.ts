import type { ScoreParts, SourceDistribution } from '@pain-signals/contract';
import type { Kysely } from 'kysely';
import { foldText, searchTextOf } from '../../model/keyword-search.ts';
import {
  type CountedFigures,
  PUBLIC_STATES,
  type ScoredSignal,
  type SignalDescription,
  type SignalState,
} from '../../model/signal.ts';
import type { IdentityPlan } from '../../model/signal-identity.ts';
import { inBatches } from '../database/sql.ts';
import type { Tables } from '../database/tables.ts';
import type { ClusterStore } from './clusters.ts';
import { EMPTY_DESCRIPTION } from './descriptions.ts';
import type { LoggedMove, MergeLog } from './merge-log.ts';

/** A public signal before a refresh. */
export interface PublicSignal {
  id: string;
  state: SignalState;
  hidden: boolean;
  description: SignalDescription;
  /** Volume at the last refresh; when last described; and when the topic was chosen. */
  volume: number;
  describedVolume: number;
  topicVolume: number;
  trackingStartedAt: number | null;
  mentionsLastWindow: number;
  riseP: number;
}
/** A public signal after a refresh. */
export interface RefreshedSignal {
  id: string;
  state: SignalState;
  figures: CountedFigures;
  score: ScoredSignal;
  scorePartsWeekBefore: ScoreParts | null;
  description: SignalDescription;
  describedVolume: number;
  topicVolume: number;
  /** Null when nothing changed. */
  updatedAt: number | null;
  trackingStartedAt: number;
}

/** Writes to signals. Only the pipeline calls them, holding its lock. */
export function signalChanges(kysely: Kysely<Tables>, clusters: ClusterStore, log: MergeLog) {
  return {
    /** Ids of all signals, past ones included; a new signal must not reuse one. */
    ids: async (): Promise<Set<string>> =>
      new Set((await kysely.selectFrom('signals').select('id').execute()).map((row) => row.id)),

    /** Adds a candidate signal for each new cluster. */
    async addCandidates(ids: readonly string[], at: number): Promise<void> {
      const rows = ids.map((id) => ({ id, state: 'candidate' as const, createdAt: at, updatedAt: at, sample: 0 }));
      for (const some of inBatches(rows)) await kysely.insertInto('signals').values(some).execute();
    },

    /** Makes the next refresh compute the signals again. */
    async markChanged(ids: readonly string[]): Promise<void> {
      for (const some of inBatches([...new Set(ids)]))
        await kysely.updateTable('signals').set({ changed: 1 }).where('id', 'in', some).execute();
    },

    changedIds: async (): Promise<string[]> =>
      (await kysely.selectFrom('signals').select('id').where('changed', '=', 1).execute()).map(({ id }) => id),

    /** After a refresh. */
    async forgetChanges(): Promise<void> {
      await kysely.updateTable('signals').set({ changed: 0 }).where('changed', '=', 1).execute();
    },

    /** Every active, dormant or archived signal. */
    async publicSignals(): Promise<PublicSignal[]> {
      const rows = await kysely
        .selectFrom('signals')
        .select(['id', 'state', 'volume', 'describedVolume', 'topicVolume'])
        .select(['hidden', 'trackingStartedAt', 'topic', 'summary', 'painType'])
        .select(['macroArea', 'macroAreaConfidence', 'mentionsLastWindow', 'riseP'])
        .where('state', 'in', PUBLIC_STATES)
        .orderBy('id')
        .execute();
      return rows.map(({ hidden, topic, summary, painType, macroArea, macroAreaConfidence, ...row }) => ({
        ...row,
        hidden: hidden === 1,
        description: { topic, summary, painType, macroArea, macroAreaConfidence },
      }));
    },

    /** Moves clusters between signals and logs it. Links to old ids keep working; history is unchanged. */
    async applyIdentityPlan({ signals, ended, moves }: IdentityPlan, at: number): Promise<void> {
      const states = await statesOf(kysely, [...new Set(moves.map(({ fromId }) => fromId))]);
      for (const { id, clusterIds } of signals) await clusters.move(clusterIds, id);
      for (const { id, survivorId } of ended) await endSignal(kysely, id, survivorId);
      for (const { kind, toId, clusterIds } of moves) {
        if (kind === 'split') await beginSignal(kysely, toId, at);
        if (kind !== 'merge') await redirect(kysely, clusterIds, toId);
      }
      for (const { fromId, toId } of moves) await hideWith(kysely, fromId, toId);
      const moved = moves.flatMap(({ fromId, toId }) => [fromId, toId]);
      await describeAgain(kysely, moved);
      await log.add(moves, states, at);
    },

    /**
     * Reverts a logged move: its clusters return, and the signal they left gets its state back. What a hidden signal got by a merge
     * stays hidden; for a split or move, both signals must be hidden or neither.
     */
    async undo({ id, kind, fromId, fromState, toId, clusterIds }: LoggedMove, at: number): Promise<void> {
      await clusters.move(clusterIds, fromId);
      if (kind === 'merge') await hideWith(kysely, toId, fromId);
      if (kind === 'split') await endSignal(kysely, toId, fromId);
      await kysely
        .updateTable('signals')
        .set({ state: fromState, mergedInto: null })
        .where('id', '=', fromId)
        .where('state', 'in', ['merged', 'candidate'])
        .execute();
      if (kind !== 'merge') await redirect(kysely, clusterIds, fromId);
      await describeAgain(kysely, [fromId, toId]);
      await log.setUndone(id, at);
    },

    /** Writes a public signal's row. */
    async refresh(signal: RefreshedSignal): Promise<void> {
      const { id, state, figures, score, description, describedVolume, topicVolume, trackingStartedAt } = signal;
      const { volume, chunkCount, firstSeenAt, lastSeenAt, owners, repositories } = figures;
      const { topic, summary, painType, macroArea, macroAreaConfidence } = description;
      const [owner] = owners;
      await kysely
        .updateTable('signals')
        .set({
          state,
          sample: figures.sample ? 1 : 0,
          ...(signal.updatedAt === null ? {} : { updatedAt: signal.updatedAt }),
          trackingStartedAt,
          topic,
          summary,
          searchText: searchTextOf(topic, summary),
          painType,
          macroArea,
          macroAreaConfidence: macroArea === null ? null : macroAreaConfidence,
          describedVolume,
          topicVolume,
          score: score.score,
          scorePartsJson: JSON.stringify(score.scoreParts),
          scorePartsWeekBeforeJson:
            signal.scorePartsWeekBefore === null ? null : JSON.stringify(signal.scorePartsWeekBefore),
          growth: score.growth,
          riseP: score.riseP,
          trending: score.trending ? 1 : 0,
          emerging: score.emerging ? 1 : 0,
          volume,
          chunkCount,
          authorCount: figures.authors,
          repositoryCount: repositories.length,
          firstSeenAt,
          lastSeenAt,
          mentionsLastWindow: figures.lastWindow.mentions,
          mentionsPrevWindow: figures.prevWindow.mentions,
          uniqueOwnerCount: owners.length,
          topOwnerName: owner?.owner ?? null,
          topOwnerFolded: owner === undefined ? null : foldText(owner.owner),
          topOwnerDominancePct: percent(owner?.chunks ?? 0, figures.codeHostChunks),
          sourcesJson: JSON.stringify(distributionOf(figures)),
        })
        .where('id', '=', id)
        .execute();
    },

    /** Hides signals without posts from readers. */
    async demote(ids: readonly string[]): Promise<void> {
      for (const some of inBatches(ids))
        await kysely
          .updateTable('signals')
          .set({ state: 'candidate', ...EMPTY_DESCRIPTION })
          .where('id', 'in', some)
          .execute();
    },

    /** Moves the start of a signal's history back, for a backfill. */
    async trackSince(id: string, at: number): Promise<void> {
      await kysely
        .updateTable('signals')
        .set({ trackingStartedAt: at })
        .where('id', '=', id)
        .where((where) => where.or([where('trackingStartedAt', 'is', null), where('trackingStartedAt', '>', at)]))
        .execute();
    },
  };
}
export type SignalChanges = ReturnType<typeof signalChanges>;

const percent = (part: number, whole: number): number => (whole === 0 ? 0 : Math.round((100 * part) / whole));

const distributionOf = ({ providers, volume }: CountedFigures): SourceDistribution[] =>
  providers.map(({ provider, mentions }) => ({ provider, mentions, percent: percent(mentions, volume) }));

async function statesOf(kysely: Kysely<Tables>, ids: readonly string[]): Promise<Map<string, SignalState>> {
  const states = new Map<string, SignalState>();
  for (const some of inBatches(ids)) {
    const rows = await kysely.selectFrom('signals').select(['id', 'state']).where('id', 'in', some).execute();
    for (const { id, state } of rows) states.set(id, state);
  }
  return states;
}

async function endSignal(kysely: Kysely<Tables>, id: string, survivorId: string | null): Promise<void> {
  const signal = kysely.updateTable('signals').where('id', '=', id);
  await signal.set({ state: survivorId === null ? 'candidate' : 'merged', mergedInto: survivorId }).execute();
  // It was to be described again without a removed post, which nothing does now.
  await signal.set(EMPTY_DESCRIPTION).where('topicVolume', '=', 0).execute();
  await kysely.deleteFrom('briefs').where('signalId', '=', id).execute();
}

/** Starts a signal split off another, or revives a merged one with this id; one that was public is public again. */
async function beginSignal(kysely: Kysely<Tables>, id: string, at: number): Promise<void> {
  await kysely
    .insertInto('signals')
    .values({ id, state: 'candidate', createdAt: at, updatedAt: at, sample: 0 })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
  const cameBack = kysely.updateTable('signals').where('id', '=', id).where('state', '=', 'merged');
  await cameBack.set({ state: 'active', mergedInto: null }).where('trackingStartedAt', 'is not', null).execute();
  await cameBack.set({ state: 'candidate', mergedInto: null }).execute();
}

/** Redirects the clusters' own merged ids to the signal that the clusters are in. */
async function redirect(kysely: Kysely<Tables>, clusterIds: readonly string[], signalId: string): Promise<void> {
  for (const some of inBatches(clusterIds.filter((id) => id !== signalId)))
    await kysely
      .updateTable('signals')
      .set({ mergedInto: signalId })
      .where('id', 'in', some)
      .where('state', '=', 'merged')
      .execute();
}

/** A hidden signal's content must not reappear under another id. */
async function hideWith(kysely: Kysely<Tables>, fromId: string, toId: string): Promise<void> {
  const hidden = kysely.selectFrom('signals').select('id').where('id', '=', fromId).where('hidden', '=', 1);
  await kysely
    .updateTable('signals')
    .set({ hidden: 1 })
    .where('id', '=', toId)
    .where((where) => where.exists(hidden))
    .execute();
}

/** Forces a new description and vector, because the posts changed even if their number did not. */
async function describeAgain(kysely: Kysely<Tables>, ids: readonly string[]): Promise<void> {
  for (const some of inBatches([...new Set(ids)])) {
    await kysely.updateTable('signals').set({ changed: 1, describedVolume: 0 }).where('id', 'in', some).execute();
    await kysely.deleteFrom('signalVectors').where('signalId', 'in', some).execute();
  }
}
