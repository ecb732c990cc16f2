import { ACTION } from './action-ids.ts';
import { type Card, card } from './card.ts';
import { COMMAND } from './commands.ts';
import { actions, button, section } from './elements.ts';

/** The bot's name in the workspace, as manifest.yml registers it. */
export const BOT_NAME = 'painsignals';

const INVITE = `Type \`/invite @${BOT_NAME}\` here, then press Share again.`;

/** Slack's error codes that somebody in the channel can do something about. */
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

/** What came of a share, said in the dialog; `channelId` is shown by its name. */
export const saySharedTo = (channelId: string, link: string | null): string =>
  `*Shared in <#${channelId}>.*${link === null ? '' : ` <${link}|Open it>`}`;

export const saySharedAlready = (channelId: string): string =>
  `*This was already shared in <#${channelId}>*, so it was not posted again.`;

export const saySharedPerhaps = (): string =>
  '*Shared, perhaps.* Slack did not confirm the message. Please look whether it is there before you share it again.';

export function sayShareRefused(code: string): string {
  const next = remedyOf(code).replaceAll('here, then press Share again', 'in that channel, then share it again');
  return `*Not shared.* ${next.replaceAll('this channel', 'that channel').replaceAll('This channel', 'That channel')}`;
}

/** What the dialog would have said. */
export const shareOutcomeCard = (says: string): Card => card(says.replaceAll('*', ''), [section(says)]);

export function dialogNotOpenedCard(): Card {
  const says = 'The dialog could not be opened: Slack gives us three seconds for it. Press the button again.';
  return card(says, [section(says)]);
}

export function notYoursToDeleteCard(postedBy: string): Card {
  const says = `Only <@${postedBy}>, who posted it, and admins can delete this card.`;
  return card(says, [section(says)]);
}

export function notDeletedCard(): Card {
  const says = 'The card could not be deleted. An admin can delete it by its own menu in Slack.';
  return card(says, [section(says)]);
}

/** What would let it in, from Slack's code. */
export function remedyOf(code: string): string {
  const remedy = Object.hasOwn(REMEDIES, code) ? REMEDIES[code] : undefined;
  return remedy ?? `Slack refused it (\`${code.replace(/[^a-z_]/g, '')}\`). Try it in another channel.`;
}

/** Slack said no: nothing was posted, and this is what would let it in. */
export function shareRefusedCard(code: string): Card {
  const next = remedyOf(code);
  return card(`Not shared. ${next}`, [section(`*Not shared.* ${next}`)]);
}

export function alreadySharedCard(): Card {
  const says = `This was already shared here. To share it once more, ask again with \`${COMMAND}\`.`;
  return card(says, [section(says)]);
}

/** A direct message is easily overlooked. */
export function sentToYouCard(): Card {
  const says = `It is in your messages with @${BOT_NAME}, under Apps.`;
  return card(`Sent. ${says}`, [section(`*Sent.* ${says}`)]);
}

export function sentPerhapsCard(): Card {
  const says = `Slack did not confirm it. Please look in your messages with @${BOT_NAME}, under Apps; if it is not there, press the button again.`;
  return card(`Sent, perhaps. ${says}`, [section(`*Sent, perhaps.* ${says}`)]);
}

export function alreadySentCard(): Card {
  const says = `This was already sent to you: it is in your messages with @${BOT_NAME}, under Apps.`;
  return card(says, [section(says)]);
}

/** Only a person can look whether it arrived: the answer was lost, or the app stopped in between. `again` shares it once more. */
export function shareInDoubtCard(again: string): Card {
  const says = 'Slack did not confirm the message, so it may or may not be in the channel. Please look.';
  const shareAgain = button(ACTION.shareAgain, { text: 'It is not there: share again', value: again });
  return card(`${says} If it is not there, share it again.`, [
    section(`*Shared, perhaps.* ${says}`),
    actions([shareAgain]),
  ]);
}
