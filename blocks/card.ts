import type { ActionsBlock, ContextBlock, DividerBlock, HeaderBlock, ImageBlock, SectionBlock } from '@slack/types';
import { fitBlocks, fitMessageText } from './fit.ts';

/** The blocks our cards are made of. */
export type CardBlock = HeaderBlock | SectionBlock | ContextBlock | ActionsBlock | DividerBlock | ImageBlock;

/**
 * A message. `text` is read by screen readers in place of the blocks, shown in notifications, and sent alone when Slack
 * refuses the blocks: so it holds the finding in sentences.
 */
export interface Card {
  text: string;
  blocks: CardBlock[];
}

/** What a card is about, in a few words, for lists of cards: its heading. */
export function cardTitle({ text, blocks }: Card): string {
  const heading = blocks.find(({ type }) => type === 'header');
  return heading?.type === 'header' ? heading.text.text : text;
}

/** The only way to make a card: whatever the data, it keeps to Slack's limits. */
export function card(text: string, blocks: readonly (CardBlock | null)[]): Card {
  return { text: fitMessageText(text), blocks: fitBlocks(blocks.filter((block) => block !== null)) };
}
