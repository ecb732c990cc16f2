import { BOT_NAME } from '@pain-signals/domain';

/** What Slack's error codes mean, and what people can do about them. `key` is the service's refusal of the API key. */
const REMEDIES: Record<string, readonly [reason: string, fix: string]> = {
  not_in_channel: ['The app isn’t in the channel.', `Type \`/invite @${BOT_NAME}\` there`],
  channel_not_found: ['The app can’t post in the channel.', `Type \`/invite @${BOT_NAME}\` there`],
  messages_tab_disabled: ['The app can’t send direct messages here.', 'Ask an admin to turn on its Messages tab'],
  is_archived: ['The channel is archived.', 'Unarchive it or choose another one'],
  restricted_action: ['An admin limited who can post in the channel.', 'Ask them to allow the app'],
  restricted_action_read_only_channel: ['The channel is read-only.', 'Choose another one'],
  restricted_action_thread_only_channel: ['The channel only takes replies in threads.', 'Choose another one'],
  missing_scope: ['The app isn’t allowed to post.', 'Ask an admin to reinstall it with the `chat:write` permission'],
  ratelimited: ['Slack is limiting messages in the channel.', 'Wait a moment'],
  invalid_auth: ['Slack no longer accepts the app’s token.', 'Ask an admin to reinstall the app'],
  token_revoked: ['The app’s token was revoked.', 'Ask an admin to reinstall the app'],
  account_inactive: ['The app was removed from the workspace.', 'Ask an admin to reinstall it'],
  unreadable: ['What was to be posted is damaged and can’t be read.', 'Run the command again'],
  key: ['The service no longer accepts the API key.', 'Set another one'],
};

/** Where the reader is, which Slack lets nobody type in unless they are in it. */
const NOT_HERE = ['The app isn’t in this channel.', `Type \`/invite @${BOT_NAME}\``] as const;
const NOT_IN_DM = ['The app can’t post in direct messages between people.', 'Choose a channel'] as const;

/**
 * @param then what to do after the fix: "try again"
 * @param here the channel, where the reader is in it
 */
export function slackErrorRemedy(code: string, then: string, here: string | null = null): string {
  const isOutside = here !== null && (code === 'not_in_channel' || code === 'channel_not_found');
  const missing = here?.startsWith('D') ? NOT_IN_DM : NOT_HERE;
  const [reason, fix] = isOutside ? missing : remedyOf(code);
  return `${reason} ${fix}, then ${then}.`;
}

const remedyOf = (code: string): readonly [reason: string, fix: string] =>
  (Object.hasOwn(REMEDIES, code) ? REMEDIES[code] : undefined) ?? [
    `Slack rejected it (\`${code.replace(/[^a-z_]/g, '')}\`).`,
    'Check who can post there',
  ];

/** `the app isn’t in the channel`, for the middle of a sentence. */
export const slackErrorReason = (code: string): string =>
  remedyOf(code)[0]
    .replace(/^(The|An|What)\b/, (word) => word.toLowerCase())
    .replace(/\.$/, '');
