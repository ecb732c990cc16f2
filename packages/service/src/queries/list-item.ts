import type { SignalRow } from '../store/index.ts';
import type { SignalItem } from './answers.ts';

export const isoInstant = (at: number): string => new Date(at).toISOString();

/** Section 2.1. */
export const toSignalItem = (row: SignalRow): SignalItem => ({
  id: row.id,
  topic: row.topic,
  score: row.score,
  volume: row.volume,
  growth: row.growth,
  lastSeenAt: isoInstant(row.lastSeenAt),
  macroArea: row.macroArea,
  macroAreaConfidence: row.macroAreaConfidence,
  mentionsLastWindow: row.mentionsLastWindow,
  mentionsPrevWindow: row.mentionsPrevWindow,
  painType: row.painType,
  uniqueOwnerCount: row.uniqueOwnerCount,
  topOwnerName: row.topOwnerName,
  topOwnerDominancePct: row.topOwnerDominancePct,
});
