import type { Query } from '@pain-signals/domain';
import type { ChartDescription } from '#blocks/charts/plots/chart-description.ts';
import type { CardContext } from '#blocks/kit/audience.ts';
import type { Card } from '#blocks/kit/card.ts';
import { Locale } from '#blocks/kit/format.ts';
import type { Deps } from '../ports.ts';
import type { Requester } from '../request-context.ts';

/** A card that says all in text, and the picture that says it better where one can be shown. */
export interface IllustratedCard extends Card {
  /** Asked for only when there is a place for it; null when the service does not give what it shows. */
  chart?: () => Promise<ChartDescription | null>;
}

/** Draws an answer for the person who asked, and again for a channel, where everybody reads English numbers. */
export type CardRenderer = (locale: Locale, audience: CardContext['audience']) => IllustratedCard;

/** Answers any query; a feature whose dialog asks one gets it handed in, for it stands above the features. */
export type AnswerQuery = (deps: Deps, query: Query, requester: Requester) => Promise<CardRenderer>;

/** How this person writes numbers and days; English when Slack does not say. */
export async function localeOf({ people }: Pick<Deps, 'people'>, { userId }: Pick<Requester, 'userId'>) {
  return new Locale(userId === null ? null : ((await people.find(userId))?.locale ?? null));
}

/** Pages, audiences and locales of one answer. */
const MAX_CACHED = 100;

const cards = new WeakMap<object, Map<string, Card>>();

/**
 * A card as it was drawn the first time. What the client keeps is one object for all who ask the same, so the card is kept for as long as
 * that is: to draw it takes as much of the processor as all else of an answer.
 * @param from what the service answered
 * @param about all else that the card depends on, its locale too
 */
export function cachedCard(from: object, about: object, draw: () => Card): Card {
  const kept = cards.get(from) ?? new Map<string, Card>();
  const key = JSON.stringify(about);
  const known = kept.get(key);
  if (known !== undefined) return known;
  const card = draw();
  if (kept.size >= MAX_CACHED) kept.clear();
  cards.set(from, kept.set(key, card));
  return card;
}
