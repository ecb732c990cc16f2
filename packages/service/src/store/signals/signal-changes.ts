import type { ScoreParts, SourceDistribution } from '@pain-signals/contract';
import type { Kysely } from 'kysely';
import { searchTextOf } from '../../model/keyword-search.ts';
import type { CountedFigures, ScoredSignal, SignalDescription, SignalState } from '../../model/signal.ts';
import type { IdentityPlan } from '../../model/signal-identity.ts';
import { foldText, inBatches } from '../database/sql.ts';
import type { Tables } from '../database/tables.ts';
import type { ClusterStore } from './clusters.ts';
import { EMPTY_DESCRIPTION } from './descriptions.ts';
import type { LoggedMove, MergeLog } from './merge-log.ts';

/** What a refresh must know of a public signal before it decides. */
export interface PublicSignal {
  id: string;
  state: SignalState;
  hidden: boolean;
  description: SignalDescription;
  /** Its volume at the last refresh, when it was last described, and when its topic was chosen. */
  volume: number;
  describedVolume: number;
  topicVolume: number;
  trackingStartedAt: number | null;
}
/** What a refresh says of a public signal. */
export interface RefreshedSignal {
  id: string;
  state: SignalState;
  figures: CountedFigures;
  score: ScoredSignal;
  scorePartsWeekBefore: ScoreParts | null;
  description: SignalDescription;
  describedVolume: number;
  topicVolume: number;
  /** Null when nothing about it is new. */
  updatedAt: number | null;
  trackingStartedAt: number;
}

