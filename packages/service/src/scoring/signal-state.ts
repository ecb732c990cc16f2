import { DAY_MS } from '../model/day.ts';
import {
  ARCHIVED_AFTER_DAYS,
  DORMANT_AFTER_DAYS,
  QUALITY_GATE,
  type SignalFigures,
  type SignalState,
  type WithheldReason,
} from '../model/signal.ts';

/** The first thing a signal lacks: enough posts, enough authors, several days or repositories. Null if it lacks nothing. */
export function lackOf({ volume, authors, distinctDays, repositories }: SignalFigures): WithheldReason | null {
  if (volume < QUALITY_GATE.documents) return 'documents';
  if (authors < QUALITY_GATE.authors) return 'authors';
  const spread = Math.max(distinctDays, repositories.length);
  return spread < QUALITY_GATE.daysOrRepositories ? 'daysOrRepositories' : null;
}

/** A signal's state at `at`. A public signal stays public, so that its links keep working. */
export function nextState(wasPublic: boolean, figures: SignalFigures, at: number): SignalState {
  if (!wasPublic && lackOf(figures) !== null) return 'candidate';
  const silentDays = (at - figures.lastSeenAt) / DAY_MS;
  if (silentDays < DORMANT_AFTER_DAYS) return 'active';
  return silentDays < ARCHIVED_AFTER_DAYS ? 'dormant' : 'archived';
}
