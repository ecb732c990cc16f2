import type { KnownBlock, ModalView } from '@slack/types';
import type { Card } from './card.ts';
import { section } from './elements.ts';
import { modal } from './modal.ts';

const TITLE = 'Pain Signals';
const CARD_DIALOG = 'card_dialog';

/** A card where there is no channel to show it in. */
export const cardDialog = ({ text, blocks }: { text: string; blocks?: Card['blocks'] | undefined }): ModalView =>
  modal({ title: TITLE, close: 'Close', callbackId: CARD_DIALOG, blocks: blocks ?? [section(text)] });

/** Opens at once, since Slack waits three seconds only. */
export const waitingDialog = (title = TITLE): ModalView =>
  modal({ title, close: 'Close', callbackId: CARD_DIALOG, blocks: [section('Is being looked up…')] });

const MOST_PREVIEWED = 30;
const STILL: ReadonlySet<string> = new Set(['header', 'context', 'divider', 'image']);

/** A card without its buttons: in a preview there is nothing to press. */
export function stillBlocks({ blocks }: Card): KnownBlock[] {
  return blocks.slice(0, MOST_PREVIEWED).flatMap((block): KnownBlock[] => {
    if (block.type === 'section') {
      const { accessory: _, ...still } = block;
      return [still];
    }
    return STILL.has(block.type) ? [block] : [];
  });
}
