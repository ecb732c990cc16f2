import type { ShownPage } from '@pain-signals/domain';
import { LRUCache } from 'lru-cache';
import type { ChartDescription } from '#blocks/charts/plots/chart-description.ts';
import type { Card } from '#blocks/kit/card.ts';
import type { CardContext } from '#blocks/kit/card-context.ts';
import type { CardCache } from '../ports.ts';

export interface IllustratedCard extends Card {
  /** Called only where a picture can be shown; null when the service lacks the data. */
  chart?: () => Promise<ChartDescription | null>;
  /** The list that it shows, whose numbers count in the thread below it. */
  list?: ShownPage;
}

/** Draws an answer for the person who asked, and again for a channel. */
export type CardRenderer = (audience: CardContext['audience']) => IllustratedCard;

/** Of all workspaces; each takes some twenty kilobytes. */
const MAX_CACHED = 1_000;

/** Keeps the cards drawn last. Drawing one costs as much as the rest of a reply. */
export function createCardCache(): CardCache {
  const cards = new LRUCache<string, Card>({ max: MAX_CACHED });
  const numbers = new WeakMap<object, number>();
  let answers = 0;
  const numberOf = (answer: object): number => {
    const number = numbers.get(answer) ?? ++answers;
    numbers.set(answer, number);
    return number;
  };
  return (answer, key, draw) => {
    const cacheKey = `${numberOf(answer)} ${JSON.stringify(key)}`;
    const known = cards.get(cacheKey);
    if (known !== undefined) return known;
    const card = draw();
    cards.set(cacheKey, card);
    return card;
  };
}
