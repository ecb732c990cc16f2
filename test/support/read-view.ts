import type { View } from '@pain-signals/slack-preview';
import { cardText } from './read-card.ts';

/** A dialog or Home as lines of text. */
export const viewText = ({ title, blocks }: View): string =>
  cardText({ text: JSON.stringify(title ?? ''), blocks } as unknown as Parameters<typeof cardText>[0]);

/** Not the words that stand until an answer is there. */
export const isFilled = (view: View): boolean => !/Is being [a-z ]+…/.test(viewText(view));
