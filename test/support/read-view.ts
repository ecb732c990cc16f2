import type { View } from '@pain-signals/slack-preview';
import { readCard } from './read-card.ts';

/** A dialog or Home as lines of text. */
export const readView = ({ title, blocks }: View): string =>
  readCard({ text: JSON.stringify(title ?? ''), blocks } as unknown as Parameters<typeof readCard>[0]);

/** Not the words that stand until an answer is there. */
export const isFilled = (view: View): boolean => !/Is being [a-z ]+…/.test(readView(view));
