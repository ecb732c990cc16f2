import { MAX_NOTE_LENGTH, type ShareRequest } from '@pain-signals/domain';
import type { ActionsBlock, Button } from '@slack/types';
import { slackErrorRemedy } from '../errors/slack-errors.ts';
import { ACTION, encodeShareRequest } from '../kit/buttons.ts';
import { type Card, type CardPart, card, partsOf, textCard, withPart } from '../kit/card.ts';
import { actions, button, type Control, context, plainText, section } from '../kit/elements.ts';
import { MORE } from '../kit/signal-menu.ts';
import { escapeMrkdwn } from '../kit/text.ts';

const NOT_THERE = 'It’s missing: share again';

/** The outcome of a share, for a dialog or a message. */
export interface ShareOutcome {
  says: string;
  /** Shares it again, if a person decides to. */
  again?: { text: string; value: string };
}

export const externalChannelWarning = (channelId: string): string =>
  `⚠ *<#${channelId}> is shared with another organization.* They’ll see what you post.`;

/** @param link null where the app is not a member */
export const sharedOutcome = (channelId: string, link: string | null): ShareOutcome => ({
  says: `*Shared in <#${channelId}>.*${link === null ? '' : ` <${link}|Open it>`}`,
});

export const alreadySharedOutcome = (channelId: string, again: string): ShareOutcome => ({
  says: `*Already shared in <#${channelId}>*, so it wasn’t posted again.`,
  again: { text: 'Share again', value: again },
});

export const unconfirmedShareOutcome = (channelId: string, again: string): ShareOutcome => ({
  says: `*Check whether your message arrived.* Slack didn’t confirm it, so it may or may not be in <#${channelId}>.`,
  again: { text: NOT_THERE, value: again },
});

export const shareRunningOutcome = (): ShareOutcome => ({
  says: '*Already sharing.* Someone pressed the same button a moment ago.',
});

export const shareFailedOutcome = (code: string, here: string | null): ShareOutcome => ({
  says: `*Not shared.* ${slackErrorRemedy(code, 'share again', here)}`,
});

/** Asks before anything is posted. @param value of the button that shares it */
export const externalChannelOutcome = (channelId: string, value: string): ShareOutcome => ({
  says: `${externalChannelWarning(channelId)} Nothing has been posted yet.`,
  again: { text: 'Share it there', value },
});

export const shareOutcomeCard = ({ says, again }: ShareOutcome): Card =>
  card(says.replaceAll('*', ''), [section(says), shareAgainButton(again)]);

/** Null when the share request doesn't fit in a button. */
export const shareAgainButton = (again: ShareOutcome['again']): ActionsBlock | null =>
  again === undefined || again.value === '' ? null : actions([button(ACTION.shareAgain, again)]);

/** The answer to "share 1 in #product" in a message, which opens no dialog by itself. */
export function withShareTo(answer: Card, request: ShareRequest & { channel: string }): Card {
  const value = encodeShareRequest(request);
  if (value === null) return answer;
  const share = section(`Share it in <#${request.channel}>`, button(ACTION.shareTo, { text: 'Share…', value }));
  return withPart(answer, share, { isFirst: true });
}

export function deleteNotAllowedCard(postedBy: string): Card {
  return textCard(`Only <@${postedBy}>, who shared this card, and admins can delete it.`);
}

/** Its row is kept for a day. */
export const answerForgottenCard = (): Card =>
  textCard(
    '*Not deleted.* You can delete answers to your questions for a day after they’re posted, and this one is older. Ask an admin to delete it.',
  );

export function alreadyDeletedCard(): Card {
  return textCard('This card was already deleted.');
}

export function deleteFailedCard(): Card {
  return textCard('Couldn’t delete this card. An admin can delete it from the message’s own menu.');
}

/** @param here the channel of the button, where it was to be shared */
export const shareFailedCard = (code: string, here: string | null = null): Card =>
  textCard(`*Not shared.* ${slackErrorRemedy(code, 'try again', here)}`);

export function alreadySharedCard(): Card {
  return textCard('Already shared here. To share it again, rerun the command.');
}

export function sentAsDmCard(): Card {
  const says = `Find it in your direct messages with Pain Signals, under Apps.`;
  return textCard(`*Sent.* ${says}`);
}

export function unconfirmedDmCard(): Card {
  const says = `Slack didn’t confirm the message. Look for it in your direct messages with Pain Signals, under Apps. If it’s missing, press the button again.`;
  return textCard(`*Check whether it arrived.* ${says}`);
}

export function alreadySentAsDmCard(): Card {
  return textCard(`Already sent. Find it in your direct messages with Pain Signals, under Apps.`);
}

/** @param again value of the button that shares it again */
export function unconfirmedShareCard(channelId: string, again: string): Card {
  const { says } = unconfirmedShareOutcome(channelId, again);
  return card(`${says.replaceAll('*', '')} If it’s missing, share it again.`, [
    section(says),
    shareAgainButton({ text: NOT_THERE, value: again }),
  ]);
}

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
    ...withButton(
      partsOf(shown),
      from === null ? null : context([`<${from}|Original message>`]),
      deleteButton(by, shareKey),
    ),
  ]);
  return { ...shown, ...posted };
}

/** More of them wrap on a phone. */
const MOST_BUTTONS = 3;

/** In the card's last row of buttons, before its menu, or in the menu of a full row; else in a row of its own. */
function withButton(parts: readonly CardPart[], note: CardPart | null, added: Button | null): (CardPart | null)[] {
  const at = parts.findLastIndex(({ type }) => type === 'actions' || type === 'section');
  const row = parts[at];
  if (row?.type !== 'actions' || row.block_id !== undefined) return [...parts, note, actions([added])];
  const controls = row.elements as Control[];
  const menus = controls.filter(({ type }) => type === 'overflow');
  const buttons = controls.filter(({ type }) => type !== 'overflow');
  const [menu] = menus;
  if (menu?.type === 'overflow' && buttons.length >= MOST_BUTTONS && added?.value !== undefined) {
    const options = [...menu.options, { text: plainText('Delete…'), value: MORE.delete }];
    // A menu's values are too short for it.
    return [...parts.with(at, { ...row, block_id: added.value, elements: [...buttons, { ...menu, options }] }), note];
  }
  return [...parts.with(at, { ...row, elements: [...buttons, ...(added ? [added] : []), ...menus] }), note];
}

function deleteButton(by: string, shareKey: string | undefined): Button | null {
  const value = shareKey === undefined ? by : `${by} ${shareKey}`;
  return button(ACTION.deleteShared, {
    text: 'Delete',
    label: 'Delete this card',
    value,
    confirm: DELETE_CONFIRMATION,
  });
}

export const DELETE_CONFIRMATION = {
  title: 'Delete this card?',
  text: 'It will disappear for everyone.',
  confirm: 'Delete',
  deny: 'Cancel',
};
