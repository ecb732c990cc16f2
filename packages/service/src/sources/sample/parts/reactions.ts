import type { Random } from './random.ts';

/** Most posts get no thumb or two, few get many. */
export function drawReactions(random: Random): number {
  return Math.min(400, Math.floor(1.5 * (1 - random.fraction()) ** -0.9) - 1);
}
