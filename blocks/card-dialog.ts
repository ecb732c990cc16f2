import type { KnownBlock, ModalView } from '@slack/types';
import type { Card } from './card.ts';
import { section } from './elements.ts';
import { modal } from './modal.ts';

const APP_TITLE = 'Pain Signals';
const CARD_DIALOG = 'card_dialog';

/** A card where there is no channel to show it in. */
export const cardModal = ({ text, blocks }: { text: string; blocks?: Card['blocks'] | undefined }): ModalView =>
  modal({ title: APP_TITLE, close: 'Close', callbackId: CARD_DIALOG, blocks: blocks ?? [section(text)] });

/** Opens at once, since Slack waits three seconds only. */
export const loadingModal = (title = APP_TITLE): ModalView =>
  modal({ title, close: 'Close', callbackId: CARD_DIALOG, blocks: [section('Is being looked up…')] });

const MAX_PREVIEWED = 30;
const PREVIEWABLE_TYPES: ReadonlySet<string> = new Set(['header', 'context', 'divider', 'image']);

/** A card without its buttons: in a preview there is nothing to press. */
export function previewBlocks({ blocks }: Card): KnownBlock[] {
  return blocks.slice(0, MAX_PREVIEWED).flatMap((block): KnownBlock[] => {
    if (block.type === 'section') {
      const { accessory: _, ...still } = block;
      return [still];
    }
    return PREVIEWABLE_TYPES.has(block.type) ? [block] : [];
  });
}
