import type { Card } from '#blocks/card.ts';
import type { Watch } from '#blocks/watch.ts';
import { watchNotAllowedCard, watchNotFoundCard } from '#blocks/watch-cards.ts';
import type { Deps, RequestContext } from '../deps.ts';
import { ActionRejectedError } from '../refused-press.ts';

/** The watch that somebody wants to change, or why they cannot: it is theirs, or they look after the workspace. */
export async function findManagedWatch(
  deps: Deps,
  id: string | null,
  context: Pick<RequestContext, 'userId' | 'userTeamId'>,
): Promise<{ watch: Watch } | { refusal: Card }> {
  if (await deps.isOutsider(context)) throw new ActionRejectedError('outsider');
  if (id === null || context.userId === null) throw new ActionRejectedError('old-button');
  const watch = await deps.watches.find(id);
  if (watch === null) return { refusal: watchNotFoundCard() };
  const isAllowed = watch.ownerId === context.userId || (await deps.settings.mayChange(context.userId));
  return isAllowed ? { watch } : { refusal: watchNotAllowedCard(watch.ownerId) };
}
