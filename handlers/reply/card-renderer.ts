import type { Query } from '@pain-signals/domain';
import type { ChartDescription } from '#blocks/charts/plots/chart-description.ts';
import type { CardContext } from '#blocks/kit/audience.ts';
import type { Card } from '#blocks/kit/card.ts';
import { currentLocale, withLocale } from '#blocks/kit/format.ts';
import type { Deps } from '../ports.ts';
import type { Requester } from '../request-context.ts';

/** A card that says all in text, and the picture that says it better where one can be shown. */
export interface IllustratedCard extends Card {
  /** Asked for only when there is a place for it; null when the service does not give what it shows. */
  chart?: () => Promise<ChartDescription | null>;
}

/** An answer that can be drawn for the person who asked, and again for a channel. */
export type CardRenderer = (audience: CardContext['audience']) => IllustratedCard;

/** Answers any query; a feature whose dialog asks one gets it handed in, for it stands above the features. */
export type AnswerQuery = (deps: Deps, query: Query, requester: Requester) => Promise<CardRenderer>;

type LocaleOwner = Pick<Requester, 'userId'>;

/** Draws something with the numbers as this person writes them. */
export async function localeRenderer({ people }: Pick<Deps, 'people'>, { userId }: LocaleOwner) {
  const locale = userId === null ? null : ((await people.find(userId))?.locale ?? null);
  return <Drawn>(draw: () => Drawn): Drawn => withLocale(locale, draw);
}

/** The same for what they alone read; what a channel reads is the same for all. */
export async function renderInLocale(
  deps: Pick<Deps, 'people'>,
  locale: LocaleOwner,
  draw: CardRenderer,
): Promise<CardRenderer> {
  const inTheirs = await localeRenderer(deps, locale);
  return (audience) =>
    isForOnePerson(audience) ? inTheirs(() => draw(audience)) : withLocale(null, () => draw(audience));
}

const isForOnePerson = (audience: CardContext['audience']) => audience.kind === 'person' || audience.isAlone === true;

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
