import type { MacroArea, PainType, ScoreParts, SourceDistribution } from '@pain-signals/contract';
import type { Selectable } from 'kysely';
import type { SignalState } from '../model/signal.ts';
import type { SignalTable } from './tables.ts';

/** A signal as of the last snapshot: list, detail and stats are all views of this row, so they agree. Times are epoch ms. */
export interface SignalRow {
  id: string;
  state: SignalState;
  /** Some of its posts are of the sample stream. */
  sample: boolean;
  topic: string;
  summary: string;
  painType: PainType | null;
  macroArea: MacroArea | null;
  macroAreaConfidence: number | null;
  score: number;
  scoreParts: ScoreParts;
  scorePartsWeekBefore: ScoreParts | null;
  growth: number;
  /** One-sided p-value of the rise. */
  riseP: number;
  volume: number;
  chunkCount: number;
  authorCount: number;
  /** Distinct repositories, the specification's document diversity; provider and site stand in for a missing one. */
  repositoryCount: number;
  firstSeenAt: number;
  lastSeenAt: number;
  createdAt: number;
  updatedAt: number;
  /** Null until the first snapshot that shows it. */
  trackingStartedAt: number | null;
  mentionsLastWindow: number;
  mentionsPrevWindow: number;
  uniqueOwnerCount: number;
  topOwnerName: string | null;
  topOwnerDominancePct: number;
  sourceDistribution: SourceDistribution[];
}

export const toSignalRow = (row: Selectable<SignalTable>): SignalRow => ({
  id: row.id,
  state: row.state,
  sample: row.sample === 1,
  topic: row.topic,
  summary: row.summary,
  painType: row.pain_type,
  macroArea: row.macro_area,
  macroAreaConfidence: row.macro_area_confidence,
  score: row.score,
  scoreParts: JSON.parse(row.score_parts_json),
  scorePartsWeekBefore: JSON.parse(row.score_parts_week_before_json ?? 'null'),
  growth: row.growth,
  riseP: row.rise_p,
  volume: row.volume,
  chunkCount: row.chunk_count,
  authorCount: row.author_count,
  repositoryCount: row.repository_count,
  firstSeenAt: row.first_seen_at,
  lastSeenAt: row.last_seen_at,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  trackingStartedAt: row.tracking_started_at,
  mentionsLastWindow: row.mentions_last_window,
  mentionsPrevWindow: row.mentions_prev_window,
  uniqueOwnerCount: row.unique_owner_count,
  topOwnerName: row.top_owner_name,
  topOwnerDominancePct: row.top_owner_dominance_pct,
  sourceDistribution: JSON.parse(row.sources_json),
});
