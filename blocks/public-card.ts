import type { Button } from '@slack/types';
import { ACTION } from './action-ids.ts';
import { type Card, card } from './card.ts';
import { actions, button, context, section } from './elements.ts';
import { quoteData } from './text.ts';

export const NOTE_LENGTH = 500;

interface Posted {
  /** Who can delete it, besides admins. */
  by: string;
  /** What they say about it. */
  note?: string | null;
  /** The message it was shared from. */
  from?: string | null;
}

/** A card as it is posted for all: with what its sharer says, where it comes from, and a way to take it back. */
export function publicCard<Shown extends Card>(shown: Shown, { by, note = null, from = null }: Posted): Shown {
  const said = note === null ? '' : quoteData(note, NOTE_LENGTH);
  const { text, blocks } = card(said === '' ? shown.text : `${said} ${shown.text}`, [
    said === '' ? null : section(`<@${by}>: ${said}`),
    ...shown.blocks,
    context([from === null ? null : `<${from}|Where it was shared from>`]),
    actions([deleteButton(by)]),
  ]);
  return { ...shown, text, blocks };
}

function deleteButton(by: string): Button | null {
  const made = button(ACTION.deleteShared, { text: 'Delete', label: 'Delete this card', value: by });
  return made && { ...made, confirm: CONFIRM };
}

const plain = (text: string) => ({ type: 'plain_text' as const, text, emoji: false });

const CONFIRM = {
  title: plain('Delete this card?'),
  text: plain('It disappears for everybody. Who shared it and admins can do that.'),
  confirm: plain('Delete'),
  deny: plain('Keep'),
};