/** Writes on signals; only the pipeline calls them, under its lock. */
export function signalChanges(kysely: Kysely<Tables>, clusters: ClusterStore, log: MergeLog) {
  return {
    /** Of every signal there is or was: no new one may have one of them. */
    async ids(): Promise<Set<string>> {
      const rows = await kysely.selectFrom('signals').select('id').execute();
      return new Set(rows.map((row) => row.id));
    },

    /** New clusters are signals of their own, seen by nobody yet. */
    async addCandidates(ids: readonly string[], at: number): Promise<void> {
      const rows = ids.map((id) => ({ id, state: 'candidate' as const, created_at: at, updated_at: at, sample: 0 }));
      for (const some of inBatches(rows)) await kysely.insertInto('signals').values(some).execute();
    },

    /** Every signal that is public or was: all but candidates and merged ones. */
    async publicSignals(): Promise<PublicSignal[]> {
      const rows = await kysely
        .selectFrom('signals')
        .select(['id', 'state', 'volume', 'described_volume as describedVolume', 'topic_volume as topicVolume'])
        .select(['hidden', 'tracking_started_at as trackingStartedAt', 'topic', 'summary', 'pain_type as painType'])
        .select(['macro_area as macroArea', 'macro_area_confidence as macroAreaConfidence'])
        .where('state', 'in', ['active', 'dormant', 'archived'])
        .orderBy('id')
        .execute();
      return rows.map(({ hidden, topic, summary, painType, macroArea, macroAreaConfidence, ...row }) => ({
        ...row,
        hidden: hidden === 1,
        description: { topic, summary, painType, macroArea, macroAreaConfidence },
      }));
    },

    /** Moves clusters between signals and notes it; what people had a link to goes on answering. History stays as it was. */
    async applyIdentityPlan({ signals, ended, moves }: IdentityPlan, at: number): Promise<void> {
      const states = await statesOf(kysely, [...new Set(moves.map(({ fromId }) => fromId))]);
      for (const { id, clusterIds } of signals) await clusters.move(clusterIds, id);
      for (const { id, survivorId } of ended) await endSignal(kysely, id, survivorId);
      for (const { kind, toId, clusterIds } of moves) {
        if (kind === 'split') await beginSignal(kysely, toId, at);
        if (kind !== 'merge') await redirect(kysely, clusterIds, toId);
      }
      for (const { fromId, toId } of moves) await hideWith(kysely, fromId, toId);
      await describeAgain(
        kysely,
        moves.flatMap(({ fromId, toId }) => [fromId, toId]),
      );
      await log.add(moves, states, at);
    },

    /** Takes a logged move back: the clusters are where they were, and the signal they left is what it was. */
    async undo({ id, kind, fromId, fromState, toId, clusterIds }: LoggedMove, at: number): Promise<void> {
      await clusters.move(clusterIds, fromId);
      if (kind === 'split') await endSignal(kysely, toId, fromId);
      await kysely
        .updateTable('signals')
        .set({ state: fromState, merged_into: null })
        .where('id', '=', fromId)
        .where('state', 'in', ['merged', 'candidate'])
        .execute();
      if (kind !== 'merge') await redirect(kysely, clusterIds, fromId);
      await describeAgain(kysely, [fromId, toId]);
      await log.setUndone(id, at);
    },

    /** Writes a public signal's new row. */
    async refresh(signal: RefreshedSignal): Promise<void> {
      const { figures, score, description } = signal;
      const owner = figures.owners[0];
      await kysely
        .updateTable('signals')
        .set({
          state: signal.state,
          sample: figures.sample ? 1 : 0,
          ...(signal.updatedAt === null ? {} : { updated_at: signal.updatedAt }),
          tracking_started_at: signal.trackingStartedAt,
          topic: description.topic,
          summary: description.summary,
          search_text: searchTextOf(description.topic, description.summary),
          pain_type: description.painType,
          macro_area: description.macroArea,
          macro_area_confidence: description.macroArea === null ? null : description.macroAreaConfidence,
          described_volume: signal.describedVolume,
          topic_volume: signal.topicVolume,
          score: score.score,
          score_parts_json: JSON.stringify(score.scoreParts),
          score_parts_week_before_json:
            signal.scorePartsWeekBefore === null ? null : JSON.stringify(signal.scorePartsWeekBefore),
          growth: score.growth,
          rise_p: score.riseP,
          trending: score.trending ? 1 : 0,
          emerging: score.emerging ? 1 : 0,
          volume: figures.volume,
          chunk_count: figures.chunkCount,
          author_count: figures.authors,
          repository_count: figures.repositories.length,
          first_seen_at: figures.firstSeenAt,
          last_seen_at: figures.lastSeenAt,
          mentions_last_window: figures.lastWindow.mentions,
          mentions_prev_window: figures.prevWindow.mentions,
          unique_owner_count: figures.owners.length,
          top_owner_name: owner?.owner ?? null,
          top_owner_folded: owner === undefined ? null : foldText(owner.owner),
          top_owner_dominance_pct: percent(owner?.chunks ?? 0, figures.codeHostChunks),
          sources_json: JSON.stringify(distributionOf(figures)),
        })
        .where('id', '=', signal.id)
        .execute();
    },

    /** Signals that have no post left in them (as of the moment looked at) are shown to nobody. */
    async demote(ids: readonly string[]): Promise<void> {
      for (const some of inBatches(ids))
        await kysely
          .updateTable('signals')
          .set({ state: 'candidate', ...EMPTY_DESCRIPTION })
          .where('id', 'in', some)
          .execute();
    },

    /** A backfilled history starts earlier than the first snapshot did. */
    async trackSince(id: string, at: number): Promise<void> {
      await kysely
        .updateTable('signals')
        .set({ tracking_started_at: at })
        .where('id', '=', id)
        .where((where) => where.or([where('tracking_started_at', 'is', null), where('tracking_started_at', '>', at)]))
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
  await kysely
    .updateTable('signals')
    .set({ state: survivorId === null ? 'candidate' : 'merged', merged_into: survivorId })
    .where('id', '=', id)
    .execute();
  await kysely.deleteFrom('briefs').where('signal_id', '=', id).execute();
}

/** A signal cut out of another begins, or comes back under an id that was merged; one that was public is so again. */
async function beginSignal(kysely: Kysely<Tables>, id: string, at: number): Promise<void> {
  await kysely
    .insertInto('signals')
    .values({ id, state: 'candidate', created_at: at, updated_at: at, sample: 0 })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
  const cameBack = kysely.updateTable('signals').where('id', '=', id).where('state', '=', 'merged');
  await cameBack.set({ state: 'active', merged_into: null }).where('tracking_started_at', 'is not', null).execute();
  await cameBack.set({ state: 'candidate', merged_into: null }).execute();
}

/** Ids that clusters brought with them answer with the signal that the clusters are in. */
async function redirect(kysely: Kysely<Tables>, clusterIds: readonly string[], signalId: string): Promise<void> {
  for (const some of inBatches(clusterIds.filter((id) => id !== signalId)))
    await kysely
      .updateTable('signals')
      .set({ merged_into: signalId })
      .where('id', 'in', some)
      .where('state', '=', 'merged')
      .execute();
}

/** What the operator has hidden does not come to light under another id. */
async function hideWith(kysely: Kysely<Tables>, fromId: string, toId: string): Promise<void> {
  const hidden = kysely.selectFrom('signals').select('id').where('id', '=', fromId).where('hidden', '=', 1);
  await kysely
    .updateTable('signals')
    .set({ hidden: 1 })
    .where('id', '=', toId)
    .where((where) => where.exists(hidden))
    .execute();
}

/** Other posts, other words, even where their number is the same. */
async function describeAgain(kysely: Kysely<Tables>, ids: readonly string[]): Promise<void> {
  for (const some of inBatches([...new Set(ids)]))
    await kysely.updateTable('signals').set({ described_volume: 0 }).where('id', 'in', some).execute();
}
