import type { Card } from '#blocks/card.ts';
import type { Watch } from '#blocks/watch.ts';
import { notYourWatchCard, watchGoneCard } from '#blocks/watch-cards.ts';
import type { Deps, Place } from '../deps.ts';
import { RefusedPress } from '../refused-press.ts';

/** The watch that somebody wants to change, or why they cannot: it is theirs, or they look after the workspace. */
export async function watchToChange(
  deps: Deps,
  id: string | null,
  place: Pick<Place, 'userId' | 'userTeamId'>,
): Promise<{ watch: Watch } | { refusal: Card }> {
  if (await deps.isOutsider(place)) throw new RefusedPress('outsider');
  if (id === null || place.userId === null) throw new RefusedPress('old-button');
  const watch = await deps.watches.find(id);
  if (watch === null) return { refusal: watchGoneCard() };
  const isAllowed = watch.ownerId === place.userId || (await deps.settings.mayChange(place.userId));
  return isAllowed ? { watch } : { refusal: notYourWatchCard(watch.ownerId) };
}
