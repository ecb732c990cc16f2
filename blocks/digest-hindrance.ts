import { BOT_NAME } from './share-cards.ts';

const OR_NOTHING = `type \`/invite @${BOT_NAME}\` there, or nothing can be delivered.`;

/** Why a digest would not reach its channel, null where it would. `channel` is null where Slack does not tell of it. */
export function sayHindrance(channel: { isMember: boolean; isArchived: boolean } | null): string | null {
  if (channel === null) return `⚠ *I cannot see this channel.* If it is private, ${OR_NOTHING}`;
  if (channel.isArchived) return '⚠ *This channel is archived*: nobody can post in it.';
  return channel.isMember ? null : `⚠ *I am not in this channel.* T${OR_NOTHING.slice(1)}`;
}
