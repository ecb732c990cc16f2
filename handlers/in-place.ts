import type { Deps, Place } from './deps.ts';
import { inDialog } from './dialog.ts';
import { placeOf } from './place.ts';

/** Does what a press asks for, where it was pressed. Home has no place for an answer, so a dialog opens for it. */
export function inPlace(deps: Deps, body: unknown, work: (place: Place) => Promise<void>): Promise<void> {
  const place = placeOf(body);
  return place.view?.isHome ? inDialog(deps, body, work) : work(place);
}
