import { DAY_MS } from '../model/day.ts';
import {
  ARCHIVED_AFTER_DAYS,
  DORMANT_AFTER_DAYS,
  QUALITY_GATE,
  type SignalFigures,
  type SignalState,
} from '../model/signal.ts';

/** Enough posts by enough authors, on several days or in several repositories. */
function passesGate({ volume, authors, distinctDays, repositories }: SignalFigures): boolean {
  return (
    volume >= QUALITY_GATE.documents &&
    authors >= QUALITY_GATE.authors &&
    Math.max(distinctDays, repositories.length) >= QUALITY_GATE.daysOrRepositories
  );
}

/** A signal's state at `at`. A public signal stays public, so that its links keep working. */
export function nextState(wasPublic: boolean, figures: SignalFigures, at: number): SignalState {
  if (!wasPublic && !passesGate(figures)) return 'candidate';
  const silentDays = (at - figures.lastSeenAt) / DAY_MS;
  if (silentDays < DORMANT_AFTER_DAYS) return 'active';
  return silentDays < ARCHIVED_AFTER_DAYS ? 'dormant' : 'archived';
}
