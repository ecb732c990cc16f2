import type { Card } from '#blocks/card.ts';
import type { ChartDescription } from '#blocks/charts/chart.ts';
import type { CardContext } from '#blocks/setting.ts';

/** A card that says all in text, and the picture that says it better where one can be shown. */
export interface IllustratedCard extends Card {
  /** Asked for only when there is a place for it; null when the service does not give what it shows. */
  chart?: () => Promise<ChartDescription | null>;
}

/** An answer that can be drawn for the person who asked, and again for a channel. */
export type CardRenderer = (audience: CardContext['audience']) => IllustratedCard;
