import { openDirect } from './deliver.ts';
import type { Deps, PostVerdict } from './deps.ts';
import type { IllustratedCard } from './drawing.ts';
import { postCard } from './post-card.ts';
import { numbersOf } from './reader.ts';

/** A card as a message between the app and one person, with the numbers as they write them. */
export async function sendDirect(deps: Deps, userId: string, draw: () => IllustratedCard): Promise<PostVerdict> {
  const opened = await openDirect(deps.slack, userId);
  if (!opened.ok) return opened;
  const inTheirs = await numbersOf(deps, { userId });
  return postCard(deps, opened, inTheirs(draw));
}
