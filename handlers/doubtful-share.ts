import { unconfirmedShareCard } from '#blocks/share-cards.ts';
import { deliver } from './deliver.ts';
import type { Deps } from './deps.ts';

export interface UnconfirmedShare {
  userId: string;
  channelId: string;
  /** The value of the button that shares it once more. */
  again: string;
}

/** Tells a person that their share was cut short: only they can look whether it arrived. */
export function notifyUnconfirmedShare(deps: Deps, { userId, channelId, again }: UnconfirmedShare): Promise<void> {
  const nothing = { responseUrl: null, userTeamId: null, threadTs: null, triggerId: null, message: null, view: null };
  const place = { ...nothing, channelId, userId };
  return deliver(deps, place, () => unconfirmedShareCard(channelId, again));
}
