import type { Card } from '#blocks/card.ts';
import { currentLocale } from '#blocks/numbers.ts';

/** Pages, audiences and locales of one answer. */
const MAX_CACHED = 100;

const cards = new WeakMap<object, Map<string, Card>>();

/**
 * A card as it was drawn the first time. What the client keeps is one object for all who ask the same, so the card is kept for as long as
 * that is: to draw it takes as much of the processor as all else of an answer.
 * @param from what the service answered
 * @param about all else that the card depends on
 */
export function cachedCard(from: object, about: object, draw: () => Card): Card {
  const kept = cards.get(from) ?? new Map<string, Card>();
  const key = JSON.stringify([currentLocale(), about]);
  const known = kept.get(key);
  if (known !== undefined) return known;
  const card = draw();
  if (kept.size >= MAX_CACHED) kept.clear();
  cards.set(from, kept.set(key, card));
  return card;
}
