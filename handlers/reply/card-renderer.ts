import type { ChartDescription } from '#blocks/charts/plots/chart-description.ts';
import type { Card } from '#blocks/kit/card.ts';
import type { CardContext } from '#blocks/kit/card-context.ts';
import type { CardCache } from '../ports.ts';

export interface IllustratedCard extends Card {
  /** Called only where a picture can be shown; null when the service lacks the data. */
  chart?: () => Promise<ChartDescription | null>;
}

/** Draws an answer for the person who asked, and again for a channel. */
export type CardRenderer = (audience: CardContext['audience']) => IllustratedCard;

/** Pages and audiences of one answer. */
const MAX_CACHED = 100;

/** Keeps cards for as long as the client keeps the answers they show. Drawing one costs as much as the rest of a reply. */
export function createCardCache(): CardCache {
  const cards = new WeakMap<object, Map<string, Card>>();
  return (answer, key, draw) => {
    const cached = cards.get(answer) ?? new Map<string, Card>();
    const cacheKey = JSON.stringify(key);
    const known = cached.get(cacheKey);
    if (known !== undefined) return known;
    const card = draw();
    if (cached.size >= MAX_CACHED) cached.clear();
    cards.set(answer, cached.set(cacheKey, card));
    return card;
  };
}
