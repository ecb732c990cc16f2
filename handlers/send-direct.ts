import { openDirect } from './deliver.ts';
import type { Deps, PostVerdict } from './deps.ts';
import type { IllustratedCard } from './drawing.ts';
import { postCard } from './post-card.ts';

/** A card as a message between the app and one person. */
export async function sendDirect(deps: Deps, userId: string, card: IllustratedCard): Promise<PostVerdict> {
  const opened = await openDirect(deps.slack, userId);
  return opened.ok ? postCard(deps, opened, card) : opened;
}
