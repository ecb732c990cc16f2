import { MAX_NOTE_LENGTH } from '@pain-signals/domain';
import type { Button } from '@slack/types';
import { ACTION } from '../kit/action-ids.ts';
import { type Card, card, partsOf } from '../kit/card.ts';
import { actions, button, context, section } from '../kit/elements.ts';
import { escapeMrkdwn } from '../kit/text.ts';

interface Posted {
  /** May delete it, as admins may. */
  by: string;
  /** The sharer's note. */
  note?: string | null;
  /** Link to the message it was shared from. */
  from?: string | null;
  /** Its key in the outbox. */
  shareKey?: string;
}

/** Adds the sharer's note, a link to the source and a delete button. */
export function postedCard<Shown extends Card>(
  shown: Shown,
  { by, note = null, from = null, shareKey }: Posted,
): Shown {
  const said = note === null ? '' : escapeMrkdwn(note, MAX_NOTE_LENGTH);
  const posted = card(said === '' ? shown.text : `${said} ${shown.text}`, [
    said === '' ? null : section(`<@${by}>: ${said}`),
    ...partsOf(shown),
    context([from === null ? null : `<${from}|Original message>`]),
    actions([deleteButton(by, shareKey)]),
  ]);
  return { ...shown, ...posted };
}

function deleteButton(by: string, shareKey: string | undefined): Button | null {
  const value = shareKey === undefined ? by : `${by} ${shareKey}`;
  return button(ACTION.deleteShared, { text: 'Delete', label: 'Delete this card', value, confirm: CONFIRM });
}

const CONFIRM = {
  title: 'Delete this card?',
  text: 'It disappears for everyone.',
  confirm: 'Delete',
  deny: 'Cancel',
};
