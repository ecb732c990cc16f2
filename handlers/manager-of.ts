import type { Deps, Place } from './deps.ts';
import { RefusedPress } from './refused-press.ts';

/** Who may change things now; that may have been another matter when the dialog was opened. */
export async function managerOf(deps: Deps, place: Place): Promise<string> {
  if (await deps.isOutsider(place)) throw new RefusedPress('outsider');
  if (place.userId === null || !(await deps.settings.mayChange(place.userId))) throw new RefusedPress('not-manager');
  return place.userId;
}
