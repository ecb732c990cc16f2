import type { PainSignalListItem } from '@pain-signals/contract';
import { DAY_MS } from './time.ts';

/** What somebody thinks of a signal in a digest. */
export interface Vote extends Pick<PainSignalListItem, 'macroArea' | 'painType'> {
  signalId: string;
  userId: string;
  isUseful: boolean;
  at: number;
}

export const VOTE_FADE_MS = 8 * 7 * DAY_MS;
/** A vote adds to what is left of earlier ones, so votes can matter for twice the fading time. */
export const VOTE_TRACE_MS = 2 * VOTE_FADE_MS;
const [LEAST, MOST] = [0.5, 2];
/** Added, not multiplied, so that one vote up and one down cancel out. */
const STEP = 0.25;

/** How much a channel wants signals of an area, of a type, or one signal; 1 without votes. */
export interface Weights {
  of(signal: Pick<PainSignalListItem, 'id' | 'macroArea' | 'painType'>): number;
  /** What is not 1, by name: `area AUTH_IDENTITY`, `type bug`, `signal …`. */
  readonly entries: readonly (readonly [name: string, weight: number])[];
}

/**
 * Each vote moves the weights of its area, type and signal by a quarter; then they fade back to 1, by whole days, so that what was
 * said within a day cancels out. Votes are given oldest first.
 */
export function weighVotes(votes: readonly Vote[], now: number): Weights {
  const weights = new Map<string, { weight: number; at: number }>();
  const weightAt = (name: string, at: number) => {
    const known = weights.get(name);
    if (known === undefined) return 1;
    const days = Math.floor((at - known.at) / DAY_MS);
    const left = Math.max(0, 1 - (days * DAY_MS) / VOTE_FADE_MS);
    return 1 + (known.weight - 1) * left;
  };
  for (const vote of votes) {
    for (const name of voteKeysOf({ id: vote.signalId, ...vote })) {
      const moved = rounded(weightAt(name, vote.at) + (vote.isUseful ? STEP : -STEP));
      weights.set(name, { weight: Math.min(MOST, Math.max(LEAST, moved)), at: vote.at });
    }
  }
  return {
    of: (signal) => voteKeysOf(signal).reduce((product, name) => product * weightAt(name, now), 1),
    entries: [...weights.keys()]
      .map((name) => [name, weightAt(name, now)] as const)
      .filter(([, weight]) => weight !== 1),
  };
}

/** Without rounding, votes that cancel out would leave almost 1. */
const rounded = (weight: number): number => Math.round(weight * 1e9) / 1e9;

function voteKeysOf({ id, macroArea, painType }: Pick<PainSignalListItem, 'id' | 'macroArea' | 'painType'>): string[] {
  return [
    macroArea === null ? null : `area ${macroArea}`,
    painType === null ? null : `type ${painType}`,
    `signal ${id}`,
  ].filter((name) => name !== null);
}
