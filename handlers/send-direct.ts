import { openDm } from './deliver.ts';
import type { Deps, PostResult } from './deps.ts';
import type { IllustratedCard } from './drawing.ts';
import { postCard } from './post-card.ts';
import { localeRenderer } from './reader.ts';

/** A card as a message between the app and one person, with the numbers as they write them. */
export async function sendDm(deps: Deps, userId: string, draw: () => IllustratedCard): Promise<PostResult> {
  const opened = await openDm(deps.slack, userId);
  if (!opened.ok) return opened;
  const inTheirs = await localeRenderer(deps, { userId });
  return postCard(deps, opened, inTheirs(draw));
}
