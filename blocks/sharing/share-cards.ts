import { BOT_NAME, COMMAND } from '@pain-signals/domain';
import type { ActionsBlock } from '@slack/types';
import { ACTION } from '../kit/action-ids.ts';
import { type Card, card, textCard } from '../kit/card.ts';
import { actions, button, section } from '../kit/elements.ts';

const NOT_THERE = 'It is not there: share again';

const INVITE = `Type \`/invite @${BOT_NAME}\` here, then press Share again.`;

/** What people can do about Slack's error codes. */
const REMEDIES: Record<string, string> = {
  not_in_channel: `I am not in this channel. ${INVITE}`,
  channel_not_found: `I cannot see this conversation. If it is a private channel: ${INVITE} In a direct message between people I cannot post.`,
  messages_tab_disabled: 'The app may not send direct messages here. An admin can turn on its messages tab.',
  is_archived: 'This channel is archived, and nobody can post in it.',
  restricted_action: 'An admin has limited who may post here. Ask them to let the app post.',
  restricted_action_read_only_channel: 'This channel is read-only. Share it in another one.',
  restricted_action_thread_only_channel: 'This channel only takes replies in threads. Share it in another one.',
  missing_scope: 'The app may not post. An admin can install it again with the permission `chat:write`.',
  ratelimited: 'Slack takes about one message a second in a channel. Wait a moment, then press Share again.',
  invalid_auth: 'Slack does not accept the app’s token any more. An admin can install the app again.',
  token_revoked: 'The app’s token was revoked. An admin can install the app again.',
  account_inactive: 'The app was removed from this workspace. An admin can install it again.',
};

/** The outcome of a share, for a dialog or a message. */
export interface ShareOutcome {
  says: string;
  /** Shares it again, if a person decides to. */
  again?: { text: string; value: string };
}

export const externalChannelWarning = (channelId: string): string =>
  `⚠ *<#${channelId}> is shared with another organisation.* Its people can read what is shared there.`;

/** @param link null where the app is not a member */
export const sharedOutcome = (channelId: string, link: string | null): ShareOutcome => ({
  says: `*Shared in <#${channelId}>.*${link === null ? '' : ` <${link}|Open it>`}`,
});

export const alreadySharedOutcome = (channelId: string, again: string): ShareOutcome => ({
  says: `*This was already shared in <#${channelId}>*, so it was not posted again.`,
  again: { text: 'Share it once more', value: again },
});

export const unconfirmedShareOutcome = (channelId: string, again: string): ShareOutcome => ({
  says: `*Shared, perhaps.* Slack did not confirm the message, so it may or may not be in <#${channelId}>. Please look.`,
  again: { text: NOT_THERE, value: again },
});

export const shareRunningOutcome = (): ShareOutcome => ({
  says: '*It is being shared* by another press of the same button.',
});

export function shareFailedOutcome(code: string): ShareOutcome {
  const next = slackErrorRemedy(code).replaceAll(
    'here, then press Share again',
    'in that channel, then share it again',
  );
  const there = next.replaceAll('this channel', 'that channel').replaceAll('This channel', 'That channel');
  return { says: `*Not shared.* ${there}` };
}

export const withExternalChannelWarning = (words: ShareOutcome, channelId: string): ShareOutcome => ({
  ...words,
  says: `${words.says}\n${externalChannelWarning(channelId)}`,
});

export function externalChannelCard(channelId: string): Card {
  const says = externalChannelWarning(channelId);
  return card(says.replaceAll('*', ''), [section(says)]);
}

/** The outcome as a message. */
export const shareOutcomeCard = ({ says, again }: ShareOutcome): Card =>
  card(says.replaceAll('*', ''), [section(says), shareAgainButton(again)]);

/** Null when the share request doesn't fit in a button. */
export const shareAgainButton = (again: ShareOutcome['again']): ActionsBlock | null =>
  again === undefined || again.value === '' ? null : actions([button(ACTION.shareAgain, again)]);

export function deleteNotAllowedCard(postedBy: string): Card {
  return textCard(`Only <@${postedBy}>, who posted it, and admins can delete this card.`);
}

export function alreadyDeletedCard(): Card {
  return textCard('The card is deleted already.');
}

export function deleteFailedCard(): Card {
  return textCard('The card could not be deleted. An admin can delete it by its own menu in Slack.');
}

/** What to do about a Slack error code. */
export function slackErrorRemedy(code: string): string {
  const remedy = Object.hasOwn(REMEDIES, code) ? REMEDIES[code] : undefined;
  return remedy ?? `Slack refused it (\`${code.replace(/[^a-z_]/g, '')}\`). Try it in another channel.`;
}

export function shareFailedCard(code: string): Card {
  const next = slackErrorRemedy(code);
  return textCard(`*Not shared.* ${next}`);
}

export function alreadySharedCard(): Card {
  return textCard(`This was already shared here. To share it once more, ask again with \`${COMMAND}\`.`);
}

export function sentAsDmCard(): Card {
  const says = `It is in your messages with @${BOT_NAME}, under Apps.`;
  return textCard(`*Sent.* ${says}`);
}

export function unconfirmedDmCard(): Card {
  const says = `Slack did not confirm it. Please look in your messages with @${BOT_NAME}, under Apps; if it is not there, press the button again.`;
  return textCard(`*Sent, perhaps.* ${says}`);
}

export function alreadySentAsDmCard(): Card {
  return textCard(`This was already sent to you: it is in your messages with @${BOT_NAME}, under Apps.`);
}

/** @param again value of the button that shares it again */
export function unconfirmedShareCard(channelId: string, again: string): Card {
  const { says } = unconfirmedShareOutcome(channelId, again);
  return card(`${says.replaceAll('*', '')} If it is not there, share it again.`, [
    section(says),
    shareAgainButton({ text: NOT_THERE, value: again }),
  ]);
}
