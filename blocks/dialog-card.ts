import type { Button } from '@slack/types';
import { ACTION } from './action-ids.ts';
import { type Card, card } from './card.ts';
import { actions, button, section } from './elements.ts';
import type { DialogQuery } from './question.ts';

const DIALOG_TEXTS: Record<DialogQuery['dialog'], { says: string; open: () => Button | null }> = {
  connect: {
    says: 'The key of the service is given in a dialog, so that nobody else sees it.',
    open: () => button(ACTION.openConnect, { text: 'Connect key', value: 'connect', style: 'primary' }),
  },
  settings: {
    says: 'What this workspace has chosen stands in a dialog.',
    open: () => button(ACTION.openSettings, { text: 'Settings', value: 'settings', style: 'primary' }),
  },
  search: {
    says: 'Words and filters are given in a dialog.',
    open: () => button(ACTION.openSearch, { text: 'Search', value: 'search', style: 'primary' }),
  },
};

/** Where no dialog can be opened at once, one press does. */
export function openDialogCard({ dialog }: DialogQuery): Card {
  const { says, open } = DIALOG_TEXTS[dialog];
  return card(says, [section(says), actions([open()])]);
}
